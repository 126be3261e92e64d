//! Carts and quotes in JSON.

use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::district::District;
use domain::orders::quote::{Quote, QuoteLine};
use domain::orders::quote_options::QuoteChoices;
use domain::payments::payment_method::PaymentMethod;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::delivery::delivery_json::DeliveryOptionJson;
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::extract::json_object::object_only;
use crate::orders::delivery_json::{ExplanationLineJson, PaymentOptionJson};
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
    /// One of the 25 districts of `GET /api/shop`; without it the order is priced for the districts without a zone.
    #[schema(max_length = 100)]
    pub district: Option<String>,
    /// standard, express or pickup; absent: the shop's default.
    #[schema(pattern = "^(standard|express|pickup)$")]
    pub delivery_method: Option<String>,
    /// cod, bankTransfer or payhere; absent: the shop's default.
    #[schema(pattern = "^(cod|bankTransfer|payhere)$")]
    pub payment_method: Option<String>,
}

impl QuoteRequest {
    /// The choices of delivery and payment; mistakes are noted per field.
    pub(crate) fn choices(&self, errors: &mut FieldErrors) -> QuoteChoices {
        QuoteChoices {
            district: errors.optional("district", self.district.as_deref(), District::parse),
            delivery_method: errors.optional("deliveryMethod", self.delivery_method.as_deref(), DeliveryMethod::parse),
            payment_method: errors.optional("paymentMethod", self.payment_method.as_deref(), PaymentMethod::parse),
        }
    }
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
    /// What is paid: `labeledTotal − discount`.
    total: MoneyJson,
    /// Before discount: goods at full price, delivery and the fee of the method of payment.
    labeled_total: MoneyJson,
    /// What goods and delivery are reduced by.
    discount: MoneyJson,
    /// The goods at their present prices.
    items_total: MoneyJson,
    /// The chosen method of delivery; null where none is offered in the district.
    #[schema(required = true)]
    delivery: Option<DeliveryOptionJson>,
    /// The methods of delivery that are offered.
    delivery_options: Vec<DeliveryOptionJson>,
    /// The chosen method of payment.
    payment_method: &'static str,
    /// The methods of payment that the shop offers.
    payment_options: Vec<PaymentOptionJson>,
    /// The lines that sum to `total`.
    explanation: Vec<ExplanationLineJson>,
    /// One line per product.
    items: Vec<QuoteItemJson>,
}

impl From<Quote> for QuoteJson {
    fn from(quote: Quote) -> Self {
        Self {
            total: MoneyJson(quote.total),
            labeled_total: MoneyJson(quote.labeled_total),
            discount: MoneyJson(quote.discount),
            items_total: MoneyJson(quote.items_total),
            delivery: quote.options.delivery.map(Into::into),
            delivery_options: quote.options.delivery_options.into_iter().map(Into::into).collect(),
            payment_method: quote.options.payment.method.as_str(),
            payment_options: quote.options.payment_options.into_iter().map(Into::into).collect(),
            explanation: quote.explanation.into_iter().map(Into::into).collect(),
            items: quote.lines.into_iter().map(Into::into).collect(),
        }
    }
}
