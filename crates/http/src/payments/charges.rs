//! `POST /api/orders/{orderId}/charges`: money that came in and was counted by staff (contract-commerce, section 2).

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use application::orders::show_order::ShowOrderError;
use application::payments::payment_service::PaymentService;
use domain::accounts::permission::Permission;
use domain::orders::error::OrderError;
use domain::orders::payment::change::PaymentChange;
use domain::orders::payment::error::PaymentError;
use domain::payments::ledger::EntrySource;
use domain::payments::order_payment::NewCharge;
use domain::payments::payment_method::PaymentMethod;
use domain::shared::edit::Saved;
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::text::PaymentId;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::idempotency_key::{created_or_repeated, idempotency_key};
use crate::orders::order_json::{OrderJson, OrderResponse};
use crate::orders::payment_names::PaymentMethodJson;
use crate::response::money_json::RawNumber;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, Failures, ForAdmins, NotFound, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, charge, access: Access::Staff(Permission::ManagePayments), limit: Limit::Unlimited, changes: None);
}

/// Money that came in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChargeRequest {
    /// The method by which it came.
    #[schema(required = true, nullable = false, value_type = PaymentMethodJson)]
    pub method: Option<String>,
    /// How much, in LKR; more than 0.
    #[schema(required = true, nullable = false)]
    pub amount: Option<RawNumber>,
    /// Its name in the shop's books or at the bank.
    #[schema(required = true, nullable = false, max_length = 200, pattern = r"\S")]
    pub reference: Option<String>,
}

/// An amount of a booking is 0 or no amount.
#[derive(Debug, thiserror::Error)]
#[error("must be an amount above 0 with at most two decimals")]
pub(crate) struct AmountError;

/// An amount above 0.
pub(crate) fn positive(number: RawNumber) -> Result<Money, AmountError> {
    number.money().ok().filter(|amount| *amount > Money::ZERO).ok_or(AmountError)
}

/// Why a change was refused; a reference that was used names its order.
pub(crate) fn refusal(error: PaymentError) -> Problem {
    match error {
        PaymentError::Order(OrderError::ReferenceUsed(ref order)) => {
            let order = order.as_str().to_owned();
            Problem::from(error).with("orderId", order)
        }
        other => other.into(),
    }
}

/// Books money that came in. A reference that a payment has already is 409 `payment.reference_used` with `orderId`; receipts of cash may
/// be equal on several orders.
#[utoipa::path(post, path = "/api/orders/{orderId}/charges", tag = "payments", operation_id = "chargeOrder", request_body = ChargeRequest,
    params(("orderId" = String, Path), ("Idempotency-Key" = Option<String>, Header, max_length = 255, pattern = "^[!-~]([ -~]*[!-~])?$", description = "1 to 255 printable ASCII characters; the same key books the payment once")),
    responses((status = 201, body = OrderResponse), (status = 200, description = "The payment was booked before with this key", body = OrderResponse, headers(("Idempotent-Replayed" = String))),
        WithBody, ForAdmins, NotFound, Conflict, Failures))]
async fn charge(
    payments: web::Data<PaymentService>,
    id: web::Path<String>,
    request: HttpRequest,
    admin: Admin,
    Body(body): Body<ChargeRequest>,
) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| ShowOrderError::NotFound)?;
    let key = idempotency_key(request.headers())?;
    let change = PaymentChange::Charge(parse(body)?, key);
    let Saved { value: order, is_changed } = payments.change(&admin.actor, &id, change).await.map_err(refusal)?;
    let answer = OrderResponse { message: "Payment recorded.".into(), order: OrderJson::for_staff(order) };
    Ok(created_or_repeated(is_changed).insert_header((CACHE_CONTROL, "no-store")).json(answer))
}

fn parse(body: ChargeRequest) -> Result<NewCharge, Problem> {
    let mut errors = FieldErrors::default();
    let method = errors.required("method", body.method.as_deref(), PaymentMethod::parse);
    let amount = errors.required("amount", body.amount, positive);
    let reference = errors.required("reference", body.reference.as_deref(), PaymentId::parse);
    match (method, amount, reference) {
        (Some(method), Some(amount), Some(reference)) => {
            Ok(NewCharge { source: EntrySource::Hand, method, amount, reference, attempt: None })
        }
        _ => Err(errors.into_problem()),
    }
}
