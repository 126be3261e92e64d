//! Returns of orders: requesting, judging and receiving them, their photos and bank accounts (contract-commerce, section 4).

use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use application::orders::OrderUseCases;
use domain::accounts::permission::Permission;
use domain::catalog::ports::CatalogueChange;
use domain::orders::error::OrderError;
use domain::orders::order::Order;
use domain::orders::order_caller::OrderCaller;
use domain::orders::payment::error::PaymentError;
use domain::shared::edit::Saved;
use domain::shared::error::FeatureError as _;
use domain::shared::order_id::OrderId;

use crate::cache::note_change::answering;
use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::idempotency_key::{created_or_repeated, idempotency_key};
use crate::extract::order_key::OrderHolder;
use crate::images::upload_form;
use crate::images::upload_room::UploadRoom;
use crate::middleware::rate_limit::RateLimit;
use crate::orders::order_json::{OrderJson, OrderResponse};
use crate::orders::order_life::{order_id, refused};
use crate::orders::return_requests::{ReturnBankAccount, ReturnJudgement, ReturnReceipt, ReturnRequest};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, NotFound, WithBody, WithUpload};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let stock = Some(CatalogueChange::Stock);
    let own = Limit::PerUser(RateLimit::ChangeDetails);
    route!(table, request, access: Access::OrderHolder, limit: own, changes: None);
    route!(table, add_photo, access: Access::OrderHolder, limit: Limit::PerUser(RateLimit::CustomerUpload), changes: None);
    route!(table, withdraw, access: Access::OrderHolder, limit: own, changes: None);
    route!(table, judge, access: Access::Staff(Permission::CancelProcessingOrders), limit: Limit::Unlimited, changes: None);
    route!(table, receive, access: Access::Staff(Permission::FulfilOrders), limit: Limit::Unlimited, changes: stock);
    route!(table, bank_account, access: Access::OrderHolder, limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// The numbers of an order and of its return.
fn ids((order, number): &(String, String)) -> Result<(OrderId, u32), OrderError> {
    Ok((order_id(order)?, number.parse().map_err(|_| OrderError::NoReturn)?))
}

fn answer(message: &str, order: Order, who: &impl OrderCaller) -> OrderResponse {
    OrderResponse { message: message.to_owned(), order: OrderJson::for_user(order, who) }
}

/// Requests a return of units of a delivered order, for its customer and for staff who judge returns: to the end of the shop's day that is
/// `returnDays` of the shop's terms after the delivery, else 409 `order.not_returnable`. More units than are left to return are 409
/// `return.too_many_units`, and more than 20 returns 409 `return.too_many`, each with the present `order`.
#[utoipa::path(post, path = "/api/orders/{orderId}/returns", tag = "orders", operation_id = "requestReturn", request_body = ReturnRequest,
    params(("orderId" = String, Path), ("Idempotency-Key" = Option<String>, Header, max_length = 255, pattern = "^[!-~]([ -~]*[!-~])?$", description = "1 to 255 printable ASCII characters; the same key requests the return once")),
    responses((status = 201, body = OrderResponse), (status = 200, description = "The return was requested before with this key", body = OrderResponse, headers(("Idempotent-Replayed" = String))),
        WithBody, NotFound, Conflict))]
async fn request(
    orders: web::Data<OrderUseCases>,
    id: web::Path<String>,
    request: HttpRequest,
    who: OrderHolder,
    Body(body): Body<ReturnRequest>,
) -> Result<HttpResponse, Problem> {
    let id = order_id(&id)?;
    let (new, account) = body.parse(idempotency_key(request.headers())?)?;
    let requested = orders.returns.request(&who.0, &who.actor(), &id, new, account.as_ref()).await;
    let shown = |order| OrderJson::for_user(order, &who.0);
    let Saved { value: order, is_changed } = requested.map_err(|error| refused(error, shown))?;
    let answer = answer("Thank you. We will look at your return.", order, &who.0);
    Ok(created_or_repeated(is_changed).insert_header((CACHE_CONTROL, "no-store")).json(answer))
}

/// Adds a photo to a return that waits for its decision; a return has at most 5 (409 `return.too_many_photos`).
#[utoipa::path(post, path = "/api/orders/{orderId}/returns/{returnId}/photos", tag = "orders", operation_id = "uploadReturnPhoto",
    params(("orderId" = String, Path), ("returnId" = String, Path)),
    request_body(content = ReturnPhotoRequest, content_type = "multipart/form-data"),
    responses((status = 201, body = OrderResponse), WithUpload, NotFound, Conflict))]
async fn add_photo(
    orders: web::Data<OrderUseCases>,
    room: web::Data<UploadRoom>,
    who: OrderHolder,
    path: web::Path<(String, String)>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let (id, number) = ids(&path)?;
    orders.returns.check_upload(&who.0, &id).await?;
    let _place = room.take(who.counted(&request))?;
    let file = upload_form::read_slip(request.headers(), payload.into_inner()).await?.file;
    let added = orders.returns.add_photo(&who.0, &who.actor(), (&id, number), file).await;
    let order = added.map_err(|error| upload_refused(error, &who.0))?;
    Ok(private(HttpResponse::Created(), &answer("Photo uploaded.", order, &who.0)))
}

