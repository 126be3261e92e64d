//! Quotes in JSON.

use domain::orders::quote::{Quote, QuoteLine};
use serde::Serialize;
use utoipa::ToSchema;

use crate::delivery::delivery_json::DeliveryOptionJson;
use crate::invoices::vat_json::VatJson;
use crate::orders::delivery_json::{ExplanationLineJson, PaymentOptionJson};
use crate::orders::promotion_json::{AppliedPromotionJson, CouponJson, HintJson};
use crate::response::money_json::MoneyJson;

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
    /// Its part of what the promotion takes off the goods.
    discount: MoneyJson,
    /// What is paid for it: `lineTotal − discount`.
    net_total: MoneyJson,
    stock: u32,
    available: bool,
}

impl From<QuoteLine> for QuoteItemJson {
    fn from(line: QuoteLine) -> Self {
        Self {
            available: line.available(),
            net_total: MoneyJson(line.net_total()),
            product_id: line.offer.code.as_str().to_owned(),
            name: line.offer.name.into_string(),
            image: line.offer.image.map(|i| i.into_string()),
            price: MoneyJson(line.offer.prices.price()),
            last_price: MoneyJson(line.offer.prices.last_price()),
            quantity: line.quantity.get(),
            line_total: MoneyJson(line.line_total),
            discount: MoneyJson(line.discount),
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
    /// The VAT that `total` includes; absent where the shop is not registered for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    vat: Option<VatJson>,
    /// The promotions that make it cheaper: at most one of goods and one of delivery.
    promotions: Vec<AppliedPromotionJson>,
    /// What became of the coupon; null without a code.
    #[schema(required = true)]
    coupon: Option<CouponJson>,
    /// What more goods would bring: at most one hint of delivery and one of goods.
    hints: Vec<HintJson>,
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
            vat: quote.vat.map(Into::into),
            promotions: quote.promotions.applied.into_iter().map(Into::into).collect(),
            coupon: quote.promotions.coupon.map(Into::into),
            hints: quote.promotions.hints.into_iter().map(Into::into).collect(),
            items: quote.lines.into_iter().map(Into::into).collect(),
        }
    }
}
