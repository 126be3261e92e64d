//! What happened to an order (contract, Orders).

use actix_web::{HttpResponse, web};
use application::orders::show_order::ShowOrderError;
use chrono::{DateTime, Utc};
use domain::orders::order_event::OrderEvent;
use domain::orders::order_id::OrderId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app_state::AppState;
use crate::extract::authentication::Admin;
use crate::orders::json::OrderStatusJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Limited, Missing};

/// One step of an order's history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderEvent)]
pub struct OrderEventJson {
    /// When.
    at: DateTime<Utc>,
    /// Who: the customer who placed it, or an administrator; null for the operator.
    #[schema(required = true)]
    actor_email: Option<String>,
    /// Where the order stood; null where it was placed.
    #[schema(required = true)]
    from: Option<OrderStatusJson>,
    /// Where it stood then.
    to: OrderStatusJson,
    /// The `X-Request-Id` it was done with; null where it was placed.
    #[schema(required = true)]
    request_id: Option<String>,
}

impl From<OrderEvent> for OrderEventJson {
    fn from(event: OrderEvent) -> Self {
        Self {
            at: event.at,
            actor_email: event.actor.map(|email| email.as_str().to_owned()),
            from: event.from.map(Into::into),
            to: event.to.into(),
            request_id: event.request_id,
        }
    }
}

/// What happened to an order, oldest first; the newest 500 steps where there are more.
#[utoipa::path(get, path = "/api/orders/{orderId}/events", tag = "orders", operation_id = "orderHistory", security(("bearer" = [])), params(("orderId" = String, Path)),
    responses((status = 200, body = [OrderEventJson]), ForAdmins, Missing, Limited, Failures))]
pub async fn events(state: web::Data<AppState>, _admin: Admin, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| ShowOrderError::NotFound)?;
    let events = state.use_cases.orders.show_order_history.run(&id).await?;
    let events: Vec<OrderEventJson> = events.into_iter().map(Into::into).collect();
    Ok(private(HttpResponse::Ok(), &events))
}
