//! Packing and delivering orders, their parcels, and the couriers to choose from (contract-commerce, section 4; contract-owner, section 5).

use actix_web::{HttpResponse, web};
use application::messages::MessageUseCases;
use application::orders::OrderUseCases;
use domain::accounts::permission::Permission;
use domain::catalog::ports::CatalogueChange;
use domain::orders::fulfilment::Parcel;
use domain::orders::fulfilment_step::{FulfilmentStep, StepChange};
use domain::orders::tracking_url::TrackingUrl;
use domain::shared::text::{CourierName, TrackingNumber};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::delivery::delivery_json::CourierJson;
use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::RateLimit;
use crate::orders::order_json::{OrderJson, OrderResponse};
use crate::orders::order_life::{filled, order_id, refused, updated};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, NotFound, WithBody};
use crate::response::word_json::word_json;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let stock = Some(CatalogueChange::Stock);
    route!(table, take_step, access: Access::Staff(Permission::FulfilOrders), limit: Limit::Unlimited, changes: stock);
    route!(table, change_parcel, access: Access::Staff(Permission::FulfilOrders), limit: Limit::Unlimited, changes: None);
    route!(table, couriers, access: Access::Staff(Permission::FulfilOrders), limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

word_json! {
    /// The steps of packing and delivering.
    pub FulfilmentStepJson as FulfilmentStep of FulfilmentStep
}

/// A step of packing and delivering. Absent, null and blank fields about the parcel leave what is known.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FulfilmentRequest {
    /// The step.
    #[schema(value_type = Option<FulfilmentStepJson>, required = true, nullable = false)]
    step: Option<String>,
    /// The courier's name.
    #[schema(max_length = 100)]
    courier: Option<String>,
    /// The courier's number of the parcel.
    #[schema(max_length = 100)]
    tracking_number: Option<String>,
    /// The courier's page about the parcel, an `https://` address.
    #[schema(max_length = 2048, pattern = "^( *|https://[A-Za-z0-9][!-~]*)$")]
    tracking_url: Option<String>,
    /// Of `delivered`: whether the courier collected the cash of an order that is paid on delivery; true where it is absent.
    cash_collected: Option<bool>,
}

impl FulfilmentRequest {
    fn parse(&self) -> Result<StepChange, Problem> {
        let mut errors = FieldErrors::default();
        let step = errors.required("step", self.step.as_deref(), FulfilmentStep::parse);
        let parcel = parcel(&mut errors, [&self.courier, &self.tracking_number, &self.tracking_url]);
        match (step, errors.is_empty()) {
            (Some(step), true) => Ok(StepChange { step, parcel, is_cash_collected: self.cash_collected.unwrap_or(true) }),
            _ => Err(errors.into_problem()),
        }
    }
}

/// What is known of a parcel from now on. Absent, null and blank fields about it are not known any more.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParcelRequest {
    /// The courier's name.
    #[schema(max_length = 100)]
    courier: Option<String>,
    /// The courier's number of the parcel.
    #[schema(max_length = 100)]
    tracking_number: Option<String>,
    /// The courier's page about the parcel, an `https://` address; absent, the courier's template makes it.
    #[schema(max_length = 2048, pattern = "^( *|https://[A-Za-z0-9][!-~]*)$")]
    tracking_url: Option<String>,
    /// Whether the customer is mailed; false where it is absent.
    notify: Option<bool>,
}

/// The parcel of a request: courier, tracking number and tracking link.
fn parcel(errors: &mut FieldErrors, [courier, number, url]: [&Option<String>; 3]) -> Parcel {
    Parcel {
        courier: errors.optional("courier", filled(courier.as_deref()), CourierName::parse),
        tracking_number: errors.optional("trackingNumber", filled(number.as_deref()), TrackingNumber::parse),
        tracking_url: errors.optional("trackingUrl", filled(url.as_deref()), TrackingUrl::parse),
    }
}

/// Takes a step of packing and delivering. A step that is out of order is 409 `order.wrong_step` with the present `order`,
/// and one of an order that is paid in advance, while money is due, 409 `order.unpaid`. Packing an order that waits for a call
/// (`payment.codConfirmation` is needed or unreachable) is 409 `order.unconfirmed`. `readyForPickup` of an order that is not picked up is
/// 409 `order.not_for_pickup`. `delivered` books the cash that is due. Where the parcel has no link, the courier's template makes it.
#[utoipa::path(post, path = "/api/orders/{orderId}/fulfilment", tag = "orders", operation_id = "fulfilOrder", request_body = FulfilmentRequest,
    params(("orderId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, NotFound, Conflict))]
async fn take_step(
    orders: web::Data<OrderUseCases>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<FulfilmentRequest>,
) -> Result<HttpResponse, Problem> {
    let (id, step) = (order_id(&id)?, body.parse()?);
    let order = orders.service.take_step(&admin.actor, &id, step).await.map_err(|error| refused(error, OrderJson::for_staff))?;
    Ok(updated(order))
}

/// Corrects the courier and the tracking of a parcel that is on its way. Before it is handed over and after it is delivered this is 409
/// `order.not_handed_over` with the present `order`.
#[utoipa::path(put, path = "/api/orders/{orderId}/parcel", tag = "orders", operation_id = "changeParcel", request_body = ParcelRequest,
    params(("orderId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, NotFound, Conflict))]
async fn change_parcel(
    orders: web::Data<OrderUseCases>,
    messages: web::Data<MessageUseCases>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<ParcelRequest>,
) -> Result<HttpResponse, Problem> {
    let id = order_id(&id)?;
    let mut errors = FieldErrors::default();
    let parcel = parcel(&mut errors, [&body.courier, &body.tracking_number, &body.tracking_url]);
    errors.check()?;
    // The history says that the customer was mailed.
    let is_mailed = body.notify.unwrap_or(false) && messages.mail_connection.is_connected();
    let changed = orders.service.change_parcel(&admin.actor, &id, parcel, is_mailed).await;
    let order = OrderJson::for_staff(changed.map_err(|error| refused(error, OrderJson::for_staff))?);
    Ok(private(HttpResponse::Ok(), &OrderResponse { message: "Parcel updated successfully!".into(), order }))
}

/// The shop's couriers.
#[utoipa::path(get, path = "/api/admin/couriers", tag = "orders", operation_id = "listCouriers",
    responses((status = 200, body = [CourierJson])))]
async fn couriers(orders: web::Data<OrderUseCases>) -> Result<HttpResponse, Problem> {
    let couriers = orders.service.couriers().await?;
    Ok(private(HttpResponse::Ok(), &couriers.iter().map(CourierJson::from).collect::<Vec<_>>()))
}