/// A photo.
#[derive(Debug, utoipa::ToSchema)]
pub struct ReturnPhotoRequest {
    /// A JPEG, PNG, WebP or GIF of at most 5 MB and 40 megapixels.
    #[schema(value_type = String, format = Binary, required = true)]
    pub file: Vec<u8>,
}

fn upload_refused(error: PaymentError, who: &impl OrderCaller) -> Problem {
    let sentence = error.to_string();
    let problem = match error {
        PaymentError::Order(refusal) => return refused(refusal, |order| OrderJson::for_user(order, who)),
        PaymentError::NotAPicture => Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error.code(), sentence.clone()),
        PaymentError::Broken | PaymentError::TooManyPixels => error.into(),
        other => return other.into(),
    };
    problem.with_errors([("file".to_owned(), vec![sentence])].into())
}

/// Takes a return back before its goods came, for the order's customer and staff who judge returns; later 409 `return.wrong_step` with the
/// present `order`.
#[utoipa::path(post, path = "/api/orders/{orderId}/returns/{returnId}/withdraw", tag = "orders", operation_id = "withdrawReturn",
    params(("orderId" = String, Path), ("returnId" = String, Path)),
    responses((status = 200, body = OrderResponse), NotFound, Conflict))]
async fn withdraw(orders: web::Data<OrderUseCases>, who: OrderHolder, path: web::Path<(String, String)>) -> Result<HttpResponse, Problem> {
    let (id, number) = ids(&path)?;
    let shown = |order| OrderJson::for_user(order, &who.0);
    let order = orders.returns.withdraw(&who.0, &who.actor(), &id, number).await.map_err(|error| refused(error, shown))?;
    Ok(private(HttpResponse::Ok(), &answer("Return withdrawn.", order, &who.0)))
}

/// Approves or rejects a return that waits for it; any other is 409 `return.wrong_step` with the present `order`. The customer is mailed.
#[utoipa::path(post, path = "/api/orders/{orderId}/returns/{returnId}/judge", tag = "orders", operation_id = "judgeReturn", request_body = ReturnJudgement,
    params(("orderId" = String, Path), ("returnId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, NotFound, Conflict))]
async fn judge(
    orders: web::Data<OrderUseCases>,
    path: web::Path<(String, String)>,
    admin: Admin,
    Body(body): Body<ReturnJudgement>,
) -> Result<HttpResponse, Problem> {
    let ((id, number), judgement) = (ids(&path)?, body.parse()?);
    let judged = orders.returns.judge(&admin.principal, &admin.actor, (&id, number), judgement).await;
    let order = judged.map_err(|error| refused(error, OrderJson::for_staff))?;
    Ok(private(HttpResponse::Ok(), &answer("Return updated.", order, &admin.principal)))
}

/// Receives the goods of an approved return. Those that are sold again go on the shelf, and all of them are credited to the order, whose
/// `refundDue` rises. Where the whole order is back and the shop is at fault, delivery and the fee of the method of payment are credited
/// too. A return at another point, and one whose order is not delivered any more, is 409 `return.wrong_step` with the present `order`;
/// while a refund of goodwill is under way it is 409 `return.refund_under_way`.
#[utoipa::path(post, path = "/api/orders/{orderId}/returns/{returnId}/received", tag = "orders", operation_id = "receiveReturn", request_body = ReturnReceipt,
    params(("orderId" = String, Path), ("returnId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, NotFound, Conflict))]
async fn receive(
    orders: web::Data<OrderUseCases>,
    path: web::Path<(String, String)>,
    admin: Admin,
    Body(body): Body<ReturnReceipt>,
) -> Result<HttpResponse, Problem> {
    let ((id, number), received) = (ids(&path)?, body.parse()?);
    let received = orders.returns.receive(&admin.principal, &admin.actor, (&id, number), received).await;
    let order = received.map_err(|error| refused(error, OrderJson::for_staff))?;
    Ok(answering(private(HttpResponse::Ok(), &answer("Return received.", order, &admin.principal)), true))
}

/// The bank account for the refund of a return, for the order's customer and staff who handle payments. It is deleted 90 days after the
/// last step of the return.
#[utoipa::path(get, path = "/api/orders/{orderId}/returns/{returnId}/bank-account", tag = "orders", operation_id = "returnBankAccount",
    params(("orderId" = String, Path), ("returnId" = String, Path)),
    responses((status = 200, body = ReturnBankAccount), NotFound))]
async fn bank_account(
    orders: web::Data<OrderUseCases>,
    who: OrderHolder,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, number) = ids(&path)?;
    let account = orders.returns.account(&who.0, &id, number).await?;
    Ok(private(HttpResponse::Ok(), &ReturnBankAccount::from(account)))
}
