//! Refunds: `POST /api/orders/{orderId}/refunds` and `POST /api/refunds/{refundId}/resolve` (contract-commerce, section 2).

use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use application::orders::show_order::ShowOrderError;
use application::payments::payment_service::PaymentService;
use domain::accounts::permission::Permission;
use domain::orders::error::OrderError;
use domain::orders::order::Order;
use domain::orders::payment::change::{PaymentChange, RefundResolution};
use domain::payments::order_payment::{PaymentRefusal, RefundRequest as Refund};
use domain::payments::refund::{RefundId, RefundReason, RefundVia};
use domain::shared::edit::Saved;
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::order_id::OrderId;
use domain::shared::text::PaymentId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::idempotency_key::{created_or_repeated, idempotency_key};
use crate::orders::order_json::OrderJson;
use crate::orders::payment_json::RefundJson;
use crate::orders::payment_names::RefundViaJson;
use crate::payments::charges::positive;
use crate::response::money_json::RawNumber;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, Failures, ForAdmins, NotFound, WithBody};
use crate::response::word_json::word_json;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, release, access: Access::Staff(Permission::Refund), limit: Limit::Unlimited, changes: None);
    route!(table, resolve, access: Access::Staff(Permission::Refund), limit: Limit::Unlimited, changes: None);
}

/// A refund to release.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundRequest {
    /// How much, in LKR; more than 0, and at most `refundable` of the payment, or its `refundableByGateway`. What exceeds `refundDue`
    /// becomes a credit.
    #[schema(required = true, nullable = false)]
    pub amount: Option<RawNumber>,
    /// `byHand` was returned already; `gateway` returns it.
    #[schema(required = true, nullable = false, value_type = RefundViaJson)]
    pub via: Option<String>,
    /// The name of the transfer back.
    #[schema(max_length = 200)]
    pub reference: Option<String>,
    /// Why.
    #[schema(required = true, nullable = false, max_length = 500, pattern = r"\S")]
    pub reason: Option<String>,
}

word_json! {
    /// What became of a refund.
    pub RefundOutcomeJson as RefundOutcome of RefundResolution
}

/// The resolution of a refund.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundResolutionRequest {
    /// What became of it.
    #[schema(required = true, nullable = false, value_type = RefundOutcomeJson)]
    pub outcome: Option<String>,
}

/// A refund and its order.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefundResponse {
    /// The sentence to show.
    message: String,
    refund: RefundJson,
    /// All refunds of the release, the first of which is `refund`: one for each payment at the gateway that the money goes back from.
    refunds: Vec<RefundJson>,
    order: OrderJson,
}

impl RefundResponse {
    /// The refund with this number, of this order.
    fn of(message: &str, order: Order, number: u32) -> Result<Self, Problem> {
        let refund = order.payment.refunds.iter().find(|refund| refund.number == number).ok_or_else(no_refund)?;
        let parts = order.payment.refunds.iter().filter(|part| part.part_of == Some(number));
        let refunds = std::iter::once(refund).chain(parts).map(|refund| RefundJson::of(&order.id, refund)).collect();
        Ok(Self { message: message.to_owned(), refund: RefundJson::of(&order.id, refund), refunds, order: OrderJson::for_staff(order) })
    }
}

/// Releases a refund. Through the gateway it is split over the payments that came through it: the smallest one that is enough, else the
/// largest one and the rest in the same way. 409 `payment.exceeds_held` above what is held less the refunds under way, and
/// `payment.exceeds_gateway` where less came through the gateway. Where the refunds of the order together exceed `confirmRefundsAbove` of the
/// settings of payments, the session must have been confirmed in the last 10 minutes (else 403 `auth.confirm_needed`), and all owners are
/// mailed.
#[utoipa::path(post, path = "/api/orders/{orderId}/refunds", tag = "payments", operation_id = "refundOrder", request_body = RefundRequest,
    params(("orderId" = String, Path), ("Idempotency-Key" = String, Header, max_length = 255, pattern = "^[!-~]([ -~]*[!-~])?$", description = "1 to 255 printable ASCII characters; the same key answers the first refund again")),
    responses((status = 201, body = RefundResponse), (status = 200, description = "The refund that was released before with this key", body = RefundResponse, headers(("Idempotent-Replayed" = String))),
        WithBody, ForAdmins, NotFound, Conflict, Failures))]
async fn release(
    payments: web::Data<PaymentService>,
    id: web::Path<String>,
    request: HttpRequest,
    admin: Admin,
    Body(body): Body<RefundRequest>,
) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| ShowOrderError::NotFound)?;
    let key = required_key(&request)?;
    let (request, guard) = (parse(body)?, payments.refund_guard(&admin.principal).await?);
    let change = PaymentChange::Release { request, key: key.clone(), guard };
    let Saved { value: order, is_changed } = payments.change(&admin.actor, &id, change).await?;
    let number = order.released_with(&key).map_or(0, |refund| refund.number);
    let answer = RefundResponse::of("Refund released.", order, number)?;
    Ok(created_or_repeated(is_changed).insert_header((CACHE_CONTROL, "no-store")).json(answer))
}

/// Staff know what became of a refund whose outcome is unknown.
#[utoipa::path(post, path = "/api/refunds/{refundId}/resolve", tag = "payments", operation_id = "resolveRefund", request_body = RefundResolutionRequest, params(("refundId" = String, Path)),
    responses((status = 200, body = RefundResponse), WithBody, ForAdmins, NotFound, Conflict, Failures))]
async fn resolve(
    payments: web::Data<PaymentService>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<RefundResolutionRequest>,
) -> Result<HttpResponse, Problem> {
    let RefundId { order, number } = RefundId::parse(&id).map_err(|_| no_refund())?;
    let mut errors = FieldErrors::default();
    let Some(outcome) = errors.required("outcome", body.outcome.as_deref(), RefundResolution::parse) else {
        return Err(errors.into_problem());
    };
    let change = PaymentChange::Resolve { refund: number, outcome };
    let order = payments.change(&admin.actor, &order, change).await?.value;
    let answer = RefundResponse::of("Refund resolved.", order, number)?;
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(answer))
}

fn no_refund() -> OrderError {
    PaymentRefusal::NoRefund.into()
}

/// The key of the request; without one a refund could go twice.
fn required_key(request: &HttpRequest) -> Result<IdempotencyKey, Problem> {
    let missing = || {
        let sentence = "A refund needs an Idempotency-Key of 1 to 255 printable ASCII characters.";
        Problem::new(StatusCode::BAD_REQUEST, "request.invalid_idempotency_key", sentence)
    };
    idempotency_key(request.headers())?.ok_or_else(missing)
}

fn parse(body: RefundRequest) -> Result<Refund, Problem> {
    let mut errors = FieldErrors::default();
    let amount = errors.required("amount", body.amount, positive);
    let via = errors.required("via", body.via.as_deref(), RefundVia::parse);
    let reference = body.reference.filter(|text| !text.trim().is_empty());
    let reference = errors.optional("reference", reference.as_deref(), PaymentId::parse);
    let reason = errors.required("reason", body.reason.as_deref(), RefundReason::parse);
    match (amount, via, reason, errors.is_empty()) {
        (Some(amount), Some(via), Some(reason), true) => Ok(Refund { amount, via, reference, reason: Some(reason) }),
        _ => Err(errors.into_problem()),
    }
}
