//! `POST /api/orders/cancel`: cancelling several orders that are not packed, for staff.

use actix_web::{HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::cancel_order::CancelOrderError;
use application::orders::cancel_orders::{Cancelled, MAX_ORDERS};
use domain::accounts::permission::Permission;
use domain::catalog::ports::CatalogueChange;
use domain::orders::order_id::OrderId;
use domain::shared::error::FeatureError as _;
use domain::shared::text::CancelReason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::cache::note_change::answering;
use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let changes = Some(CatalogueChange::Stock);
    route!(table, cancel_several, access: Access::Staff(Permission::CancelProcessingOrders), limit: Limit::Unlimited, changes: changes);
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
    fn of(order_id: String, outcome: Result<(), &CancelOrderError>) -> Self {
        let error = outcome.err();
        Self { order_id, cancelled: error.is_none(), code: error.map(CancelOrderError::code), message: error.map(ToString::to_string) }
    }
}

impl From<Cancelled> for CancelOutcomeJson {
    fn from(Cancelled { id, outcome }: Cancelled) -> Self {
        Self::of(id.as_str().to_owned(), outcome.as_ref().map(|_| ()))
    }
}

/// Cancels several orders that are not packed. Each is cancelled, or kept, on its own: the answer has an outcome for each of them. Their
/// units go back on the shelf, and their customers are mailed.
#[utoipa::path(post, path = "/api/orders/cancel", tag = "orders", operation_id = "cancelOrders", request_body = CancelOrdersRequest,
    responses((status = 200, body = CancelOrdersResponse), WithBody, ForAdmins, Failures))]
async fn cancel_several(
    orders: web::Data<OrderUseCases>,
    admin: Admin,
    Body(body): Body<CancelOrdersRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let reason = errors.optional("reason", body.reason.as_deref().filter(|text| !text.trim().is_empty()), CancelReason::parse);
    let sent = body.order_ids.unwrap_or_default();
    if !(1..=MAX_ORDERS).contains(&sent.len()) {
        errors.add("orderIds", format!("must be 1 to {MAX_ORDERS} numbers of orders"));
    }
    errors.check()?;
    let (known, unknown) = numbers(sent);
    let outcomes = orders.cancel_orders.run(&admin.principal, &admin.actor, &known, reason.as_ref()).await;
    let unknown = unknown.into_iter().map(|number| CancelOutcomeJson::of(number, Err(&CancelOrderError::NotFound)));
    let outcomes: Vec<CancelOutcomeJson> = outcomes.into_iter().map(Into::into).chain(unknown).collect();
    let cancelled = outcomes.iter().filter(|outcome| outcome.cancelled).count();
    let message = format!("{cancelled} of {} orders cancelled.", outcomes.len());
    Ok(answering(private(HttpResponse::Ok(), &CancelOrdersResponse { message, outcomes }), cancelled > 0))
}

/// The numbers of orders, each once, and the texts that are none.
fn numbers(sent: Vec<String>) -> (Vec<OrderId>, Vec<String>) {
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for text in sent {
        match OrderId::parse(&text) {
            Ok(id) if known.contains(&id) => {}
            Ok(id) => known.push(id),
            Err(_) => unknown.push(text),
        }
    }
    (known, unknown)
}
