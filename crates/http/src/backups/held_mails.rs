//! `POST /api/admin/outbox/release`: sends the mails that a restore holds back.

use actix_web::{HttpResponse, web};
use application::messages::MessageUseCases;
use domain::accounts::permission::Permission;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Limited};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, release, access: Access::Staff(Permission::ManageSettings), limit: Limit::Unlimited, changes: None);
}

/// Mails that were released.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReleasedMails)]
pub struct ReleasedMailsJson {
    /// The number of mails that waited; null where none were held.
    #[schema(required = true)]
    waiting: Option<u64>,
}

/// Lets the shop send the mails that are held since a restore. Where none are held, nothing changes.
#[utoipa::path(post, path = "/api/admin/outbox/release", tag = "operations", operation_id = "releaseMails",
    responses((status = 200, body = ReleasedMailsJson), ForAdmins, Limited, Failures))]
async fn release(messages: web::Data<MessageUseCases>, admin: Admin) -> Result<HttpResponse, Problem> {
    let waiting = messages.release_mails.run(&admin.actor).await?;
    Ok(private(HttpResponse::Ok(), &ReleasedMailsJson { waiting }))
}
