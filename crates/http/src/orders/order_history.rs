//! The history of an order (contract, Orders; contract-commerce, section 4).

use actix_web::{HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::show_order::ShowOrderError;
use chrono::{DateTime, Utc};
use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::order_event::{EventKind, OrderEvent};
use domain::orders::order_note::NoteVisibility;
use domain::orders::returns::order_return::ReturnStep;
use domain::payments::cod_confirmation::CallOutcome;
use domain::shared::order_id::OrderId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::order_key::OrderHolder;
use crate::middleware::rate_limit::RateLimit;
use crate::orders::order_json::OrderStatusJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::NotFound;
use crate::response::word_json::word_json;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, events, access: Access::OrderHolder, limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// The kinds of events.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderEventKind)]
pub enum OrderEventKindJson {
    /// The order was placed.
    Placed,
    /// An administrator set the status.
    Status,
    /// It was packed.
    Packed,
    /// It was unpacked again.
    Unpacked,
    /// It waits for the customer at the shop.
    ReadyForPickup,
    /// The courier has it.
    HandedOver,
    /// The customer has it.
    Delivered,
    /// It came back or was never collected, and was cancelled.
    Undelivered,
    /// It was cancelled before it was packed.
    Cancelled,
    /// Staff added a note.
    Note,
    /// The courier or the tracking of the parcel was corrected.
    Parcel,
    /// The same, and the customer was mailed.
    ParcelMailed,
    /// The customer confirmed the order by telephone.
    CodConfirmed,
    /// The customer did not answer the telephone.
    CodUnreachable,
    /// The customer did not want the order, and it was cancelled.
    CodRefused,
    /// A return was requested.
    ReturnRequested,
    /// Staff approved a return.
    ReturnApproved,
    /// Staff rejected a return.
    ReturnRejected,
    /// A return was taken back.
    ReturnWithdrawn,
    /// The goods of a return came.
    ReturnReceived,
}

impl From<&OrderEvent> for OrderEventKindJson {
    fn from(event: &OrderEvent) -> Self {
        match &event.kind {
            EventKind::Status if event.from.is_none() => Self::Placed,
            EventKind::Status => Self::Status,
            EventKind::Step(FulfilmentStep::Packed) => Self::Packed,
            EventKind::Step(FulfilmentStep::Unpacked) => Self::Unpacked,
            EventKind::Step(FulfilmentStep::ReadyForPickup) => Self::ReadyForPickup,
            EventKind::Step(FulfilmentStep::HandedOver) => Self::HandedOver,
            EventKind::Step(FulfilmentStep::Delivered) => Self::Delivered,
            EventKind::Step(FulfilmentStep::Undelivered) => Self::Undelivered,
            EventKind::Cancelled(_) => Self::Cancelled,
            EventKind::Note(_) => Self::Note,
            EventKind::Parcel { is_mailed: false } => Self::Parcel,
            EventKind::Parcel { is_mailed: true } => Self::ParcelMailed,
            EventKind::Call(CallOutcome::Confirmed) => Self::CodConfirmed,
            EventKind::Call(CallOutcome::Unreachable) => Self::CodUnreachable,
            EventKind::Call(CallOutcome::Refused) => Self::CodRefused,
            EventKind::Return { step: ReturnStep::Requested, .. } => Self::ReturnRequested,
            EventKind::Return { step: ReturnStep::Approved, .. } => Self::ReturnApproved,
            EventKind::Return { step: ReturnStep::Rejected, .. } => Self::ReturnRejected,
            EventKind::Return { step: ReturnStep::Withdrawn, .. } => Self::ReturnWithdrawn,
            EventKind::Return { step: ReturnStep::Received, .. } => Self::ReturnReceived,
        }
    }
}

word_json! {
    /// Who reads a note.
    pub NoteVisibilityJson as NoteVisibility of NoteVisibility
}

/// One event of an order's history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderEvent)]
pub struct OrderEventJson {
    /// The time.
    at: DateTime<Utc>,
    /// What happened.
    kind: OrderEventKindJson,
    /// The e-mail of the actor, the customer or an administrator; null for the operator. A customer sees their own alone.
    #[schema(required = true)]
    actor_email: Option<String>,
    /// The status before; null for the first event, when the order was placed.
    #[schema(required = true)]
    from: Option<OrderStatusJson>,
    /// The status after; the same as before where the status did not change.
    to: OrderStatusJson,
    /// The text of a note, or the reason of a cancellation or of a decision on a return; else null.
    #[schema(required = true)]
    text: Option<String>,
    /// Who reads a note; null for all other events.
    #[schema(required = true)]
    visibility: Option<NoteVisibilityJson>,
    /// The `X-Request-Id` of the change, for administrators; null for the first event.
    #[schema(required = true)]
    request_id: Option<String>,
}

impl From<OrderEvent> for OrderEventJson {
    fn from(event: OrderEvent) -> Self {
        let kind = (&event).into();
        let (text, visibility) = match event.kind {
            EventKind::Note(note) => (Some(note.text.into_string()), Some(note.visibility.into())),
            EventKind::Cancelled(reason) => (reason.map(|reason| reason.into_string()), None),
            EventKind::Return { reason, .. } => (reason.map(|reason| reason.into_string()), None),
            EventKind::Status | EventKind::Step(_) | EventKind::Call(_) | EventKind::Parcel { .. } => (None, None),
        };
        Self {
            at: event.at,
            kind,
            actor_email: event.actor.map(|email| email.as_str().to_owned()),
            from: event.from.map(Into::into),
            to: event.to.into(),
            text,
            visibility,
            request_id: event.request_id,
        }
    }
}

/// The history of an order, oldest first; the newest 500 events if there are more. Administrators see all of it, the order's owner and
/// the holder of its key what concerns them: no internal notes and no addresses of staff.
#[utoipa::path(get, path = "/api/orders/{orderId}/events", tag = "orders", operation_id = "orderHistory", params(("orderId" = String, Path)),
    responses((status = 200, body = [OrderEventJson]), NotFound))]
async fn events(orders: web::Data<OrderUseCases>, who: OrderHolder, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| ShowOrderError::NotFound)?;
    let events = orders.show_order.history(&who.0, &id).await?;
    let events: Vec<OrderEventJson> = events.into_iter().map(Into::into).collect();
    Ok(private(HttpResponse::Ok(), &events))
}
