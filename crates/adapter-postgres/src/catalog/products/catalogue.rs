//! Reading products.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::ports::ProductCatalogue;
use domain::catalog::product::{Offer, Product};
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_query::ProductQuery;
use domain::catalog::stock_alert::StockAlert;
use domain::shared::ids::ProductId;
use domain::shared::page::PageAnswer;
use domain::shared::ports::PortError;
use domain::shared::text::ProductName;
use uuid::Uuid;

use super::row::{ListedRow, ProductRow, code_of, image_of, prices_of, product_of, stock_of, weight_of};
use super::{list, sales};
use crate::connection::pool::Postgres;
use crate::connection::replica::Read;
use crate::connection::work_limits::Turn;
use crate::error::{DbError, stored};
use crate::query::sql::Sql;

#[async_trait]
impl ProductCatalogue for Postgres {
    async fn list(&self, query: &ProductQuery, now: DateTime<Utc>) -> Result<PageAnswer<Product>, PortError> {
        let _turn = self.turn_for(query).await?;
        Ok(self.read(Read::Catalogue, |connection| async move { list::list(&connection, query, now).await }).await?)
    }

    async fn by_ids(&self, ids: &[ProductId], now: DateTime<Utc>) -> Result<Vec<Product>, PortError> {
        Ok(self.read(Read::Catalogue, |mut connection| async move { with_ids(&mut connection, ids, now).await }).await?)
    }

    async fn by_code(&self, code: &ProductCode, now: DateTime<Utc>) -> Result<Option<Product>, PortError> {
        Ok(self.read(Read::Catalogue, |mut connection| async move { by_code(&mut connection, code, now).await }).await?)
    }

    async fn offers(&self, codes: &[ProductCode]) -> Result<Vec<Offer>, PortError> {
        Ok(offers(&mut *self.connection().await?, codes).await?)
    }
}

impl Postgres {
    /// Takes a turn for lists that compute which products sell out soon.
    async fn turn_for(&self, query: &ProductQuery) -> Result<Option<Turn>, DbError> {
        let is_computed = query.alert == Some(StockAlert::Replenish);
        if is_computed { self.turn_for_replenishment().await.map(Some) } else { Ok(None) }
    }
}

/// `SELECT` with the columns of a [`ListedRow`] except its rank, of products `p`.
pub(crate) fn columns(now: DateTime<Utc>) -> Sql {
    let weight = ", (SELECT w.grams FROM product_weights w WHERE w.product_id = p.id) AS grams, ";
    Sql::new("SELECT ").append(Sql::columns_of::<ProductRow>("p")).sql(weight).append(sales::of_product(now)).sql(" AS total_sales, ")
}

/// The product with this code.
pub(crate) async fn by_code(
    connection: &mut AsyncPgConnection,
    code: &ProductCode,
    now: DateTime<Utc>,
) -> Result<Option<Product>, DbError> {
    let statement = columns(now).sql("0::bigint AS rank FROM products p WHERE lower(p.code COLLATE \"C\") = ").bind(code.folded());
    let row: Option<ListedRow> = statement.get_result(connection).await.optional()?;
    row.map(|row| product_of(row.product, row.grams, row.total_sales)).transpose()
}

/// The products with these ids.
async fn with_ids(connection: &mut AsyncPgConnection, ids: &[ProductId], now: DateTime<Utc>) -> Result<Vec<Product>, DbError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
    let statement = columns(now).sql("0::bigint AS rank FROM products p WHERE p.id").any_of(ids);
    let rows: Vec<ListedRow> = statement.load(connection).await?;
    rows.into_iter().map(|row| product_of(row.product, row.grams, row.total_sales)).collect()
}

/// A product as it is offered now.
#[derive(Clone, Debug, QueryableByName)]
struct OfferRow {
    #[diesel(sql_type = diesel::sql_types::Uuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    code: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Array<Text>)]
    images: Vec<String>,
    #[diesel(sql_type = BigInt)]
    price_cents: i64,
    #[diesel(sql_type = BigInt)]
    last_price_cents: i64,
    #[diesel(sql_type = Integer)]
    stock: i32,
    #[diesel(sql_type = Nullable<Integer>)]
    grams: Option<i32>,
}

async fn offers(connection: &mut AsyncPgConnection, codes: &[ProductCode]) -> Result<Vec<Offer>, DbError> {
    let codes: Vec<String> = codes.iter().map(ProductCode::folded).collect();
    let offered = Sql::new(
        "SELECT p.id, p.code, p.name, p.images, p.price_cents, p.last_price_cents, p.stock, w.grams
        FROM products p LEFT JOIN product_weights w ON w.product_id = p.id WHERE lower(p.code COLLATE \"C\")",
    );
    let rows: Vec<OfferRow> = offered.any_of(codes).load(connection).await?;
    rows.into_iter().map(offer_of).collect()
}

fn offer_of(row: OfferRow) -> Result<Offer, DbError> {
    Ok(Offer {
        product_id: ProductId::new(row.id),
        code: code_of(&row.code)?,
        name: stored("product name", ProductName::parse_known(&row.name))?,
        image: row.images.as_slice().first().map(|image| image_of(image)).transpose()?,
        prices: prices_of(row.price_cents, row.last_price_cents)?,
        stock: stock_of(row.stock)?,
        weight: weight_of(row.grams)?.unwrap_or_default(),
    })
}
