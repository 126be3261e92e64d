//! Products in JSON.

use std::sync::Arc;

use application::catalog::listed_product::ListedProduct;
use chrono::{DateTime, Utc};
use domain::catalog::product::Product;
use domain::catalog::shade::Shade;
use domain::catalog::weight::Weight;
use domain::shared::ports::PortError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::response::money_json::MoneyJson;

/// A named colour.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Shade)]
pub struct ShadeJson {
    /// The name of the colour.
    #[schema(max_length = 100, pattern = r"\S")]
    pub name: String,
    /// The colour as `#RRGGBB`.
    #[schema(pattern = "^#[0-9A-Fa-f]{6}$", example = "#A6202F")]
    pub hex: String,
}

impl From<Shade> for ShadeJson {
    fn from(shade: Shade) -> Self {
        Self { name: shade.name.into_string(), hex: shade.hex.as_str().to_owned() }
    }
}

/// The orders in which a list of products can be sorted.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ProductSort)]
pub enum ProductSortJson {
    /// The newest first.
    Newest,
    /// The cheapest first.
    Price,
    /// The most expensive first.
    #[serde(rename = "-price")]
    PriceDescending,
    /// By name.
    Name,
    /// Most units sold in 30 days first.
    Bestselling,
}

/// The stock alerts by which a list can be filtered.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = StockFilter)]
pub enum StockFilterJson {
    /// Out of stock.
    Out,
    /// 1 to 5 units in stock.
    Low,
    /// Products that sell out within 10 days at the sales of the last 30 days, and products with sales that are sold out.
    Replenish,
}

/// A product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Product)]
pub struct ProductJson {
    /// Identity.
    #[serde(rename = "_id")]
    id: String,
    /// The shop's own code of the product.
    product_id: String,
    /// Its name.
    product_name: String,
    /// Other names.
    alt_names: Vec<String>,
    /// Addresses of its pictures, the first one shown in lists.
    images: Vec<String>,
    /// Its description.
    description: String,
    /// Original price.
    price: MoneyJson,
    /// Current price.
    last_price: MoneyJson,
    /// Units in stock.
    stock: u32,
    /// Units sold in the last 30 days.
    total_sales: u64,
    /// Counts edits.
    version: i32,
    /// The brand.
    #[schema(required = true)]
    brand: Option<String>,
    /// The category.
    #[schema(required = true)]
    category: Option<String>,
    /// The product family of which it is one shade.
    #[schema(required = true)]
    family: Option<String>,
    /// Its shade within the family.
    #[schema(required = true)]
    shade: Option<ShadeJson>,
    /// The weight of a unit with its packaging, in grams; null counts as 200.
    #[schema(required = true, minimum = 1, maximum = 100_000)]
    weight_grams: Option<u32>,
    /// The time it was added.
    created_at: DateTime<Utc>,
    /// The time of the last edit.
    updated_at: DateTime<Utc>,
}

impl From<Product> for ProductJson {
    fn from(product: Product) -> Self {
        let details = product.details;
        Self {
            id: product.id.to_string(),
            product_id: product.code.as_str().to_owned(),
            product_name: details.name.into_string(),
            alt_names: details.alt_names.into_iter().map(|n| n.into_string()).collect(),
            images: details.images.into_iter().map(|i| i.into_string()).collect(),
            description: details.description.into_string(),
            price: MoneyJson(details.prices.price()),
            last_price: MoneyJson(details.prices.last_price()),
            stock: product.stock.get(),
            total_sales: product.total_sales,
            version: product.version,
            brand: details.brand.map(|b| b.into_string()),
            category: details.category.map(|c| c.into_string()),
            family: details.family.map(|f| f.into_string()),
            shade: details.shade.map(Into::into),
            weight_grams: details.weight.map(Weight::grams),
            created_at: product.created_at,
            updated_at: product.updated_at,
        }
    }
}

/// A product as answers contain it.
///
/// # Errors
/// [`PortError`] when it cannot be written.
pub fn write_product(product: &Product) -> Result<Box<str>, PortError> {
    serde_json::to_string(&ProductJson::from(product.clone())).map(String::into_boxed_str).map_err(PortError::internal)
}

/// The products as a JSON array.
pub(crate) fn product_array(products: &[Arc<ListedProduct>]) -> String {
    let mut array = String::with_capacity(products.iter().map(|listed| listed.written.len() + 1).sum::<usize>() + 2);
    array.push('[');
    for (place, listed) in products.iter().enumerate() {
        array.push_str(if place == 0 { "" } else { "," });
        array.push_str(&listed.written);
    }
    array.push(']');
    array
}

/// The product after a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductResponse {
    /// The sentence to show.
    pub message: &'static str,
    /// The product as it is now.
    pub product: ProductJson,
}
