//! Publishing drafts, and the versions that were published.

use actix_web::{HttpResponse, web};
use application::content::ContentUseCases;
use application::error::ReadError;
use domain::accounts::permission::Permission;
use domain::catalog::ports::CatalogueChange;
use domain::content::repository::ContentRepository;
use domain::shared::edit::Saved;
use domain::shared::versioned::{ContentVersion, DraftRevision};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::cache::note_change::answering;
use crate::content::drafts::{ChangedJson, VersionJson, changed, editable, refusal};
use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::middleware::rate_limit::RateLimit;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, NotFound, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The most versions of a list.
const LISTED_VERSIONS: usize = 50;

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, publish, access: Access::Staff(Permission::EditContent), limit: Limit::Unlimited, changes: Some(CatalogueChange::Content));
    // A version that is restored is a draft: the caches keep their answers.
    route!(table, restore, access: Access::Staff(Permission::EditContent), limit: Limit::Unlimited, changes: None);
    route!(table, list_versions, access: Access::Staff(Permission::EditContent), limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// What to publish.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ContentPublication)]
pub(crate) struct Publication {
    /// The revision of the draft that the caller saw; another present one is 409 `content.draft_changed`.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 0, maximum = 2_147_483_647)]
    revision: Option<i64>,
}

/// What to restore.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ContentRestoration)]
pub(crate) struct Restoration {
    /// The version that becomes the draft.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 1, maximum = 2_147_483_647)]
    version: Option<i64>,
    /// The revision of the draft that the caller saw; another present one is 409 `content.draft_changed`. Without it any draft is
    /// replaced.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 0, maximum = 2_147_483_647)]
    revision: Option<i64>,
}

/// Publishes the draft as a new version. A draft that equals the newest version is not published again. An identity with another e-mail
/// address of the shop needs a session that was confirmed in the last 10 minutes (else 403 `auth.confirm_needed`), and is mailed to all
/// owners.
#[utoipa::path(post, path = "/api/admin/content/{doc}/publish", tag = "content", operation_id = "publishContent", request_body = Publication,
    params(("doc" = String, Path, max_length = 65, pattern = "^(identity|theme|home|footer|contact|announcement|page:[a-z0-9]+(-[a-z0-9]+)*)$")),
    responses((status = 200, body = ChangedJson), WithBody, NotFound, Conflict))]
async fn publish(
    content: web::Data<ContentUseCases>,
    admin: Admin,
    doc: web::Path<String>,
    Body(body): Body<Publication>,
) -> Result<HttpResponse, Problem> {
    let name = editable(&admin, &doc)?;
    let mut errors = FieldErrors::default();
    let seen = errors.required("revision", body.revision, DraftRevision::parse);
    errors.check()?;
    let published = content.drafts.publish(&admin.principal, &admin.actor, &name, seen.unwrap_or_default()).await;
    let Saved { value, is_changed } = match published {
        Ok(edited) => edited,
        Err(error) => return Err(refusal(error, &content.drafts, &name).await),
    };
    let message = if is_changed { "Published. Visitors see it now." } else { "Visitors see this version already." };
    Ok(answering(changed(message, &value), is_changed))
}

/// Fills the draft from a version.
#[utoipa::path(post, path = "/api/admin/content/{doc}/restore", tag = "content", operation_id = "restoreVersion", request_body = Restoration,
    params(("doc" = String, Path, max_length = 65, pattern = "^(identity|theme|home|footer|contact|announcement|page:[a-z0-9]+(-[a-z0-9]+)*)$")),
    responses((status = 200, body = ChangedJson), WithBody, NotFound, Conflict))]
async fn restore(
    content: web::Data<ContentUseCases>,
    admin: Admin,
    doc: web::Path<String>,
    Body(body): Body<Restoration>,
) -> Result<HttpResponse, Problem> {
    let name = editable(&admin, &doc)?;
    let mut errors = FieldErrors::default();
    let version = errors.required("version", body.version, ContentVersion::parse);
    let seen = errors.optional("revision", body.revision, DraftRevision::parse);
    errors.check()?;
    match content.drafts.restore(&admin.actor, &name, version.unwrap_or_default(), seen).await {
        Ok(restored) => Ok(changed("The version is the draft now. Publish it to show it.", &restored)),
        Err(error) => Err(refusal(error, &content.drafts, &name).await),
    }
}

/// The newest 50 versions of a document with their contents, newest first.
#[utoipa::path(get, path = "/api/admin/content/{doc}/versions", tag = "content", operation_id = "listVersions",
    params(("doc" = String, Path, max_length = 65, pattern = "^(identity|theme|home|footer|contact|announcement|page:[a-z0-9]+(-[a-z0-9]+)*)$")),
    responses((status = 200, body = Vec<VersionJson>), NotFound))]
async fn list_versions(content: web::Data<dyn ContentRepository>, admin: Admin, doc: web::Path<String>) -> Result<HttpResponse, Problem> {
    let versions = content.versions(&editable(&admin, &doc)?, LISTED_VERSIONS).await.map_err(ReadError::from)?;
    Ok(private(HttpResponse::Ok(), &versions.iter().map(VersionJson::from).collect::<Vec<_>>()))
}
