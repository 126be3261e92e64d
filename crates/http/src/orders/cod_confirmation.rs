//! `POST /api/orders/{orderId}/cod-confirmation`: the call that confirms a large order (contract-commerce, section 2).

use actix_web::{HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::confirm_cod::ConfirmCodError;
use domain::accounts::permission::Permission;
use domain::catalog::ports::CatalogueChange;
use domain::orders::order_id::OrderId;
use domain::orders::order_status::OrderStatus;
use domain::payments::cod_confirmation::CallOutcome;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::cache::note_change::answering;
use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::orders::order_json::{OrderJson, OrderResponse};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Failures, ForAdmins, Missing, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let changes = Some(CatalogueChange::Stock);
    route!(table, confirm, access: Access::Staff(Permission::CallCustomers), limit: Limit::Unlimited, changes: changes);
}

/// The outcomes of a call to the customer.
#[derive(ToSchema)]
#[schema(as = CallOutcome, rename_all = "camelCase")]
pub enum CallOutcomeJson {
    /// The customer wants the order: it can be packed.
    Confirmed,
    /// The customer did not answer, and is called again.
    Unreachable,
    /// The customer does not want it: the order is cancelled, and its units go back on the shelf.
    Refused,
}

/// What came of a call to the customer.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CodConfirmationRequest {
    /// The outcome.
    #[schema(value_type = Option<CallOutcomeJson>, required = true, nullable = false)]
    pub outcome: Option<String>,
}

/// Notes a call to the customer of an order that is paid on delivery and above the limit of the settings at ordering. It is not packed
/// before it is confirmed. An order that waits for no call is 409 `order.not_confirmable` with the present `order`.
#[utoipa::path(post, path = "/api/orders/{orderId}/cod-confirmation", tag = "orders", operation_id = "confirmCashOnDelivery",
    request_body = CodConfirmationRequest, params(("orderId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, ForAdmins, Missing, Conflicting, Failures))]
async fn confirm(
    orders: web::Data<OrderUseCases>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<CodConfirmationRequest>,
) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| ConfirmCodError::NotFound)?;
    let mut errors = FieldErrors::default();
    let outcome = errors.required("outcome", body.outcome.as_deref(), CallOutcome::parse).ok_or_else(|| errors.into_problem())?;
    let order = orders.confirm_cod.run(&admin.actor, &id, outcome).await.map_err(|error| match error {
        ConfirmCodError::NotConfirmable(ref order) => {
            let order = OrderJson::for_staff(order.as_ref().clone());
            Problem::from(error).with("order", order)
        }
        other => other.into(),
    })?;
    let changes_stock = order.status == OrderStatus::Cancelled;
    let answer = OrderResponse { message: "Order updated successfully!".into(), order: OrderJson::for_staff(order) };
    Ok(answering(private(HttpResponse::Ok(), &answer), changes_stock))
}
