//! Reading the catalogue for an index of products.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::ports::{IdRange, ProductRevision, SearchSource, SearchableProduct, StockLevel};
use domain::shared::ids::ProductId;
use domain::shared::ports::PortError;
use domain::shared::text::{AltName, Description, Label, ProductName};
use uuid::Uuid;

use super::row::{code_of, prices_of};
use super::sales;
use crate::connection::pool::Postgres;
use crate::error::{DbError, stored};
use crate::query::sql::Sql;
use crate::schema::products;

/// The name of the row, where it is stored, and the database that it is stored in. A restored or copied row is another row, and
/// a copied database another database.
const CATALOGUE_ID: &str = "SELECT md5(concat_ws(' ', i.name, i.xmin, d.oid))::uuid AS id FROM catalogue_identity i, pg_database d \
                            WHERE d.datname = current_database()";

#[derive(Clone, Copy, Debug, QueryableByName)]
struct IdRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

/// The states of many products: one array for each column, all in the same order. An index reads the states of all products at its
/// start, and arrays are decoded without a look-up of each column by its name in each row.
#[derive(Clone, Debug, QueryableByName)]
struct RevisionsRow {
    #[diesel(sql_type = Array<SqlUuid>)]
    ids: Vec<Uuid>,
    #[diesel(sql_type = Array<Integer>)]
    versions: Vec<i32>,
    #[diesel(sql_type = Array<Timestamptz>)]
    updated_at: Vec<DateTime<Utc>>,
    #[diesel(sql_type = Array<Integer>)]
    stocks: Vec<i32>,
}

/// The columns of [`products`] that make a [`SearchableProduct`].
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = products, check_for_backend(diesel::pg::Pg))]
struct SearchableRow {
    id: Uuid,
    code: String,
    name: String,
    alt_names: Vec<String>,
    description: String,
    price_cents: i64,
    last_price_cents: i64,
    brand: Option<String>,
    category: Option<String>,
    version: i32,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, QueryableByName)]
struct LevelRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Integer)]
    stock: i32,
    #[diesel(sql_type = BigInt)]
    units: i64,
}

#[derive(Clone, Copy, Debug, QueryableByName)]
struct SalesRow {
    #[diesel(sql_type = SqlUuid)]
    product_id: Uuid,
    #[diesel(sql_type = BigInt)]
    units: i64,
}

#[async_trait]
impl SearchSource for Postgres {
    async fn catalogue_id(&self) -> Result<Uuid, PortError> {
        let row: IdRow = Sql::new(CATALOGUE_ID).get_result(&mut *self.connection().await?).await.map_err(DbError::from)?;
        Ok(row.id)
    }

    async fn revisions(&self, range: IdRange, limit: u32) -> Result<Vec<ProductRevision>, PortError> {
        Ok(revisions(&mut *self.connection().await?, range, limit).await?)
    }

    async fn products(&self, ids: &[ProductId]) -> Result<Vec<SearchableProduct>, PortError> {
        Ok(searchable(&mut *self.connection().await?, ids).await?)
    }

    async fn levels(&self, ids: &[ProductId], now: DateTime<Utc>) -> Result<Vec<(ProductId, StockLevel)>, PortError> {
        Ok(levels(&mut *self.connection().await?, ids, now).await?)
    }

    async fn sales(&self, now: DateTime<Utc>) -> Result<Vec<(ProductId, u32)>, PortError> {
        Ok(all_sales(&mut *self.connection().await?, now).await?)
    }
}

async fn revisions(connection: &mut AsyncPgConnection, range: IdRange, limit: u32) -> Result<Vec<ProductRevision>, DbError> {
    let statement = Sql::new(
        "SELECT coalesce(array_agg(p.id), '{}') AS ids, coalesce(array_agg(p.version), '{}') AS versions, \
         coalesce(array_agg(p.updated_at), '{}') AS updated_at, coalesce(array_agg(p.stock), '{}') AS stocks \
         FROM (SELECT id, version, updated_at, stock FROM products WHERE true",
    );
    let statement = match range.after {
        Some(after) => statement.sql(" AND id > ").bind(after.uuid()),
        None => statement,
    };
    let statement = match range.until {
        Some(until) => statement.sql(" AND id <= ").bind(until.uuid()),
        None => statement,
    };
    let row: RevisionsRow = statement.sql(" ORDER BY id LIMIT ").bind(i64::from(limit)).sql(") AS p").get_result(connection).await?;
    revisions_of(row)
}

fn revisions_of(row: RevisionsRow) -> Result<Vec<ProductRevision>, DbError> {
    let states = row.ids.into_iter().zip(row.versions).zip(row.updated_at).zip(row.stocks);
    let revision = |(((id, version), updated_at), stock)| {
        Ok(ProductRevision { id: ProductId::new(id), version, updated_at, stock: stored("stock", u32::try_from(stock))? })
    };
    states.map(revision).collect()
}

async fn searchable(connection: &mut AsyncPgConnection, ids: &[ProductId]) -> Result<Vec<SearchableProduct>, DbError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
    let rows: Vec<SearchableRow> =
        products::table.filter(products::id.eq_any(ids)).select(SearchableRow::as_select()).load(connection).await?;
    rows.into_iter().map(product_of).collect()
}

fn product_of(row: SearchableRow) -> Result<SearchableProduct, DbError> {
    let label = |text: Option<String>| stored("label", text.as_deref().map(Label::parse_known).transpose());
    Ok(SearchableProduct {
        id: ProductId::new(row.id),
        code: code_of(&row.code)?,
        name: stored("product name", ProductName::parse_known(&row.name))?,
        alt_names: row.alt_names.iter().map(|name| stored("alternative name", AltName::parse_known(name))).collect::<Result<_, _>>()?,
        description: stored("description", Description::parse_known(&row.description))?,
        prices: prices_of(row.price_cents, row.last_price_cents)?,
        brand: label(row.brand)?,
        category: label(row.category)?,
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
    })
}

async fn levels(
    connection: &mut AsyncPgConnection,
    ids: &[ProductId],
    now: DateTime<Utc>,
) -> Result<Vec<(ProductId, StockLevel)>, DbError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
    let statement =
        Sql::new("SELECT p.id, p.stock, ").append(sales::of_each_product(now)).sql(" AS units FROM products p WHERE p.id = ANY (");
    let rows: Vec<LevelRow> = statement.bind(ids).sql(")").load(connection).await?;
    rows.into_iter().map(level_of).collect()
}

fn level_of(row: LevelRow) -> Result<(ProductId, StockLevel), DbError> {
    let stock = stored("stock", u32::try_from(row.stock))?;
    Ok((ProductId::new(row.id), StockLevel { stock, sales: units_of(row.units)? }))
}

async fn all_sales(connection: &mut AsyncPgConnection, now: DateTime<Utc>) -> Result<Vec<(ProductId, u32)>, DbError> {
    let statement = Sql::new("SELECT s.product_id, s.units FROM ").append(sales::of_all(now)).sql(" AS s");
    let rows: Vec<SalesRow> = statement.load(connection).await?;
    rows.into_iter().map(|row| Ok((ProductId::new(row.product_id), units_of(row.units)?))).collect()
}

fn units_of(units: i64) -> Result<u32, DbError> {
    stored("number of sales", u32::try_from(units))
}
