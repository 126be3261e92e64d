//! Carts and quotes in JSON.

use domain::orders::quote::{Quote, QuoteLine};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::integer;
use crate::extract::json_object::object_only;
use crate::response::money_json::MoneyJson;

/// A product and its quantity.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub struct OrderedItem {
    /// The product's id.
    #[schema(required = true, nullable = false, max_length = 64, pattern = "^[A-Za-z0-9][A-Za-z0-9_-]*$")]
    pub product_id: Option<String>,
    /// The quantity, 1 to 1,000,000.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 1, maximum = 1_000_000)]
    pub quantity: Option<i64>,
}

object_only!(OrderedItem);

/// A cart to price.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteRequest {
    /// 1 to 100 lines.
    #[schema(required = true, nullable = false, min_items = 1, max_items = 100)]
    pub ordered_items: Option<Vec<OrderedItem>>,
}

/// One line of a quote.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuoteItem)]
pub struct QuoteItemJson {
    product_id: String,
    name: String,
    #[schema(required = true)]
    image: Option<String>,
    price: MoneyJson,
    last_price: MoneyJson,
    quantity: u32,
    line_total: MoneyJson,
    stock: u32,
    available: bool,
}

impl From<QuoteLine> for QuoteItemJson {
    fn from(line: QuoteLine) -> Self {
        Self {
            available: line.available(),
            product_id: line.offer.code.as_str().to_owned(),
            name: line.offer.name.into_string(),
            image: line.offer.image.map(|i| i.into_string()),
            price: MoneyJson(line.offer.prices.price()),
            last_price: MoneyJson(line.offer.prices.last_price()),
            quantity: line.quantity.get(),
            line_total: MoneyJson(line.line_total),
            stock: line.offer.stock.get(),
        }
    }
}

/// The current price of a cart.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Quote)]
pub struct QuoteJson {
    /// The price after discount.
    total: MoneyJson,
    /// The price before discount.
    labeled_total: MoneyJson,
    /// The discount: the difference of both.
    discount: MoneyJson,
    /// One line per product.
    items: Vec<QuoteItemJson>,
}

impl From<Quote> for QuoteJson {
    fn from(quote: Quote) -> Self {
        Self {
            total: MoneyJson(quote.total),
            labeled_total: MoneyJson(quote.labeled_total),
            discount: MoneyJson(quote.discount),
            items: quote.lines.into_iter().map(Into::into).collect(),
        }
    }
}
