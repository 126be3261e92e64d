//! The lists of payments that staff work through: `GET /api/admin/slips` and `GET /api/admin/refunds` (contract-commerce, section 8).

use actix_web::{HttpRequest, HttpResponse, web};
use domain::accounts::permission::Permission;
use domain::orders::payment::repository::{ListedSlip, PaymentRepository};
use domain::payments::slip::SlipState;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::field_errors::FieldErrors;
use crate::extract::paging::{page_headers, page_request};
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::RateLimit;
use crate::orders::order_json::OrderJson;
use crate::orders::payment_json::SlipJson;
use crate::orders::payment_names::SlipStateJson;
use crate::response::money_json::{Cents, MoneyJson};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Limited, WithParameters};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, slips, access: Access::Staff(Permission::ReadPayments), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, refunds, access: Access::Staff(Permission::ReadPayments), limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// A bank slip of the list, with what staff compare it with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListedSlip)]
pub struct ListedSlipJson {
    order_id: String,
    /// The recipient of the order.
    name: String,
    total: MoneyJson,
    /// What the customer has still to pay.
    #[schema(value_type = f64)]
    amount_due: Cents,
    slip: SlipJson,
}

impl From<ListedSlip> for ListedSlipJson {
    fn from(ListedSlip { slip, order }: ListedSlip) -> Self {
        Self {
            amount_due: Cents(order.figures().amount_due_cents()),
            total: MoneyJson(order.total),
            name: order.shipping.name.as_str().to_owned(),
            order_id: order.id.as_str().to_owned(),
            slip: SlipJson::of(&slip, true),
        }
    }
}

/// One page of bank slips, oldest first.
#[utoipa::path(get, path = "/api/admin/slips", tag = "payments", operation_id = "listSlips",
    params(("state" = Option<SlipStateJson>, Query, description = "inReview, if absent"), ("limit" = Option<u16>, Query, minimum = 1, maximum = 500), ("after" = Option<String>, Query)),
    responses((status = 200, body = [ListedSlipJson], headers(("X-Total-Count" = String), ("Link" = String))), ForAdmins, WithParameters, Limited, Failures))]
async fn slips(payments: web::Data<dyn PaymentRepository>, request: HttpRequest, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let state = errors.optional("state", query.get("state"), SlipState::parse).unwrap_or(SlipState::InReview);
    let page = page_request(&query, &mut errors);
    errors.check()?;
    let page = payments.slips(state, &page).await?;
    let mut response = HttpResponse::Ok();
    page_headers(&mut response, &request, &query, &page);
    let slips: Vec<ListedSlipJson> = page.items.into_iter().map(Into::into).collect();
    Ok(private(response, &slips))
}

/// One page of the orders of which money has to go back or is on its way, oldest order first.
#[utoipa::path(get, path = "/api/admin/refunds", tag = "payments", operation_id = "listRefunds",
    params(("limit" = Option<u16>, Query, minimum = 1, maximum = 500), ("after" = Option<String>, Query)),
    responses((status = 200, body = [OrderJson], headers(("X-Total-Count" = String), ("Link" = String))), ForAdmins, WithParameters, Limited, Failures))]
async fn refunds(payments: web::Data<dyn PaymentRepository>, request: HttpRequest, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let page = page_request(&query, &mut errors);
    errors.check()?;
    let page = payments.refunds(&page).await?;
    let mut response = HttpResponse::Ok();
    page_headers(&mut response, &request, &query, &page);
    let orders: Vec<OrderJson> = page.items.into_iter().map(OrderJson::for_staff).collect();
    Ok(private(response, &orders))
}
