//! `GET` and `PUT /api/admin/settings/delivery`: zones, methods and rates of delivery.

use actix_web::{HttpResponse, web};
use application::settings::SettingsUseCases;
use domain::accounts::permission::Permission;
use domain::settings::ports::SettingsStore;
use domain::settings::shop_settings::{SettingsEdit, ShopSettings};

use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::middleware::rate_limit::RateLimit;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::settings::delivery_settings_json::{DeliverySettingsJson, DeliverySettingsUpdate};
use crate::settings::saving::{SettingsResponse, save, stored};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show_delivery, access: Access::Staff(Permission::ManageDelivery), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, change_delivery, access: Access::Staff(Permission::ManageDelivery), limit: Limit::Unlimited, changes: None);
}

/// The settings of delivery.
#[utoipa::path(get, path = "/api/admin/settings/delivery", tag = "settings", operation_id = "showDeliverySettings",
    responses((status = 200, body = DeliverySettingsJson)))]
async fn show_delivery(settings: web::Data<dyn SettingsStore>) -> Result<HttpResponse, Problem> {
    let settings = stored(&**settings).await?;
    Ok(private(HttpResponse::Ok(), &DeliverySettingsJson::from(&settings)))
}

/// Edits the settings of delivery. Other addresses at which couriers track parcels, which customers get as links, need a confirmed session
/// and are mailed to all owners of the shop.
#[utoipa::path(put, path = "/api/admin/settings/delivery", tag = "settings", operation_id = "changeDeliverySettings", request_body = DeliverySettingsUpdate,
    responses((status = 200, body = SettingsResponse<DeliverySettingsJson>), WithBody, Conflict))]
async fn change_delivery(
    settings: web::Data<SettingsUseCases>,
    admin: Admin,
    Body(body): Body<DeliverySettingsUpdate>,
) -> Result<HttpResponse, Problem> {
    let json = |present: &ShopSettings| DeliverySettingsJson::from(present);
    save(&settings, &admin, body.version, |errors| SettingsEdit::Delivery(body.parse(errors)), json).await
}
