//! `PUT /api/orders/{orderId}`: changing an order (contract, Orders).

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::update_order::UpdateOrderError;
use domain::accounts::permission::Permission;
use domain::catalog::ports::CatalogueChange;
use domain::orders::order_change::OrderChange;
use domain::orders::order_id::OrderId;
use domain::orders::order_status::OrderStatus;
use domain::shared::edit::{Edit, Edited};
use domain::shared::text::{OrderNotes, PaymentId};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::cache::note_change::answering;
use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::json_null::present;
use crate::orders::order_json::{OrderJson, OrderResponse, OrderStatusJson, ShortageJson};
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Failures, ForAdmins, Missing, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let changes = Some(CatalogueChange::Stock);
    route!(table, update, access: Access::Staff(Permission::WriteOrderNotes), limit: Limit::Unlimited, changes: changes);
}

/// A change of an order. Absent fields stay as they are; null clears notes and payment.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderUpdate {
    /// The status that the caller saw. If the order has another one by now, the answer is 409 `order.status_changed` with the
    /// present `order`.
    #[schema(value_type = Option<OrderStatusJson>)]
    pub expected_status: Option<String>,
    /// processing, shipped, completed or cancelled.
    #[schema(value_type = Option<OrderStatusJson>)]
    pub status: Option<String>,
    /// At most 2,000 characters; null or empty clears them.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, required = false, max_length = 2000)]
    pub notes: Option<Option<String>>,
    /// Reference of a payment received outside the shop: the first one books a charge of `total` by hand, another one replaces its
    /// reference, null or empty reverses it. 409 `payment.not_by_hand` for a payment that the gateway or a slip proves, and
    /// `payment.reference_used` with `orderId` where an order has it already, compared by letters and digits without case.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, required = false, max_length = 200)]
    pub payment_id: Option<Option<String>>,
    /// true books a refund by hand of what is held (409 `payment.nothing_held` for nothing), false reverses it. A large one needs a
    /// confirmed session, as `POST /api/orders/{orderId}/refunds` does.
    pub refunded: Option<bool>,
}

/// Changes an order's status, notes and payment. What a role lacks is 403 `auth.role_forbidden`: fulfilment neither cancels nor
/// reinstates, support cancels while processing and sets no other status, and only owners and managers change the payment. A status of
/// fulfilment that leads towards the customer is refused as its step would be: 409 `order.unpaid` and `order.unconfirmed` with the
/// present `order`; owners and managers may override that.
#[utoipa::path(put, path = "/api/orders/{orderId}", tag = "orders", operation_id = "updateOrder", request_body = OrderUpdate, params(("orderId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, ForAdmins, Missing, Conflicting, Failures))]
async fn update(
    orders: web::Data<OrderUseCases>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<OrderUpdate>,
) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| UpdateOrderError::NotFound)?;
    let change = parse_change(body)?;
    let Edited { thing: order, is_changed } =
        orders.update_order.run(&admin.principal, &admin.actor, &id, change).await.map_err(|error| match error {
            UpdateOrderError::OutOfStock(ref lines) => {
                let lines: Vec<ShortageJson> = lines.iter().map(Into::into).collect();
                Problem::from(error).with("lines", lines)
            }
            UpdateOrderError::ReferenceUsed(ref order) => {
                let order = order.as_str().to_owned();
                Problem::from(error).with("orderId", order)
            }
            UpdateOrderError::StatusChanged(ref order) | UpdateOrderError::Unpaid(ref order) | UpdateOrderError::Unconfirmed(ref order) => {
                let order = OrderJson::for_staff(order.as_ref().clone());
                Problem::from(error).with("order", order)
            }
            other => other.into(),
        })?;
    let answer = OrderResponse { message: "Order updated successfully!".into(), order: OrderJson::for_staff(order) };
    Ok(answering(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(answer), is_changed))
}

fn parse_change(body: OrderUpdate) -> Result<OrderChange, Problem> {
    let mut errors = FieldErrors::default();
    let change = OrderChange {
        expected_status: errors.optional("expectedStatus", body.expected_status.as_deref(), OrderStatus::parse),
        obeys_steps: false,
        status: errors.optional("status", body.status.as_deref(), OrderStatus::parse),
        notes: errors.optional("notes", body.notes.map(Option::unwrap_or_default), |notes| OrderNotes::parse(&notes)),
        payment_id: edited_payment(body.payment_id, &mut errors),
        refunded: body.refunded,
        ..OrderChange::default()
    };
    errors.check()?;
    Ok(change)
}

/// Null and blank text clear the payment.
fn edited_payment(sent: Option<Option<String>>, errors: &mut FieldErrors) -> Edit<PaymentId> {
    match sent.map(|id| id.filter(|id| !id.trim().is_empty())) {
        None => Edit::Keep,
        Some(None) => Edit::Clear,
        Some(Some(id)) => errors.optional("paymentId", Some(id.as_str()), PaymentId::parse).map_or(Edit::Keep, Edit::Set),
    }
}
