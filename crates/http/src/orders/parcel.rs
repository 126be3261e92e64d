//! `PUT /api/orders/{orderId}/parcel`, and the couriers that its fields offer (contract-owner, section 5).

use actix_web::{HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::change_parcel::ChangeParcelError;
use domain::accounts::permission::Permission;
use domain::orders::order_id::OrderId;
use domain::orders::parcel_change::ParcelChange;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::Rule;
use crate::orders::fulfilment::parcel;
use crate::orders::order_json::{OrderJson, OrderResponse};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Failures, ForAdmins, Limited, Missing, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::settings::delivery_settings_json::CourierJson;

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, change_parcel, access: Access::Staff(Permission::FulfilOrders), limit: Limit::Unlimited, changes: None);
    route!(table, couriers, access: Access::Staff(Permission::FulfilOrders), limit: Limit::PerAddress(Rule::Read), changes: None);
}

/// What is known of a parcel from now on. Absent, null and blank fields about it are not known any more.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParcelRequest {
    /// The courier's name.
    #[schema(max_length = 100)]
    pub courier: Option<String>,
    /// The courier's number of the parcel.
    #[schema(max_length = 100)]
    pub tracking_number: Option<String>,
    /// The courier's page about the parcel, an `https://` address; absent, the courier's template makes it.
    #[schema(max_length = 2048, pattern = "^( *|https://[A-Za-z0-9][!-~]*)$")]
    pub tracking_url: Option<String>,
    /// Whether the customer is mailed; false where it is absent.
    pub notify: Option<bool>,
}

/// Corrects the courier and the tracking of a parcel that is on its way. Before it is handed over and after it is delivered this is 409
/// `order.not_handed_over` with the present `order`.
#[utoipa::path(put, path = "/api/orders/{orderId}/parcel", tag = "orders", operation_id = "changeParcel", request_body = ParcelRequest,
    params(("orderId" = String, Path)),
    responses((status = 200, body = OrderResponse), WithBody, ForAdmins, Missing, Conflicting, Failures))]
async fn change_parcel(
    orders: web::Data<OrderUseCases>,
    id: web::Path<String>,
    admin: Admin,
    Body(body): Body<ParcelRequest>,
) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| ChangeParcelError::NotFound)?;
    let mut errors = FieldErrors::default();
    let parcel = parcel(&mut errors, [&body.courier, &body.tracking_number, &body.tracking_url]);
    errors.check()?;
    let change = ParcelChange { parcel, is_mailed: body.notify.unwrap_or(false) };
    let order = orders.change_parcel.run(&admin.actor, &id, &change).await.map_err(|error| match error {
        ChangeParcelError::NotOnItsWay(ref order) => {
            let order = OrderJson::for_staff(order.as_ref().clone());
            Problem::from(error).with("order", order)
        }
        other => other.into(),
    })?;
    Ok(private(HttpResponse::Ok(), &OrderResponse { message: "Parcel updated successfully!".into(), order: OrderJson::for_staff(order) }))
}

/// The shop's couriers.
#[utoipa::path(get, path = "/api/admin/couriers", tag = "orders", operation_id = "listCouriers",
    responses((status = 200, body = [CourierJson]), ForAdmins, Limited, Failures))]
async fn couriers(orders: web::Data<OrderUseCases>) -> Result<HttpResponse, Problem> {
    let couriers = orders.change_parcel.couriers().await?;
    Ok(private(HttpResponse::Ok(), &couriers.iter().map(CourierJson::from).collect::<Vec<_>>()))
}
