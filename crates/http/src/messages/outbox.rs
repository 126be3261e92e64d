//! `GET /api/admin/outbox`: the mails that their recipients did not get.

use actix_web::{HttpResponse, web};
use application::messages::MessageUseCases;
use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::messages::outbox::UndeliveredMail;
use serde::Serialize;
use utoipa::ToSchema;

use crate::middleware::rate_limit::Rule;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Limited};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, undelivered, access: Access::Staff(Permission::PreviewMails), limit: Limit::PerAddress(Rule::Read), changes: None);
}

/// A mail that its recipient did not get.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UndeliveredMail)]
pub struct UndeliveredMailJson {
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

/// The newest mails that their recipients did not get, newest first, at most 100.
#[utoipa::path(get, path = "/api/admin/outbox", tag = "mails", operation_id = "listUndeliveredMails",
    responses((status = 200, body = Vec<UndeliveredMailJson>), ForAdmins, Limited, Failures))]
async fn undelivered(messages: web::Data<MessageUseCases>) -> Result<HttpResponse, Problem> {
    let mails: Vec<UndeliveredMailJson> = messages.show_undelivered_mails.run().await?.into_iter().map(Into::into).collect();
    Ok(private(HttpResponse::Ok(), &mails))
}
