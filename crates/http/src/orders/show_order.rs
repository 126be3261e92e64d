//! `GET /api/orders/{orderId}`: one order (contract, Orders).

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::show_order::ShowOrderError;
use domain::shared::order_id::OrderId;

use crate::extract::authentication::SignedIn;
use crate::middleware::rate_limit::Rule;
use crate::orders::order_json::OrderJson;
use crate::response::problem::Problem;
use crate::response::refusals::Missing;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show, access: Access::SignedIn, limit: Limit::PerAddress(Rule::Read), changes: None);
}

/// One order, for its owner and administrators.
#[utoipa::path(get, path = "/api/orders/{orderId}", tag = "orders", operation_id = "showOrder", params(("orderId" = String, Path)),
    responses((status = 200, body = OrderJson), Missing))]
async fn show(orders: web::Data<OrderUseCases>, who: SignedIn, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| ShowOrderError::NotFound)?;
    let order = orders.show_order.run(&who.0, &id).await?;
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(OrderJson::for_user(order, &who.0)))
}
