//! Reading products.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::product::{Offer, Product};
use domain::catalog::product_code::ProductCode;
use domain::shared::ids::ProductId;
use domain::shared::text::{Label, ProductName};
use uuid::Uuid;

use super::row::{ListedRow, ProductRow, code_of, image_of, prices_of, product_of, stock_of, weight_of};
use super::sales;
use crate::error::{DbError, stored};
use crate::query::sql::Sql;

/// `SELECT` with the columns of a [`ListedRow`], of products `p`.
fn columns(now: DateTime<Utc>) -> Sql {
    let weight = ", (SELECT w.grams FROM product_weights w WHERE w.product_id = p.id) AS grams, ";
    Sql::new("SELECT ")
        .append(Sql::columns_of::<ProductRow>("p"))
        .sql(weight)
        .append(sales::of_product(now))
        .sql(" AS total_sales FROM products p ")
}

/// The product with this code.
pub(crate) async fn by_code(
    connection: &mut AsyncPgConnection,
    code: &ProductCode,
    now: DateTime<Utc>,
) -> Result<Option<Product>, DbError> {
    let statement = columns(now).sql("WHERE lower(p.code COLLATE \"C\") = ").bind(code.folded());
    let row: Option<ListedRow> = statement.get_result(connection).await.optional()?;
    row.map(|row| product_of(row.product, row.grams, row.total_sales)).transpose()
}

/// The products with these ids.
pub(crate) async fn by_ids(connection: &mut AsyncPgConnection, ids: &[ProductId], now: DateTime<Utc>) -> Result<Vec<Product>, DbError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
    let statement = columns(now).sql("WHERE p.id").any_of(ids);
    products(statement, connection).await
}

/// The first `limit` products, newest first, or those behind one that was added then and has this id.
pub(crate) async fn newest(
    connection: &mut AsyncPgConnection,
    behind: Option<(DateTime<Utc>, ProductId)>,
    limit: u32,
    now: DateTime<Utc>,
) -> Result<Vec<Product>, DbError> {
    let mut statement = columns(now);
    if let Some((at, id)) = behind {
        statement = statement.sql("WHERE (p.created_at, p.id) < (").bind(at).sql(", ").bind(id.uuid()).sql(") ");
    }
    products(statement.sql("ORDER BY p.created_at DESC, p.id DESC LIMIT ").bind(i64::from(limit)), connection).await
}

async fn products(statement: Sql, connection: &mut AsyncPgConnection) -> Result<Vec<Product>, DbError> {
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
    #[diesel(sql_type = Nullable<Text>)]
    brand: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    category: Option<String>,
    #[diesel(sql_type = Nullable<Integer>)]
    grams: Option<i32>,
}

/// The offers of the products with these codes.
pub(crate) async fn offers(connection: &mut AsyncPgConnection, codes: &[ProductCode]) -> Result<Vec<Offer>, DbError> {
    let codes: Vec<String> = codes.iter().map(ProductCode::folded).collect();
    let offered = Sql::new(
        "SELECT p.id, p.code, p.name, p.images, p.price_cents, p.last_price_cents, p.stock, p.brand, p.category, w.grams
        FROM products p LEFT JOIN product_weights w ON w.product_id = p.id WHERE lower(p.code COLLATE \"C\")",
    );
    let rows: Vec<OfferRow> = offered.any_of(codes).load(connection).await?;
    rows.into_iter().map(offer_of).collect()
}

fn offer_of(row: OfferRow) -> Result<Offer, DbError> {
    let label = |text: Option<String>| stored("label", text.as_deref().map(Label::parse_known).transpose());
    Ok(Offer {
        product_id: ProductId::new(row.id),
        code: code_of(&row.code)?,
        name: stored("product name", ProductName::parse_known(&row.name))?,
        image: row.images.as_slice().first().map(|image| image_of(image)).transpose()?,
        brand: label(row.brand)?,
        category: label(row.category)?,
        prices: prices_of(row.price_cents, row.last_price_cents)?,
        stock: stock_of(row.stock)?,
        weight: weight_of(row.grams)?.unwrap_or_default(),
    })
}
