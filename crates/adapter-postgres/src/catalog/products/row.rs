//! A product as a row.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable};
use domain::catalog::product::{Prices, Product, ProductDetails};
use domain::catalog::product_code::ProductCode;
use domain::catalog::shade::{HexColour, Shade};
use domain::catalog::weight::Weight;
use domain::shared::ids::ProductId;
use domain::shared::money::Money;
use domain::shared::quantity::Stock;
use domain::shared::text::{AltName, Description, Label, PictureUrl, ProductName};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::catalog::search_text::fold;
use crate::error::{DbError, stored};
use crate::schema::products;

/// The columns of [`products`].
#[derive(Clone, Debug, Queryable, Selectable, QueryableByName, Insertable, serde::Serialize)]
#[diesel(table_name = products, check_for_backend(diesel::pg::Pg))]
pub(crate) struct ProductRow {
    pub(crate) id: Uuid,
    pub(crate) code: String,
    pub(crate) stock: i32,
    pub(crate) version: i32,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) updated_at: DateTime<Utc>,
    #[diesel(embed)]
    #[serde(flatten)]
    pub(crate) details: DetailColumns,
}

/// The columns of [`ProductDetails`], and the keys by which they are compared and sorted.
#[derive(Clone, Debug, Queryable, Selectable, QueryableByName, Insertable, AsChangeset, serde::Serialize)]
#[diesel(table_name = products, treat_none_as_null = true, check_for_backend(diesel::pg::Pg))]
pub(crate) struct DetailColumns {
    name: String,
    alt_names: Vec<String>,
    images: Vec<String>,
    description: String,
    price_cents: i64,
    last_price_cents: i64,
    brand: Option<String>,
    category: Option<String>,
    family: Option<String>,
    shade_name: Option<String>,
    shade_hex: Option<String>,
    name_key: String,
    brand_key: Option<String>,
    category_key: Option<String>,
}

/// A product with its weight and its sales of 30 days.
#[derive(Clone, Debug, QueryableByName)]
pub(crate) struct ListedRow {
    #[diesel(embed)]
    pub(crate) product: ProductRow,
    #[diesel(sql_type = Nullable<Integer>)]
    pub(crate) grams: Option<i32>,
    #[diesel(sql_type = BigInt)]
    pub(crate) total_sales: i64,
}

impl From<&ProductDetails> for DetailColumns {
    fn from(details: &ProductDetails) -> Self {
        let text = |label: &Option<Label>| label.as_ref().map(|l| l.as_str().to_owned());
        Self {
            name: details.name.as_str().to_owned(),
            alt_names: details.alt_names.iter().map(|n| n.as_str().to_owned()).collect(),
            images: details.images.iter().map(|i| i.as_str().to_owned()).collect(),
            description: details.description.as_str().to_owned(),
            price_cents: details.prices.price().cents(),
            last_price_cents: details.prices.last_price().cents(),
            brand: text(&details.brand),
            category: text(&details.category),
            family: text(&details.family),
            shade_name: details.shade.as_ref().map(|s| s.name.as_str().to_owned()),
            shade_hex: details.shade.as_ref().map(|s| s.hex.as_str().to_owned()),
            name_key: fold(details.name.as_str()),
            brand_key: details.brand.as_ref().map(label_key),
            category_key: details.category.as_ref().map(label_key),
        }
    }
}

impl From<&Product> for ProductRow {
    fn from(product: &Product) -> Self {
        Self {
            id: product.id.uuid(),
            code: product.code.as_str().to_owned(),
            stock: units(product.stock),
            version: product.version,
            created_at: product.created_at,
            updated_at: product.updated_at,
            details: DetailColumns::from(&product.details),
        }
    }
}

/// The key by which brands and categories are compared.
fn label_key(label: &Label) -> String {
    fold(label.as_str())
}

