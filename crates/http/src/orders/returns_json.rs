//! Returns in JSON.

use chrono::{DateTime, Utc};
use domain::orders::order::Order;
use domain::orders::returns::order_return::{Resolution, Return, ReturnItem, ReturnReason, ReturnState};
use serde::Serialize;
use utoipa::ToSchema;

use crate::response::money_json::MoneyJson;
use crate::response::word_json::word_json;

word_json! {
    /// The state of a return: `requested` waits for staff, `approved` for the goods.
    pub ReturnStateJson as ReturnState of ReturnState
}

word_json! {
    /// Why goods come back.
    pub ReturnReasonJson as ReturnReason of ReturnReason
}

word_json! {
    /// What the customer wants for the goods: their money, or the same goods again.
    pub ResolutionJson as ReturnResolution of Resolution
}

/// A return of units of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Return)]
pub struct ReturnJson {
    /// Its number within the order, from 1.
    return_id: u32,
    state: ReturnStateJson,
    reason: ReturnReasonJson,
    /// The customer's words.
    #[schema(required = true)]
    comment: Option<String>,
    resolution: ResolutionJson,
    /// When it was requested.
    at: DateTime<Utc>,
    /// Whether staff requested it for the customer.
    by_staff: bool,
    /// When it was approved, rejected or withdrawn.
    #[schema(required = true)]
    decided_at: Option<DateTime<Utc>>,
    /// What staff say of their decision.
    #[schema(required = true)]
    decision_reason: Option<String>,
    /// When the goods came.
    #[schema(required = true)]
    received_at: Option<DateTime<Utc>>,
    items: Vec<ReturnItemJson>,
    photos: Vec<ReturnPhotoJson>,
    /// What the order costs less by it; 0 before the goods came.
    credit: MoneyJson,
    /// The part of `credit` for delivery and the fee of the method of payment: where nothing is kept and the shop is at fault.
    delivery_credit: MoneyJson,
    /// Whether `GET /api/orders/{orderId}/returns/{returnId}/bank-account` has one.
    has_bank_account: bool,
}

/// Units of an item that come back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReturnItem)]
pub struct ReturnItemJson {
    product_id: String,
    name: String,
    /// The units that the customer wants to send back.
    quantity: u32,
    /// The units that came and are sold again.
    restocked: u32,
    /// The units that came and are not sold again.
    written_off: u32,
    /// What the units that came are worth.
    credit: MoneyJson,
}

/// A photo of a return.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReturnPhoto)]
pub struct ReturnPhotoJson {
    /// For `GET /api/orders/{orderId}/attachments/{id}`.
    photo_id: String,
    at: DateTime<Utc>,
}

/// The returns of an order, oldest first.
pub(crate) fn returns_of(order: &Order) -> Vec<ReturnJson> {
    order.returns.iter().map(|one| ReturnJson::of(order, one)).collect()
}

impl ReturnJson {
    fn of(order: &Order, one: &Return) -> Self {
        let item = |item: &ReturnItem| {
            let bought = order.items.get(item.position)?;
            Some(ReturnItemJson {
                product_id: bought.code.as_str().to_owned(),
                name: bought.name.as_str().to_owned(),
                quantity: item.quantity,
                restocked: item.restocked,
                written_off: item.written_off,
                credit: MoneyJson(item.credit),
            })
        };
        Self {
            return_id: one.number,
            state: one.state.into(),
            reason: one.reason.into(),
            comment: one.comment.as_ref().map(|comment| comment.as_str().to_owned()),
            resolution: one.resolution.into(),
            at: one.requested_at,
            by_staff: one.is_by_staff,
            decided_at: one.decided_at,
            decision_reason: one.decision.as_ref().map(|reason| reason.as_str().to_owned()),
            received_at: one.received_at,
            items: one.items.iter().filter_map(item).collect(),
            photos: one.photos.iter().map(|photo| ReturnPhotoJson { photo_id: photo.id.to_string(), at: photo.at }).collect(),
            credit: MoneyJson(one.credit),
            delivery_credit: MoneyJson(one.delivery_credit),
            has_bank_account: one.has_account,
        }
    }
}
