//! Cancelling orders, calls and notes, and edits by administrators (contract, Orders; contract-commerce, sections 2 and 4).

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::order_service::MAX_ORDERS;
use domain::accounts::permission::Permission;
use domain::catalog::ports::CatalogueChange;
use domain::orders::error::OrderError;
use domain::orders::order::Order;
use domain::orders::order_edit::OrderEdit;
use domain::orders::order_note::{NoteVisibility, OrderNote};
use domain::payments::cod_confirmation::CallOutcome;
use domain::shared::edit::{Edit, Saved};
use domain::shared::order_id::OrderId;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::{CancelReason, NoteText, OrderNotes, PaymentId};

use crate::cache::note_change::answering;
use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::order_key::OrderHolder;
use crate::middleware::rate_limit::RateLimit;
use crate::orders::order_json::{OrderJson, OrderResponse, ShortageJson};
use crate::orders::order_life_json::{
    CancelOrdersRequest, CancelOrdersResponse, CancelOutcomeJson, CancelRequest, CodConfirmationRequest, OrderNoteRequest,
    OrderNoteResponse, OrderUpdate,
};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, NotFound, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The sentence about an order that could not be cancelled because a port failed.
const CANCEL_FAILED: &str = "Failed to cancel order. Please try again.";

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let stock = Some(CatalogueChange::Stock);
    route!(table, update, access: Access::Staff(Permission::WriteOrderNotes), limit: Limit::Unlimited, changes: stock);
    route!(table, note_call, access: Access::Staff(Permission::CallCustomers), limit: Limit::Unlimited, changes: stock);
    route!(table, cancel, access: Access::OrderHolder, limit: Limit::PerUser(RateLimit::ChangeDetails), changes: stock);
    route!(table, cancel_several, access: Access::Staff(Permission::CancelProcessingOrders), limit: Limit::Unlimited, changes: stock);
    route!(table, add_note, access: Access::Staff(Permission::WriteOrderNotes), limit: Limit::Unlimited, changes: None);
}

/// Changes an order's status, notes and payment. What a role lacks is 403 `auth.role_forbidden`: fulfilment neither cancels nor
/// reinstates, support cancels while processing and sets no other status, and only owners and managers change the payment. A status of
/// fulfilment that leads towards the customer is refused as its step would be: 409 `order.unpaid` and `order.unconfirmed` with the
/// present `order`; owners and managers may override that.
#[utoipa::path(put, path = "/api/orders/{orderId}", tag = "orders", operation_id = "updateOrder", request_body = OrderUpdate, params(("orderId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, NotFound, Conflict))]
async fn update(
    orders: web::Data<OrderUseCases>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<OrderUpdate>,
) -> Result<HttpResponse, Problem> {
    let (id, edit) = (order_id(&id)?, parse_edit(body)?);
    let edited = orders.service.edit(&admin.principal, &admin.actor, &id, edit).await;
    let Saved { value: order, is_changed } = edited.map_err(|error| refused(error, OrderJson::for_staff))?;
    let answer = OrderResponse { message: "Order updated successfully!".into(), order: OrderJson::for_staff(order) };
    Ok(answering(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(answer), is_changed))
}

fn parse_edit(body: OrderUpdate) -> Result<OrderEdit, Problem> {
    let mut errors = FieldErrors::default();
    let edit = OrderEdit {
        expected_status: errors.optional("expectedStatus", body.expected_status.as_deref(), OrderStatus::parse),
        status: errors.optional("status", body.status.as_deref(), OrderStatus::parse),
        notes: errors.optional("notes", body.notes.map(Option::unwrap_or_default), |notes| OrderNotes::parse(&notes)),
        payment_id: edited_payment(body.payment_id, &mut errors),
        refunded: body.refunded,
        ..OrderEdit::default()
    };
    errors.check()?;
    Ok(edit)
}

/// Null and blank text clear the payment.
fn edited_payment(sent: Option<Option<String>>, errors: &mut FieldErrors) -> Edit<PaymentId> {
    match sent.map(|id| id.filter(|id| !id.trim().is_empty())) {
        None => Edit::Keep,
        Some(None) => Edit::Clear,
        Some(Some(id)) => errors.optional("paymentId", Some(id.as_str()), PaymentId::parse).map_or(Edit::Keep, Edit::Set),
    }
}

