//! `GET` and `PUT /api/admin/settings/mails`: the mails that customers get, and their languages.

use actix_web::{HttpResponse, web};
use application::settings::SettingsUseCases;
use domain::accounts::permission::Permission;
use domain::messages::mail_message::MailKind;
use domain::messages::mail_settings::{MailSettings, MailSettingsEdit};
use domain::settings::ports::SettingsStore;
use domain::settings::shop_settings::{SettingsEdit, ShopSettings};
use domain::shared::language::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::body::{Body, object_only};
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::messages::language_json::{self, LanguageJson};
use crate::middleware::rate_limit::RateLimit;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::settings::saving::{SettingsResponse, save, stored};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show_mails, access: Access::Staff(Permission::ManageSettings), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, change_mails, access: Access::Staff(Permission::ManageSettings), limit: Limit::Unlimited, changes: None);
}

/// Whether customers get a mail, by its kind. The link that verifies an address and the one that sets a password are always sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailSwitches)]
pub struct MailSwitchesJson {
    /// The order was placed, and how it is paid.
    placed: bool,
    /// Half of the time for a bank transfer is over.
    reminder: bool,
    /// Money came in.
    paid: bool,
    /// Staff found no money for a bank slip.
    slip_rejected: bool,
    /// The order was cancelled because it was not paid in time.
    expired: bool,
    /// The order waits at the shop.
    ready_for_pickup: bool,
    /// The order is on its way.
    shipped: bool,
    /// The order was delivered.
    delivered: bool,
    /// The order was cancelled.
    cancelled: bool,
    /// Money went back.
    refunded: bool,
    /// Staff wrote to the customer.
    note: bool,
    /// The shop has the request of a return.
    return_requested: bool,
    /// The goods of a return are to be sent.
    return_approved: bool,
    /// The shop takes the goods of a return not back.
    return_rejected: bool,
    /// The goods of a return came and are credited.
    return_received: bool,
}

impl From<&MailSettings> for MailSwitchesJson {
    fn from(settings: &MailSettings) -> Self {
        let sends = |kind| settings.sends(kind);
        Self {
            placed: sends(MailKind::Placed),
            reminder: sends(MailKind::Reminder),
            paid: sends(MailKind::Paid),
            slip_rejected: sends(MailKind::SlipRejected),
            expired: sends(MailKind::Expired),
            ready_for_pickup: sends(MailKind::ReadyForPickup),
            shipped: sends(MailKind::Shipped),
            delivered: sends(MailKind::Delivered),
            cancelled: sends(MailKind::Cancelled),
            refunded: sends(MailKind::Refunded),
            note: sends(MailKind::Note),
            return_requested: sends(MailKind::ReturnRequested),
            return_approved: sends(MailKind::ReturnApproved),
            return_rejected: sends(MailKind::ReturnRejected),
            return_received: sends(MailKind::ReturnReceived),
        }
    }
}

/// The settings of mails.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MailSettings)]
pub struct MailSettingsJson {
    /// Counts the edits of the section.
    version: u32,
    /// Whether customers get a mail, by its kind.
    mails: MailSwitchesJson,
    /// The languages that customers can choose; English is the first.
    languages: Vec<LanguageJson>,
}

impl From<&ShopSettings> for MailSettingsJson {
    fn from(settings: &ShopSettings) -> Self {
        let mails = &settings.mails.value;
        Self { version: settings.mails.version.get(), mails: mails.into(), languages: language_json::offered(mails) }
    }
}

/// The switches of an edit. Absent ones stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub struct MailSwitchesUpdate {
    placed: Option<bool>,
    reminder: Option<bool>,
    paid: Option<bool>,
    slip_rejected: Option<bool>,
    expired: Option<bool>,
    ready_for_pickup: Option<bool>,
    shipped: Option<bool>,
    delivered: Option<bool>,
    cancelled: Option<bool>,
    refunded: Option<bool>,
    note: Option<bool>,
    return_requested: Option<bool>,
    return_approved: Option<bool>,
    return_rejected: Option<bool>,
    return_received: Option<bool>,
}

object_only!(MailSwitchesUpdate);

impl MailSwitchesUpdate {
    fn switches(&self) -> Vec<(MailKind, bool)> {
        let switches = [
            (MailKind::Placed, self.placed),
            (MailKind::Reminder, self.reminder),
            (MailKind::Paid, self.paid),
            (MailKind::SlipRejected, self.slip_rejected),
            (MailKind::Expired, self.expired),
            (MailKind::ReadyForPickup, self.ready_for_pickup),
            (MailKind::Shipped, self.shipped),
            (MailKind::Delivered, self.delivered),
            (MailKind::Cancelled, self.cancelled),
            (MailKind::Refunded, self.refunded),
            (MailKind::Note, self.note),
            (MailKind::ReturnRequested, self.return_requested),
            (MailKind::ReturnApproved, self.return_approved),
            (MailKind::ReturnRejected, self.return_rejected),
            (MailKind::ReturnReceived, self.return_received),
        ];
        switches.into_iter().filter_map(|(kind, is_on)| Some((kind, is_on?))).collect()
    }
}

/// An edit of the settings of mails. Absent fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MailSettingsUpdate {
    /// The version that the caller saw; another present one is 409 `settings.changed`.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 0, maximum = 2_147_483_647)]
    version: Option<i64>,
    /// The switches.
    mails: Option<MailSwitchesUpdate>,
    /// The languages that customers can choose. English is one of them whether it is named or not.
    #[schema(value_type = Option<Vec<LanguageJson>>, max_items = 3)]
    languages: Option<Vec<String>>,
}

/// The settings of mails.
#[utoipa::path(get, path = "/api/admin/settings/mails", tag = "settings", operation_id = "showMailSettings",
    responses((status = 200, body = MailSettingsJson)))]
async fn show_mails(settings: web::Data<dyn SettingsStore>) -> Result<HttpResponse, Problem> {
    let settings = stored(&**settings).await?;
    Ok(private(HttpResponse::Ok(), &MailSettingsJson::from(&settings)))
}

/// Edits the settings of mails. A mail that waits when its kind is switched off is not sent, and not sent later either. A mail that
/// waits in a language that is no longer offered is sent in English.
#[utoipa::path(put, path = "/api/admin/settings/mails", tag = "settings", operation_id = "changeMailSettings", request_body = MailSettingsUpdate,
    responses((status = 200, body = SettingsResponse<MailSettingsJson>), WithBody, Conflict))]
async fn change_mails(
    settings: web::Data<SettingsUseCases>,
    admin: Admin,
    Body(body): Body<MailSettingsUpdate>,
) -> Result<HttpResponse, Problem> {
    let edit = |errors: &mut FieldErrors| {
        let languages = errors.optional("languages", body.languages.as_deref(), Language::parse_list);
        SettingsEdit::Mails(MailSettingsEdit { switches: body.mails.unwrap_or_default().switches(), languages })
    };
    save(&settings, &admin, body.version, edit, |present: &ShopSettings| MailSettingsJson::from(present)).await
}
