//! `GET /api/orders`: pages of orders (contract, Orders).

use actix_web::{HttpRequest, HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::list_orders::WantedOrders;
use domain::shared::email::EmailAddress;

use crate::extract::authentication::SignedIn;
use crate::extract::field_errors::FieldErrors;
use crate::extract::paging::{page_request, page_response};
use crate::extract::query_params::{QueryParams, parse_flag};
use crate::middleware::rate_limit::Rule;
use crate::orders::order_filters_json::{FulfilmentFilterJson, PaymentFilterJson, filters_of};
use crate::orders::order_json::{OrderJson, OrderStatusJson};
use crate::response::problem::Problem;
use crate::response::refusals::WithParameters;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list, access: Access::SignedIn, limit: Limit::PerAddress(Rule::Read), changes: None);
}

/// The caller's own orders; for an administrator all orders, unless `mine=true`.
#[utoipa::path(get, path = "/api/orders", tag = "orders", operation_id = "listOrders",
    params(("mine" = Option<bool>, Query, description = "true: the caller's own orders, for administrators too"), ("customer" = Option<String>, Query, format = "idn-email", max_length = 254, description = "the e-mail that orders were placed with; a customer sees their own in any case"), ("status" = Option<OrderStatusJson>, Query), ("fulfilment" = Option<FulfilmentFilterJson>, Query, description = "orders at this point of packing and delivery that are not cancelled; toPack is the packing queue, which leaves out unpaid orders that are paid in advance"), ("toCall" = Option<bool>, Query, description = "true: orders whose customer has to be called before they are packed"), ("payment" = Option<PaymentFilterJson>, Query, description = "orders with this status of the payment; due: money is due, refundDue: money has to be returned, slipInReview: a bank slip waits for its review"), ("attention" = Option<bool>, Query, description = "true: orders of which something waits for the attention of staff, false: the others; for administrators"), ("from" = Option<NaiveDate>, Query, description = "placed on this day of the shop's zone or after it"), ("to" = Option<NaiveDate>, Query, description = "placed on this day of the shop's zone or before it"), ("q" = Option<String>, Query, max_length = 100, description = "part of the number, the recipient's name or the e-mail; for administrators also a telephone number in any spelling, the gateway's number of a payment or attempt, and a bank reference"), ("limit" = Option<u16>, Query, minimum = 1, maximum = 500), ("after" = Option<String>, Query)),
    responses((status = 200, body = [OrderJson], headers(("X-Total-Count" = String), ("Link" = String))), WithParameters))]
async fn list(orders: web::Data<OrderUseCases>, who: SignedIn, request: HttpRequest, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let wanted = WantedOrders {
        mine: errors.optional("mine", query.get("mine"), parse_flag).unwrap_or(false),
        customer: errors.optional("customer", query.get("customer"), EmailAddress::parse_known),
        ..filters_of(&query, &mut errors)
    };
    let page = page_request(&query, &mut errors);
    errors.check()?;
    let page = orders.list_orders.run(&who.0, wanted, page).await?;
    Ok(page_response(&request, &query, page, |order| OrderJson::for_user(order, &who.0)))
}