/// Notes a call to the customer of an order that is paid on delivery and above the limit of the settings at ordering. It is not packed
/// before it is confirmed. An order that waits for no call is 409 `order.not_confirmable` with the present `order`.
#[utoipa::path(post, path = "/api/orders/{orderId}/cod-confirmation", tag = "orders", operation_id = "confirmCashOnDelivery",
    request_body = CodConfirmationRequest, params(("orderId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, NotFound, Conflict))]
async fn note_call(
    orders: web::Data<OrderUseCases>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<CodConfirmationRequest>,
) -> Result<HttpResponse, Problem> {
    let id = order_id(&id)?;
    let mut errors = FieldErrors::default();
    let outcome = errors.required("outcome", body.outcome.as_deref(), CallOutcome::parse).ok_or_else(|| errors.into_problem())?;
    let order = orders.service.note_call(&admin.actor, &id, outcome).await.map_err(|error| refused(error, OrderJson::for_staff))?;
    Ok(updated(order))
}

/// Cancels an order that is not packed, for its owner, the holder of its key, and administrators. Its units go back on the shelf. A packed order, one further
/// on and a cancelled one are 409 `order.not_cancellable` with the present `order`.
#[utoipa::path(post, path = "/api/orders/{orderId}/cancel", tag = "orders", operation_id = "cancelOrder", request_body = CancelRequest,
    params(("orderId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, NotFound, Conflict))]
async fn cancel(
    orders: web::Data<OrderUseCases>,
    id: web::Path<String>,
    who: OrderHolder,
    Body(body): Body<CancelRequest>,
) -> Result<HttpResponse, Problem> {
    let id = order_id(&id)?;
    let mut errors = FieldErrors::default();
    let reason = errors.optional("reason", filled(body.reason.as_deref()), CancelReason::parse);
    errors.check()?;
    let shown = |order| OrderJson::for_user(order, &who.0);
    let cancelled = orders.service.cancel(&who.0, &who.actor(), &id, reason).await;
    let order = cancelled.map_err(|error| refused(error, shown).failing(CANCEL_FAILED))?;
    Ok(private(HttpResponse::Ok(), &OrderResponse { message: "Order cancelled successfully!".into(), order: shown(order) }))
}

/// Cancels several orders that are not packed. Each is cancelled, or kept, on its own: the answer has an outcome for each of them. Their
/// units go back on the shelf, and their customers are mailed.
#[utoipa::path(post, path = "/api/orders/cancel", tag = "orders", operation_id = "cancelOrders", request_body = CancelOrdersRequest,
    responses((status = 200, body = CancelOrdersResponse), WithBody))]
async fn cancel_several(
    orders: web::Data<OrderUseCases>,
    admin: Admin,
    Body(body): Body<CancelOrdersRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let reason = errors.optional("reason", filled(body.reason.as_deref()), CancelReason::parse);
    let sent = body.order_ids.unwrap_or_default();
    if !(1..=MAX_ORDERS).contains(&sent.len()) {
        errors.add("orderIds", format!("must be 1 to {MAX_ORDERS} numbers of orders"));
    }
    errors.check()?;
    let (known, unknown) = numbers(sent);
    let outcomes = orders.service.cancel_several(&admin.principal, &admin.actor, &known, reason.as_ref()).await;
    let refusal = |error: OrderError| Problem::from(error).failing(CANCEL_FAILED);
    let known = outcomes.into_iter().map(|one| CancelOutcomeJson::of(one.id.as_str().to_owned(), one.outcome.err().map(refusal)));
    let unknown = unknown.into_iter().map(|number| CancelOutcomeJson::of(number, Some(OrderError::NotFound.into())));
    let outcomes: Vec<CancelOutcomeJson> = known.chain(unknown).collect();
    let cancelled = outcomes.iter().filter(|outcome| outcome.cancelled).count();
    let message = format!("{cancelled} of {} orders cancelled.", outcomes.len());
    Ok(answering(private(HttpResponse::Ok(), &CancelOrdersResponse { message, outcomes }), cancelled > 0))
}

/// The numbers of orders, each once, and the texts that are none.
fn numbers(sent: Vec<String>) -> (Vec<OrderId>, Vec<String>) {
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for text in sent {
        match OrderId::parse(&text) {
            Ok(id) if known.contains(&id) => {}
            Ok(id) => known.push(id),
            Err(_) => unknown.push(text),
        }
    }
    (known, unknown)
}

/// Adds a note to an order, for staff alone or for the customer too.
#[utoipa::path(post, path = "/api/orders/{orderId}/notes", tag = "orders", operation_id = "addOrderNote", request_body = OrderNoteRequest,
    params(("orderId" = String, Path)),
    responses((status = 201, body = OrderNoteResponse), WithBody, NotFound))]
async fn add_note(
    orders: web::Data<OrderUseCases>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<OrderNoteRequest>,
) -> Result<HttpResponse, Problem> {
    let (id, note) = (order_id(&id)?, parse_note(&body)?);
    let added = orders.service.add_note(&admin.actor, &id, note).await;
    let event = added.map_err(|error| Problem::from(error).failing("Failed to add the note. Please try again."))?.into();
    Ok(private(HttpResponse::Created(), &OrderNoteResponse { message: "Note added successfully!", event }))
}

fn parse_note(body: &OrderNoteRequest) -> Result<OrderNote, Problem> {
    let mut errors = FieldErrors::default();
    let text = errors.required("text", body.text.as_deref(), NoteText::parse);
    let visibility = errors.required("visibility", body.visibility.as_deref(), NoteVisibility::parse);
    match (text, visibility) {
        (Some(text), Some(visibility)) => Ok(OrderNote { text, visibility }),
        _ => Err(errors.into_problem()),
    }
}

/// Text that is no number of an order names none.
pub(super) fn order_id(text: &str) -> Result<OrderId, OrderError> {
    OrderId::parse(text).map_err(|_| OrderError::NotFound)
}

/// The refusal of a change, with what it is about: the present order, the lines that are short, or the other order with a reference.
pub(super) fn refused(error: OrderError, shown: impl FnOnce(Order) -> OrderJson) -> Problem {
    let order = error.present_order().cloned().map(shown);
    match (&error, order) {
        (_, Some(order)) => Problem::from(error).with("order", order),
        (OrderError::OutOfStock(lines), None) => {
            let lines: Vec<ShortageJson> = lines.iter().map(Into::into).collect();
            Problem::from(error).with("lines", lines)
        }
        (OrderError::ReferenceUsed(other), None) => {
            let other = other.as_str().to_owned();
            Problem::from(error).with("orderId", other)
        }
        _ => error.into(),
    }
}

/// The answer with the order after a change by staff. Only one that is cancelled now moved units.
pub(super) fn updated(order: Order) -> HttpResponse {
    let moves_units = order.status == OrderStatus::Cancelled;
    let answer = OrderResponse { message: "Order updated successfully!".into(), order: OrderJson::for_staff(order) };
    answering(private(HttpResponse::Ok(), &answer), moves_units)
}

/// Blank text counts as none.
pub(super) fn filled(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}
