//! The bodies of the calls that cancel and edit orders, and note calls and notes.

use domain::payments::cod_confirmation::CallOutcome;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::body::present;
use crate::orders::order_history::{NoteVisibilityJson, OrderEventJson};
use crate::orders::order_json::OrderStatusJson;
use crate::response::problem::Problem;
use crate::response::word_json::word_json;

/// A change of an order. Absent fields stay as they are; null clears notes and payment.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderUpdate {
    /// The status that the caller saw. If the order has another one by now, the answer is 409 `order.status_changed` with the
    /// present `order`.
    #[schema(value_type = Option<OrderStatusJson>)]
    pub expected_status: Option<String>,
    /// processing, shipped, completed or cancelled.
    #[schema(value_type = Option<OrderStatusJson>)]
    pub status: Option<String>,
    /// At most 2,000 characters; null or empty clears them.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, required = false, max_length = 2000)]
    pub notes: Option<Option<String>>,
    /// Reference of a payment received outside the shop: the first one books a charge of `total` by hand, another one replaces its
    /// reference, null or empty reverses it. 409 `payment.not_by_hand` for a payment that the gateway or a slip proves, and
    /// `payment.reference_used` with `orderId` where an order has it already, compared by letters and digits without case.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, required = false, max_length = 200)]
    pub payment_id: Option<Option<String>>,
    /// true books a refund by hand of what is held (409 `payment.nothing_held` for nothing), false reverses it. A large one needs a
    /// confirmed session, as `POST /api/orders/{orderId}/refunds` does.
    pub refunded: Option<bool>,
}

word_json! {
    /// The outcomes of a call to the customer.
    pub CallOutcomeJson as CallOutcome of CallOutcome
}

/// What came of a call to the customer.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CodConfirmationRequest {
    /// The outcome.
    #[schema(value_type = Option<CallOutcomeJson>, required = true, nullable = false)]
    pub outcome: Option<String>,
}

/// A wish to cancel an order.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CancelRequest {
    /// Why; null and blank text count as none.
    #[schema(max_length = 500)]
    pub reason: Option<String>,
}

/// A wish to cancel several orders.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelOrdersRequest {
    /// 1 to 200 numbers of orders; a number that is sent twice counts once.
    #[schema(required = true, nullable = false, min_items = 1, max_items = 200)]
    pub order_ids: Option<Vec<String>>,
    /// Why, for the customers; null and blank text count as none.
    #[schema(max_length = 500)]
    pub reason: Option<String>,
}

/// What became of the orders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelOrdersResponse {
    /// The sentence to show.
    pub message: String,
    /// One for each order, in the order of the request; texts that are no numbers of orders come last.
    pub outcomes: Vec<CancelOutcomeJson>,
}

/// What became of one order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CancelOutcome)]
pub struct CancelOutcomeJson {
    /// The number.
    pub order_id: String,
    /// Whether it was cancelled by this call.
    pub cancelled: bool,
    /// The code of the problem that kept it, such as `order.not_cancellable`; null where it was cancelled.
    #[schema(required = true)]
    pub code: Option<&'static str>,
    /// The sentence about that problem.
    #[schema(required = true)]
    pub message: Option<String>,
}

impl CancelOutcomeJson {
    pub(crate) fn of(order_id: String, problem: Option<Problem>) -> Self {
        let (code, message) = problem.map(|problem| (problem.code(), problem.message().to_owned())).unzip();
        Self { order_id, cancelled: code.is_none(), code, message }
    }
}

/// A note.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OrderNoteRequest {
    /// The text.
    #[schema(required = true, nullable = false, max_length = 2000, pattern = r"\S")]
    pub text: Option<String>,
    /// Who reads it.
    #[schema(value_type = Option<NoteVisibilityJson>, required = true, nullable = false)]
    pub visibility: Option<String>,
}

/// The note that was added.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderNoteResponse {
    /// The sentence to show.
    pub message: &'static str,
    /// Its event in the order's history.
    pub event: OrderEventJson,
}
