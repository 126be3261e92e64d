//! Bank slips: `POST /api/orders/{orderId}/slips`, their pictures and their review (contract-commerce, section 2).

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use actix_web::{HttpRequest, HttpResponse, web};
use application::orders::OrderUseCases;
use application::payments::payment_service::NewSlip;
use application::payments::payment_service::PaymentService;
use domain::accounts::permission::Permission;
use domain::orders::error::OrderError;
use domain::orders::payment::change::PaymentChange;
use domain::orders::payment::error::PaymentError;
use domain::payments::slip::{SlipReason, SlipReview};
use domain::shared::error::FeatureError as _;
use domain::shared::ids::{PhotoId, SlipId};
use domain::shared::order_id::OrderId;
use domain::shared::text::PaymentId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::order_key::OrderHolder;
use crate::images::upload_form::{self, SlipForm};
use crate::images::upload_room::UploadRoom;
use crate::middleware::rate_limit::RateLimit;
use crate::orders::order_json::{OrderJson, OrderResponse};
use crate::payments::charges::{self, positive};
use crate::response::money_json::RawNumber;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, Failures, ForAdmins, ForUsers, Limited, NotFound, WithBody, WithUpload};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, upload, access: Access::OrderHolder, limit: Limit::PerUser(RateLimit::CustomerUpload), changes: None);
    route!(table, attachment, access: Access::OrderHolder, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, review, access: Access::Staff(Permission::ManagePayments), limit: Limit::Unlimited, changes: None);
}

/// A bank slip.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct SlipRequest {
    /// A JPEG, PNG, WebP or GIF of at most 5 MB and 40 megapixels.
    #[schema(value_type = String, format = Binary, required = true)]
    pub file: Vec<u8>,
    /// The bank's name of the transfer.
    #[schema(max_length = 200, nullable = false)]
    pub bank_reference: Option<String>,
}

/// What staff found of a slip.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SlipOutcome)]
pub enum SlipOutcomeJson {
    /// The money came.
    Accepted,
    /// It did not.
    Rejected,
}

/// The review of a slip.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SlipReviewRequest {
    /// What staff found.
    #[schema(required = true, nullable = false, value_type = SlipOutcomeJson)]
    pub outcome: Option<String>,
    /// Of an accepted slip: what really came, in LKR; more than 0.
    #[schema(required = false, nullable = true)]
    pub amount: Option<RawNumber>,
    /// Of an accepted slip: the bank's name of the transfer; one that was used is 409 `payment.reference_used` with `orderId`.
    #[schema(max_length = 200)]
    pub bank_reference: Option<String>,
    /// Of a rejected slip: why, for the customer.
    #[schema(max_length = 500)]
    pub reason: Option<String>,
}

/// Keeps a slip of an order, for its customer and staff who handle payments, and suspends its expiry until staff reviewed it. One that
/// staff uploaded is marked as such.
#[utoipa::path(post, path = "/api/orders/{orderId}/slips", tag = "payments", operation_id = "uploadSlip", params(("orderId" = String, Path)),
    request_body(content = SlipRequest, content_type = "multipart/form-data"),
    responses((status = 201, body = OrderResponse), WithUpload, ForUsers, NotFound, Conflict, Limited, Failures))]
async fn upload(
    payments: web::Data<PaymentService>,
    room: web::Data<UploadRoom>,
    who: OrderHolder,
    id: web::Path<String>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| OrderError::NotFound)?;
    payments.check_upload(&who.0, &id).await?;
    let _place = room.take(who.counted(&request))?;
    let SlipForm { file, bank_reference } = upload_form::read_slip(request.headers(), payload.into_inner()).await?;
    let mut errors = FieldErrors::default();
    let bank_reference = bank_reference.filter(|text| !text.trim().is_empty());
    let bank_reference = errors.optional("bankReference", bank_reference.as_deref(), PaymentId::parse);
    errors.check()?;
    let slip = NewSlip { file, bank_reference };
    let order = payments.upload_slip(&who.0, &who.actor(), &id, slip).await.map_err(refusal)?;
    let answer = OrderResponse { message: "Thank you. We will check your payment.".into(), order: OrderJson::for_user(order, &who.0) };
    Ok(HttpResponse::Created().insert_header((CACHE_CONTROL, "no-store")).json(answer))
}

/// The picture of a slip or a photo of a return, for the owner of the order and staff.
#[utoipa::path(get, path = "/api/orders/{orderId}/attachments/{slipId}", tag = "payments", operation_id = "showAttachment", params(("orderId" = String, Path), ("slipId" = String, Path, description = "the id of a slip or photo")),
    responses((status = 200, description = "The picture", content_type = "image/webp"), ForUsers, NotFound, Limited, Failures))]
async fn attachment(
    payments: web::Data<PaymentService>,
    orders: web::Data<OrderUseCases>,
    who: OrderHolder,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, slip) = ids(&path)?;
    let picture = match payments.slip_picture(&who.0, &id, slip).await {
        Err(PaymentError::Order(OrderError::NotFound)) => orders.returns.photo(&who.0, &id, PhotoId::new(slip.uuid())).await?,
        found => found?,
    };
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((CONTENT_TYPE, "image/webp"))
        .body(picture))
}

/// Accepts or rejects a slip.
#[utoipa::path(post, path = "/api/orders/{orderId}/slips/{slipId}/review", tag = "payments", operation_id = "reviewSlip", request_body = SlipReviewRequest, params(("orderId" = String, Path), ("slipId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, ForAdmins, NotFound, Conflict, Failures))]
async fn review(
    payments: web::Data<PaymentService>,
    path: web::Path<(String, String)>,
    admin: Admin,
    Body(body): Body<SlipReviewRequest>,
) -> Result<HttpResponse, Problem> {
    let (id, slip) = ids(&path)?;
    let change = PaymentChange::ReviewSlip { slip, review: parse(body)? };
    let order = payments.change(&admin.actor, &id, change).await.map_err(charges::refusal)?.value;
    let answer = OrderResponse { message: "Slip reviewed.".into(), order: OrderJson::for_staff(order) };
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(answer))
}

fn ids((order, slip): &(String, String)) -> Result<(OrderId, SlipId), Problem> {
    let order = OrderId::parse(order).map_err(|_| OrderError::NotFound)?;
    Ok((order, SlipId::parse(slip).ok_or(OrderError::NotFound)?))
}

fn parse(body: SlipReviewRequest) -> Result<SlipReview, Problem> {
    let mut errors = FieldErrors::default();
    let review = match body.outcome.as_deref() {
        Some("accepted") => {
            let amount = errors.required("amount", body.amount, positive);
            let reference = errors.required("bankReference", body.bank_reference.as_deref(), PaymentId::parse);
            amount.zip(reference).map(|(amount, bank_reference)| SlipReview::Accepted { amount, bank_reference })
        }
        Some("rejected") => {
            let reason = body.reason.filter(|text| !text.trim().is_empty());
            let reason = errors.optional("reason", reason.as_deref(), SlipReason::parse);
            Some(SlipReview::Rejected { reason })
        }
        _ => {
            errors.add("outcome", "must be accepted or rejected");
            None
        }
    };
    review.filter(|_| errors.is_empty()).ok_or_else(|| errors.into_problem())
}

fn refusal(error: PaymentError) -> Problem {
    let sentence = error.to_string();
    let problem = match error {
        PaymentError::NotAPicture => Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error.code(), sentence.clone()),
        PaymentError::Broken | PaymentError::TooManyPixels => error.into(),
        other => return other.into(),
    };
    problem.with_errors([("file".to_owned(), vec![sentence])].into())
}
