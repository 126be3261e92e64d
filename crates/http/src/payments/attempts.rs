//! `POST /api/orders/{orderId}/payments`: sending a customer to the payment gateway (contract-commerce, section 2).

use std::collections::BTreeMap;

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use application::orders::show_order::ShowOrderError;
use application::payments::card_payments::StartedPayment;
use application::payments::payment_service::PaymentService;
use domain::orders::payment::error::PaymentError;
use domain::shared::order_id::OrderId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::order_key::OrderHolder;
use crate::middleware::rate_limit::RateLimit;
use crate::orders::payment_json::unavailable;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, Failures, ForUsers, Limited, NotFound, OutsideTerms};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, start, access: Access::OrderHolder, limit: Limit::PerUser(RateLimit::PlaceOrder), changes: None);
}

/// A form that the browser submits to the gateway.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentAttempt)]
pub struct PaymentAttemptJson {
    #[schema(example = "ORD-7K3M-Q9TX-001")]
    attempt_id: String,
    /// The address of the gateway's page.
    action: String,
    /// The names and values of the form's hidden fields.
    fields: BTreeMap<&'static str, String>,
}

impl From<StartedPayment> for PaymentAttemptJson {
    fn from(started: StartedPayment) -> Self {
        let StartedPayment { attempt, form, .. } = started;
        Self { attempt_id: attempt.id.to_string(), action: form.action, fields: form.fields.into_iter().collect() }
    }
}

/// Starts a payment of what is due of an order, or answers the one that the gateway has not answered for up to 15 minutes.
#[utoipa::path(post, path = "/api/orders/{orderId}/payments", tag = "payments", operation_id = "startPayment", params(("orderId" = String, Path)),
    responses((status = 201, body = PaymentAttemptJson), (status = 200, description = "An attempt that is open", body = PaymentAttemptJson),
        ForUsers, NotFound, Conflict, OutsideTerms, Limited, Failures))]
async fn start(payments: web::Data<PaymentService>, who: OrderHolder, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| ShowOrderError::NotFound)?;
    let started = payments.start(&who.0, &id).await.map_err(|error| match error {
        PaymentError::Unavailable(reason) => unavailable(error, reason),
        other => other.into(),
    })?;
    let mut answer = if started.is_new { HttpResponse::Created() } else { HttpResponse::Ok() };
    Ok(answer.insert_header((CACHE_CONTROL, "no-store")).json(PaymentAttemptJson::from(started)))
}
