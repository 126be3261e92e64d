//! The mails of the shop: with sample data, those that their recipients did not get, and those that a restore holds back.

use actix_web::{HttpResponse, web};
use application::messages::MessageUseCases;
use application::messages::preview_mails::MailPreview;
use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::messages::mail_hold::MailHold;
use domain::messages::mail_message::MailKind;
use domain::messages::outbox::UndeliveredMail;
use domain::messages::ports::MailOutbox;
use domain::shared::language::Language;
use domain::shared::ports::Clock;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::field_errors::FieldErrors;
use crate::extract::query_params::QueryParams;
use crate::messages::language_json::LanguageJson;
use crate::middleware::rate_limit::RateLimit;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Limited, NotFound, WithParameters};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The largest number of undelivered mails that are listed.
const MOST_UNDELIVERED: usize = 100;

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list, access: Access::Staff(Permission::PreviewMails), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, show, access: Access::Staff(Permission::PreviewMails), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, undelivered, access: Access::Staff(Permission::PreviewMails), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, release, access: Access::Staff(Permission::ManageSettings), limit: Limit::Unlimited, changes: None);
}

/// The recipient of a kind of mail.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum MailAudience {
    /// The customer.
    Customer,
    /// A person who is invited to the team.
    Staff,
    /// The shop's own address.
    Shop,
}

/// A mail in the list of mails.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MailSummary)]
struct MailSummaryJson {
    /// Its kind, which names it in the address of its preview.
    kind: &'static str,
    /// The recipient.
    to: MailAudience,
    /// The subject.
    subject: String,
}

/// A mail with sample data, in both of its forms.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MailPreview)]
struct MailPreviewJson {
    /// Its kind.
    kind: &'static str,
    /// The recipient.
    to: MailAudience,
    /// The subject.
    subject: String,
    /// The text.
    text: String,
    /// The HTML document, without script and without pictures.
    html: String,
}

const fn audience(kind: MailKind) -> MailAudience {
    match kind {
        MailKind::Invitation => MailAudience::Staff,
        _ if kind.is_for_shop() => MailAudience::Shop,
        _ => MailAudience::Customer,
    }
}

impl From<MailPreview> for MailSummaryJson {
    fn from(preview: MailPreview) -> Self {
        Self { kind: preview.kind.as_str(), to: audience(preview.kind), subject: preview.mail.subject.as_str().to_owned() }
    }
}

impl From<MailPreview> for MailPreviewJson {
    fn from(preview: MailPreview) -> Self {
        Self {
            kind: preview.kind.as_str(),
            to: audience(preview.kind),
            subject: preview.mail.subject.as_str().to_owned(),
            text: preview.mail.text,
            html: preview.mail.html,
        }
    }
}

/// A mail that its recipient did not get.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UndeliveredMail)]
struct UndeliveredMailJson {
    mail_id: i64,
    /// A kind of `GET /api/admin/mails`.
    kind: &'static str,
    /// The recipient; null for the shop.
    #[schema(required = true)]
    to: Option<String>,
    /// The order that it is about.
    #[schema(required = true)]
    order_id: Option<String>,
    /// `refused` by the mail server, `givenUp` after some days or as its link had ended, or `tooMany` to an address that was never
    /// verified.
    #[schema(example = "refused")]
    state: &'static str,
    /// The last answer of the mail server.
    #[schema(required = true)]
    answer: Option<String>,
    queued_at: DateTime<Utc>,
}

impl From<UndeliveredMail> for UndeliveredMailJson {
    fn from(mail: UndeliveredMail) -> Self {
        Self {
            mail_id: mail.id.0,
            kind: mail.kind.as_str(),
            to: mail.to.map(|to| to.as_str().to_owned()),
            order_id: mail.order.map(|order| order.as_str().to_owned()),
            state: mail.ending.as_str(),
            answer: mail.answer,
            queued_at: mail.queued_at,
        }
    }
}

/// Mails that were released.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReleasedMails)]
struct ReleasedMailsJson {
    /// The number of mails that waited; null where none were held.
    #[schema(required = true)]
    waiting: Option<u64>,
}

/// The language of the preview: English where none is asked for. It need not be one that the shop offers.
fn language_of(query: &QueryParams) -> Result<Language, Problem> {
    let mut errors = FieldErrors::default();
    let language = errors.optional("language", query.get("language"), Language::parse);
    errors.check()?;
    Ok(language.unwrap_or_default())
}

/// The kinds of mails that the shop sends.
#[utoipa::path(get, path = "/api/admin/mails", tag = "mails", operation_id = "listMails",
    params(("language" = Option<LanguageJson>, Query, description = "of the mails about an order to its customer")),
    responses((status = 200, body = Vec<MailSummaryJson>), WithParameters))]
async fn list(messages: web::Data<MessageUseCases>, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mails: Vec<MailSummaryJson> = messages.preview_mails.all(language_of(&query)?).await?.into_iter().map(Into::into).collect();
    Ok(private(HttpResponse::Ok(), &mails))
}

/// One mail with sample data.
#[utoipa::path(get, path = "/api/admin/mails/{kind}", tag = "mails", operation_id = "showMail",
    params(("kind" = String, Path, description = "A kind of the list"),
        ("language" = Option<LanguageJson>, Query, description = "of the mails about an order to its customer")),
    responses((status = 200, body = MailPreviewJson), NotFound, WithParameters))]
async fn show(messages: web::Data<MessageUseCases>, kind: web::Path<String>, query: QueryParams) -> Result<HttpResponse, Problem> {
    let preview = messages.preview_mails.show(&kind, language_of(&query)?).await?;
    Ok(private(HttpResponse::Ok(), &MailPreviewJson::from(preview)))
}

/// The newest mails that their recipients did not get, newest first, at most 100.
#[utoipa::path(get, path = "/api/admin/outbox", tag = "mails", operation_id = "listUndeliveredMails",
    responses((status = 200, body = Vec<UndeliveredMailJson>)))]
async fn undelivered(outbox: web::Data<dyn MailOutbox>) -> Result<HttpResponse, Problem> {
    let mails: Vec<UndeliveredMailJson> = outbox.undelivered(MOST_UNDELIVERED).await?.into_iter().map(Into::into).collect();
    Ok(private(HttpResponse::Ok(), &mails))
}

/// Lets the shop send the mails that are held since a restore. Where none are held, nothing changes.
#[utoipa::path(post, path = "/api/admin/outbox/release", tag = "operations", operation_id = "releaseMails",
    responses((status = 200, body = ReleasedMailsJson), Limited))]
async fn release(hold: web::Data<dyn MailHold>, clock: web::Data<dyn Clock>, admin: Admin) -> Result<HttpResponse, Problem> {
    let waiting = hold.release(&admin.actor, clock.now()).await?;
    Ok(private(HttpResponse::Ok(), &ReleasedMailsJson { waiting }))
}
