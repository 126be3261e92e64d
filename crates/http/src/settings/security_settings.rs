//! `GET` and `PUT /api/admin/settings/security`: of whom a second factor is required.

use actix_web::{HttpResponse, web};
use application::settings::SettingsUseCases;
use domain::accounts::permission::Permission;
use domain::accounts::security_settings::{RequiredOf, SecuritySettingsEdit};
use domain::settings::ports::SettingsStore;
use domain::settings::shop_settings::{SettingsEdit, ShopSettings};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::integer;
use crate::middleware::rate_limit::RateLimit;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, WithBody};
use crate::routing::rules::{Access, Confirmation, Limit};
use crate::routing::table::{RouteTable, route};
use crate::settings::saving::{SettingsResponse, save, stored};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show_security, access: Access::Staff(Permission::ManageSecurity), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, change_security, access: Access::Staff(Permission::ManageSecurity), limit: Limit::Unlimited, changes: None, confirmed: Confirmation::Recent);
}

/// Whose accounts need a second factor.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = RequireSecondFactor)]
pub enum RequireSecondFactorJson {
    /// No account needs one.
    None,
    /// Those of owners.
    Owners,
    /// Those of all staff.
    Staff,
}

impl From<RequiredOf> for RequireSecondFactorJson {
    fn from(required: RequiredOf) -> Self {
        match required {
            RequiredOf::Nobody => Self::None,
            RequiredOf::Owners => Self::Owners,
            RequiredOf::Staff => Self::Staff,
        }
    }
}

impl From<RequireSecondFactorJson> for RequiredOf {
    fn from(required: RequireSecondFactorJson) -> Self {
        match required {
            RequireSecondFactorJson::None => Self::Nobody,
            RequireSecondFactorJson::Owners => Self::Owners,
            RequireSecondFactorJson::Staff => Self::Staff,
        }
    }
}

/// The settings of security.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecuritySettings)]
pub struct SecuritySettingsJson {
    /// Counts the edits of the section.
    version: u32,
    /// Whose accounts need a second factor.
    require_second_factor: RequireSecondFactorJson,
}

impl From<&ShopSettings> for SecuritySettingsJson {
    fn from(settings: &ShopSettings) -> Self {
        let required = settings.security.value.require_second_factor;
        Self { version: settings.security.version.get(), require_second_factor: required.into() }
    }
}

/// An edit of the settings of security. Absent fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecuritySettingsUpdate {
    /// The version that the caller saw; another present one is 409 `settings.changed`.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 0, maximum = 2_147_483_647)]
    version: Option<i64>,
    require_second_factor: Option<RequireSecondFactorJson>,
}

/// The settings of security.
#[utoipa::path(get, path = "/api/admin/settings/security", tag = "settings", operation_id = "showSecuritySettings",
    responses((status = 200, body = SecuritySettingsJson)))]
async fn show_security(settings: web::Data<dyn SettingsStore>) -> Result<HttpResponse, Problem> {
    let settings = stored(&**settings).await?;
    Ok(private(HttpResponse::Ok(), &SecuritySettingsJson::from(&settings)))
}

/// Edits the settings of security. Staff who lack a second factor that becomes required reach only its enrolment from then on.
#[utoipa::path(put, path = "/api/admin/settings/security", tag = "settings", operation_id = "changeSecuritySettings", request_body = SecuritySettingsUpdate,
    responses((status = 200, body = SettingsResponse<SecuritySettingsJson>), WithBody, Conflict))]
async fn change_security(
    settings: web::Data<SettingsUseCases>,
    admin: Admin,
    Body(body): Body<SecuritySettingsUpdate>,
) -> Result<HttpResponse, Problem> {
    let edit = SecuritySettingsEdit { require_second_factor: body.require_second_factor.map(Into::into) };
    let json = |present: &ShopSettings| SecuritySettingsJson::from(present);
    save(&settings, &admin, body.version, |_| SettingsEdit::Security(edit), json).await
}
