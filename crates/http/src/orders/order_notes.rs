//! `POST /api/orders/{orderId}/notes`: adding a note to an order (contract-commerce, section 4).

use actix_web::{HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::add_order_note::AddOrderNoteError;
use domain::accounts::permission::Permission;
use domain::orders::order_id::OrderId;
use domain::orders::order_note::{NoteVisibility, OrderNote};
use domain::shared::text::NoteText;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::orders::order_history::{NoteVisibilityJson, OrderEventJson};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Missing, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, add_note, access: Access::Staff(Permission::WriteOrderNotes), limit: Limit::Unlimited, changes: None);
}

/// A note.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OrderNoteRequest {
    /// The text.
    #[schema(required = true, nullable = false, max_length = 2000, pattern = r"\S")]
    pub text: Option<String>,
    /// Who reads it.
    #[schema(value_type = Option<NoteVisibilityJson>, required = true, nullable = false)]
    pub visibility: Option<String>,
}

/// The note that was added.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderNoteResponse {
    /// The sentence to show.
    pub message: &'static str,
    /// Its event in the order's history.
    pub event: OrderEventJson,
}

/// Adds a note to an order, for staff alone or for the customer too.
#[utoipa::path(post, path = "/api/orders/{orderId}/notes", tag = "orders", operation_id = "addOrderNote", request_body = OrderNoteRequest,
    params(("orderId" = String, Path)),
    responses((status = 201, body = OrderNoteResponse), WithBody, ForAdmins, Missing, Failures))]
async fn add_note(
    orders: web::Data<OrderUseCases>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<OrderNoteRequest>,
) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| AddOrderNoteError::NotFound)?;
    let event = orders.add_order_note.run(&admin.actor, &id, &parse(&body)?).await?;
    Ok(private(HttpResponse::Created(), &OrderNoteResponse { message: "Note added successfully!", event: event.into() }))
}

fn parse(body: &OrderNoteRequest) -> Result<OrderNote, Problem> {
    let mut errors = FieldErrors::default();
    let text = errors.required("text", body.text.as_deref(), NoteText::parse);
    let visibility = errors.required("visibility", body.visibility.as_deref(), NoteVisibility::parse);
    match (text, visibility) {
        (Some(text), Some(visibility)) => Ok(OrderNote { text, visibility }),
        _ => Err(errors.into_problem()),
    }
}
