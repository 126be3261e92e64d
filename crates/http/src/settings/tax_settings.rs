//! `GET` and `PUT /api/admin/settings/tax`: the shop's registration for VAT, the rates, and the form of tax invoices.

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
use crate::settings::saving::{SettingsResponse, save, stored};
use crate::settings::tax_settings_json::{TaxSettingsJson, TaxSettingsUpdate};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show_tax, access: Access::Staff(Permission::ManageSettings), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, change_tax, access: Access::Staff(Permission::ManageSettings), limit: Limit::Unlimited, changes: None);
}

/// The settings of taxes.
#[utoipa::path(get, path = "/api/admin/settings/tax", tag = "settings", operation_id = "showTaxSettings",
    responses((status = 200, body = TaxSettingsJson)))]
async fn show_tax(settings: web::Data<dyn SettingsStore>) -> Result<HttpResponse, Problem> {
    Ok(private(HttpResponse::Ok(), &TaxSettingsJson::from(&stored(&**settings).await?)))
}

/// Edits the settings of taxes. Issued documents stay as they are. A shop that is registered names its TIN, name and address.
#[utoipa::path(put, path = "/api/admin/settings/tax", tag = "settings", operation_id = "changeTaxSettings", request_body = TaxSettingsUpdate,
    responses((status = 200, body = SettingsResponse<TaxSettingsJson>), WithBody, Conflict))]
async fn change_tax(
    settings: web::Data<SettingsUseCases>,
    admin: Admin,
    Body(body): Body<TaxSettingsUpdate>,
) -> Result<HttpResponse, Problem> {
    let json = |present: &ShopSettings| TaxSettingsJson::from(present);
    save(&settings, &admin, body.version, |errors| SettingsEdit::Tax(body.parse(errors)), json).await
}
