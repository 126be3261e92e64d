//! `POST /api/orders/{orderId}/fulfilment`: packing and delivering an order (contract-commerce, section 4).

use actix_web::{HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::take_fulfilment_step::TakeFulfilmentStepError;
use domain::accounts::permission::Permission;
use domain::catalog::ports::CatalogueChange;
use domain::orders::fulfilment::Parcel;
use domain::orders::fulfilment_step::{FulfilmentStep, StepChange};
use domain::orders::order_id::OrderId;
use domain::orders::order_status::OrderStatus;
use domain::orders::tracking_url::TrackingUrl;
use domain::shared::text::{CourierName, TrackingNumber};
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
    route!(table, take_step, access: Access::Staff(Permission::FulfilOrders), limit: Limit::Unlimited, changes: changes);
}

/// The steps of packing and delivering.
#[derive(ToSchema)]
#[schema(as = FulfilmentStep, rename_all = "camelCase")]
pub enum FulfilmentStepJson {
    /// The order is packed.
    Packed,
    /// It is unpacked again.
    Unpacked,
    /// It waits for the customer at the shop.
    ReadyForPickup,
    /// The courier has it.
    HandedOver,
    /// The customer has it.
    Delivered,
    /// It came back or was never collected: the order is cancelled, and its units go back on the shelf.
    Undelivered,
}

/// A step of packing and delivering. Absent, null and blank fields about the parcel leave what is known.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FulfilmentRequest {
    /// The step.
    #[schema(value_type = Option<FulfilmentStepJson>, required = true, nullable = false)]
    pub step: Option<String>,
    /// The courier's name.
    #[schema(max_length = 100)]
    pub courier: Option<String>,
    /// The courier's number of the parcel.
    #[schema(max_length = 100)]
    pub tracking_number: Option<String>,
    /// The courier's page about the parcel, an `https://` address.
    #[schema(max_length = 2048, pattern = "^( *|https://[A-Za-z0-9][!-~]*)$")]
    pub tracking_url: Option<String>,
    /// Of `delivered`: whether the courier collected the cash of an order that is paid on delivery; true where it is absent.
    pub cash_collected: Option<bool>,
}

/// Takes a step of packing and delivering. A step that is out of order is 409 `order.wrong_step` with the present `order`,
/// and one of an order that is paid in advance, while money is due, 409 `order.unpaid`. Packing an order that waits for a call
/// (`payment.codConfirmation` is needed or unreachable) is 409 `order.unconfirmed`. `readyForPickup` of an order that is not picked up is
/// 409 `order.not_for_pickup`. `delivered` books the cash that is due. Where the parcel has no link, the courier's template makes it.
#[utoipa::path(post, path = "/api/orders/{orderId}/fulfilment", tag = "orders", operation_id = "fulfilOrder", request_body = FulfilmentRequest,
    params(("orderId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, ForAdmins, Missing, Conflicting, Failures))]
async fn take_step(
    orders: web::Data<OrderUseCases>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<FulfilmentRequest>,
) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| TakeFulfilmentStepError::NotFound)?;
    let change = parse(&body)?;
    let order = orders.take_fulfilment_step.run(&admin.actor, &id, &change).await.map_err(|error| match error {
        TakeFulfilmentStepError::WrongStep(ref order)
        | TakeFulfilmentStepError::Unpaid(ref order)
        | TakeFulfilmentStepError::NotForPickup(ref order)
        | TakeFulfilmentStepError::Unconfirmed(ref order) => {
            let order = OrderJson::for_staff(order.as_ref().clone());
            Problem::from(error).with("order", order)
        }
        other => other.into(),
    })?;
    let changes_stock = order.status == OrderStatus::Cancelled;
    let answer = OrderResponse { message: "Order updated successfully!".into(), order: OrderJson::for_staff(order) };
    Ok(answering(private(HttpResponse::Ok(), &answer), changes_stock))
}

fn parse(body: &FulfilmentRequest) -> Result<StepChange, Problem> {
    let mut errors = FieldErrors::default();
    let step = errors.required("step", body.step.as_deref(), FulfilmentStep::parse);
    let parcel = parcel(&mut errors, [&body.courier, &body.tracking_number, &body.tracking_url]);
    match (step, errors.is_empty()) {
        (Some(step), true) => Ok(StepChange { step, parcel, is_cash_collected: body.cash_collected.unwrap_or(true) }),
        _ => Err(errors.into_problem()),
    }
}

/// The parcel of a request: courier, tracking number and tracking link.
pub(super) fn parcel(errors: &mut FieldErrors, [courier, number, url]: [&Option<String>; 3]) -> Parcel {
    Parcel {
        courier: errors.optional("courier", filled(courier.as_deref()), CourierName::parse),
        tracking_number: errors.optional("trackingNumber", filled(number.as_deref()), TrackingNumber::parse),
        tracking_url: errors.optional("trackingUrl", filled(url.as_deref()), TrackingUrl::parse),
    }
}

/// Blank text counts as none.
fn filled(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}
