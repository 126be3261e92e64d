//! `GET` and `PUT /api/admin/settings/payments`: methods, limits and fees of payment.

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
use crate::routing::rules::{Access, Confirmation, Limit};
use crate::routing::table::{RouteTable, route};
use crate::settings::payment_settings_json::{PaymentSettingsJson, PaymentSettingsUpdate};
use crate::settings::saving::{SettingsResponse, save, stored};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show_payments, access: Access::Staff(Permission::ManageSettings), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, change_payments, access: Access::Staff(Permission::ManageSettings), limit: Limit::Unlimited, changes: None, confirmed: Confirmation::Recent);
}

/// The settings of payments.
#[utoipa::path(get, path = "/api/admin/settings/payments", tag = "settings", operation_id = "showPaymentSettings",
    responses((status = 200, body = PaymentSettingsJson)))]
async fn show_payments(store: web::Data<dyn SettingsStore>, settings: web::Data<SettingsUseCases>) -> Result<HttpResponse, Problem> {
    let present = stored(&**store).await?;
    Ok(private(HttpResponse::Ok(), &PaymentSettingsJson::of(&present, settings.has_gateway)))
}

/// Edits the settings of payments, and mails all owners of the shop about it. The session must be confirmed: who changes the bank account
/// leads the money of customers elsewhere.
#[utoipa::path(put, path = "/api/admin/settings/payments", tag = "settings", operation_id = "changePaymentSettings", request_body = PaymentSettingsUpdate,
    responses((status = 200, body = SettingsResponse<PaymentSettingsJson>), WithBody, Conflict))]
async fn change_payments(
    settings: web::Data<SettingsUseCases>,
    admin: Admin,
    Body(body): Body<PaymentSettingsUpdate>,
) -> Result<HttpResponse, Problem> {
    let has_gateway = settings.has_gateway;
    let json = |present: &ShopSettings| PaymentSettingsJson::of(present, has_gateway);
    save(&settings, &admin, body.version, |errors| SettingsEdit::Payments(body.parse(errors)), json).await
}