/// The product in a row, with the weight of `product_weights`.
pub(crate) fn product_of(row: ProductRow, grams: Option<i32>, total_sales: i64) -> Result<Product, DbError> {
    Ok(Product {
        id: ProductId::new(row.id),
        code: code_of(&row.code)?,
        stock: stock_of(row.stock)?,
        total_sales: stored("number of sales", u64::try_from(total_sales))?,
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
        details: details_of(row.details, grams)?,
    })
}

fn details_of(row: DetailColumns, grams: Option<i32>) -> Result<ProductDetails, DbError> {
    let label = |text: Option<String>| stored("label", text.as_deref().map(Label::parse_known).transpose());
    Ok(ProductDetails {
        name: stored("product name", ProductName::parse_known(&row.name))?,
        alt_names: row.alt_names.iter().map(|n| stored("alternative name", AltName::parse_known(n))).collect::<Result<_, _>>()?,
        images: row.images.iter().map(|i| image_of(i)).collect::<Result<_, _>>()?,
        description: stored("description", Description::parse_known(&row.description))?,
        prices: prices_of(row.price_cents, row.last_price_cents)?,
        brand: label(row.brand)?,
        category: label(row.category)?,
        family: label(row.family)?,
        shade: shade_of(row.shade_name, row.shade_hex)?,
        weight: weight_of(grams)?,
    })
}

/// A stored product code.
pub(crate) fn code_of(text: &str) -> Result<ProductCode, DbError> {
    stored("product code", ProductCode::parse(text))
}

/// Units in the type of their column; [`Stock::MAX`] always fits.
pub(crate) fn units(stock: Stock) -> i32 {
    i32::try_from(stock.get()).unwrap_or(i32::MAX)
}

pub(crate) fn stock_of(units: i32) -> Result<Stock, DbError> {
    stored("stock", Stock::parse(i64::from(units)))
}

/// A stored picture address.
pub(crate) fn image_of(text: &str) -> Result<PictureUrl, DbError> {
    stored("picture", PictureUrl::parse_known(text))
}

pub(crate) fn prices_of(price_cents: i64, last_price_cents: i64) -> Result<Prices, DbError> {
    let price = stored("price", Money::from_cents(price_cents))?;
    let last_price = stored("last price", Money::from_cents(last_price_cents))?;
    stored("pair of prices", Prices::new(price, Some(last_price)))
}

pub(crate) fn weight_of(grams: Option<i32>) -> Result<Option<Weight>, DbError> {
    stored("weight", grams.map(|grams| Weight::parse(i64::from(grams))).transpose())
}

/// A weight in the type of its column; [`Weight::MAX`] always fits.
pub(crate) fn grams_of(weight: Option<Weight>) -> Option<i32> {
    weight.and_then(|weight| i32::try_from(weight.grams()).ok())
}

fn shade_of(name: Option<String>, hex: Option<String>) -> Result<Option<Shade>, DbError> {
    let (Some(name), Some(hex)) = (name, hex) else { return Ok(None) };
    let name = stored("shade name", Label::parse_known(&name))?;
    Ok(Some(Shade { name, hex: stored("shade colour", HexColour::parse(&hex))? }))
}

/// A product's values in the audit log: its details by the names of their columns, those of prices in cents.
pub(crate) fn audited(product: &Product) -> Result<Value, DbError> {
    let mut values = json!({
        "productId": product.code.as_str(),
        "stock": product.stock.get(),
        "weightGrams": grams_of(product.details.weight),
        "version": product.version,
    });
    if let (Value::Object(values), Value::Object(columns)) = (&mut values, serde_json::to_value(DetailColumns::from(&product.details))?) {
        let shown = columns.into_iter().filter(|(column, _)| !column.ends_with("_key"));
        values.extend(shown.map(|(column, value)| (audited_name(&column), value)));
    }
    Ok(values)
}

/// The name of a column in the audit log, as in the JSON calls: `alt_names` is `altNames`.
fn audited_name(column: &str) -> String {
    let column = if column == "name" { "product_name" } else { column };
    let mut parts = column.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| {
        let (initial, rest) = part.split_at(part.len().min(1));
        name + &initial.to_ascii_uppercase() + rest
    })
}
