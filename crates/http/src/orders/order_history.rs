//! The history of an order (contract, Orders).

use actix_web::{HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::show_order::ShowOrderError;
use chrono::{DateTime, Utc};
use domain::orders::order_event::OrderEvent;
use domain::orders::order_id::OrderId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::middleware::rate_limit::Rule;
use crate::orders::order_json::OrderStatusJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Limited, Missing};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, events, access: Access::Admin, limit: Limit::PerAddress(Rule::Read), changes: None);
}

/// One step of an order's history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderEvent)]
pub struct OrderEventJson {
    /// The time.
    at: DateTime<Utc>,
    /// The e-mail of the actor, the customer or an administrator; null for the operator.
    #[schema(required = true)]
    actor_email: Option<String>,
    /// The status before; null for the first step, when the order was placed.
    #[schema(required = true)]
    from: Option<OrderStatusJson>,
    /// The status after.
    to: OrderStatusJson,
    /// The `X-Request-Id` of the change; null for the first step.
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

/// The history of an order, oldest first; the newest 500 steps if there are more.
#[utoipa::path(get, path = "/api/orders/{orderId}/events", tag = "orders", operation_id = "orderHistory", params(("orderId" = String, Path)),
    responses((status = 200, body = [OrderEventJson]), ForAdmins, Missing, Limited, Failures))]
async fn events(orders: web::Data<OrderUseCases>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| ShowOrderError::NotFound)?;
    let events = orders.show_order_history.run(&id).await?;
    let events: Vec<OrderEventJson> = events.into_iter().map(Into::into).collect();
    Ok(private(HttpResponse::Ok(), &events))
}
