//! `POST /api/orders/{orderId}/cancel`: cancelling an order before it is packed (contract-commerce, section 4).

use actix_web::{HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::cancel_order::CancelOrderError;
use domain::catalog::ports::CatalogueChange;
use domain::orders::order_id::OrderId;
use domain::shared::text::CancelReason;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::authentication::{SignedIn, actor};
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::Rule;
use crate::orders::order_json::{OrderJson, OrderResponse};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Failures, ForUsers, Limited, Missing, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let changes = Some(CatalogueChange::Stock);
    route!(table, cancel, access: Access::SignedIn, limit: Limit::PerUser(Rule::ChangeDetails), changes: changes);
}

/// A wish to cancel an order.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CancelRequest {
    /// Why; null and blank text count as none.
    #[schema(max_length = 500)]
    pub reason: Option<String>,
}

/// Cancels an order that is not packed, for its owner and administrators. Its units go back on the shelf. A packed order, one further
/// on and a cancelled one are 409 `order.not_cancellable` with the present `order`.
#[utoipa::path(post, path = "/api/orders/{orderId}/cancel", tag = "orders", operation_id = "cancelOrder", request_body = CancelRequest,
    params(("orderId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, ForUsers, Missing, Conflicting, Limited, Failures))]
async fn cancel(
    orders: web::Data<OrderUseCases>,
    id: web::Path<String>,
    SignedIn(who): SignedIn,
    Body(body): Body<CancelRequest>,
) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| CancelOrderError::NotFound)?;
    let mut errors = FieldErrors::default();
    let reason = errors.optional("reason", body.reason.as_deref().filter(|text| !text.trim().is_empty()), CancelReason::parse);
    errors.check()?;
    let order = orders.cancel_order.run(&who, &actor(&who), &id, reason).await.map_err(|error| match error {
        CancelOrderError::NotCancellable(ref order) => {
            let order = OrderJson::for_user(order.as_ref().clone(), &who);
            Problem::from(error).with("order", order)
        }
        other => other.into(),
    })?;
    Ok(private(
        HttpResponse::Ok(),
        &OrderResponse { message: "Order cancelled successfully!".into(), order: OrderJson::for_user(order, &who) },
    ))
}
