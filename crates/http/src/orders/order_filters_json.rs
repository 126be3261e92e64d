//! The filters of lists of orders in queries.

use application::orders::list_orders::WantedOrders;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::order_filters::PaymentFilter;
use domain::orders::order_status::OrderStatus;
use domain::shared::faults::InvalidValue;
use domain::shared::text::SearchText;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::field_errors::FieldErrors;
use crate::extract::query_params::{QueryParams, parse_day, parse_flag};
use crate::response::word_json::word_json;

/// A filter by packing and delivery.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FulfilmentFilter)]
pub enum FulfilmentFilterJson {
    /// The packing queue.
    ToPack,
    /// Not packed yet.
    Unfulfilled,
    /// Packed.
    Packed,
    /// Packed, and waits for the customer at the shop.
    ReadyForPickup,
    /// With the courier.
    HandedOver,
    /// With the customer.
    Delivered,
}

word_json! {
    /// A filter by payment.
    pub PaymentFilterJson as PaymentFilter of PaymentFilter
}

/// The filters that a query names, without `mine` and `customer`. Errors are noted.
pub(super) fn filters_of(query: &QueryParams, errors: &mut FieldErrors) -> WantedOrders {
    let point = errors.optional("fulfilment", query.get("fulfilment"), parse_point);
    let wanted = WantedOrders {
        status: errors.optional("status", query.get("status"), OrderStatus::parse),
        fulfilment: point.flatten(),
        is_to_pack: point == Some(None),
        to_call: errors.optional("toCall", query.get("toCall"), parse_flag).unwrap_or(false),
        payment: errors.optional("payment", query.get("payment"), PaymentFilter::parse),
        has_attention: errors.optional("attention", query.get("attention"), parse_flag),
        first_day: errors.optional("from", query.get("from"), parse_day),
        last_day: errors.optional("to", query.get("to"), parse_day),
        text: errors.optional("q", query.get("q"), SearchText::parse).filter(|text| !text.is_empty()),
        ..WantedOrders::default()
    };
    if wanted.first_day.zip(wanted.last_day).is_some_and(|(first, last)| last < first) {
        errors.add("to", "must not be before the first day");
    }
    wanted
}

/// A point of packing and delivery; `None` for the packing queue.
fn parse_point(text: &str) -> Result<Option<FulfilmentStatus>, InvalidValue> {
    if text == "toPack" { Ok(None) } else { FulfilmentStatus::parse(text).map(Some) }
}
