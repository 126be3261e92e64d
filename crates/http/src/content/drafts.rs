//! The drafts of documents, which staff edit: list, read and save. Visitors see none of them.

use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use application::content::ContentUseCases;
use application::content::drafts::{Drafts, EditedDocument};
use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::content::document::{ContentDoc, DocumentName};
use domain::content::repository::{ContentError, PublishedDocument};
use domain::shared::email::EmailAddress;
use domain::shared::faults::Faults;
use domain::shared::versioned::DraftRevision;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::content::documents::DocumentJson;
use crate::content::public_content::field;
use crate::content::theme::broken_checks;
use crate::extract::authentication::{Admin, require};
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::images::picture_url::parse_picture_url;
use crate::middleware::rate_limit::RateLimit;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, NotFound, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::config::HttpConfig;

/// The largest body of a document, in bytes: 20,000 characters of 3 bytes each, several texts, and what the form adds.
const MAX_DOCUMENT: usize = 512 * 1024;

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list, access: Access::Staff(Permission::EditContent), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, show_draft, access: Access::Staff(Permission::EditContent), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    // Visitors see no draft: the caches keep their answers.
    route!(table, save_draft, access: Access::Staff(Permission::EditContent), limit: Limit::Unlimited, changes: None);
}

/// A published version.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContentVersion)]
pub(crate) struct VersionJson {
    /// Counts the publications of the document, from 1.
    version: u32,
    published_at: DateTime<Utc>,
    /// The e-mail of who published it; null for the operator at the command line.
    #[schema(required = true)]
    published_by: Option<String>,
    /// The document.
    #[schema(value_type = DocumentJson)]
    body: Value,
}

impl From<&PublishedDocument> for VersionJson {
    fn from(document: &PublishedDocument) -> Self {
        Self {
            version: document.version.get(),
            published_at: document.at,
            published_by: document.by.as_ref().map(|email| email.as_str().to_owned()),
            body: document.body.clone(),
        }
    }
}

/// A document as staff edit it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContentDraft)]
pub(crate) struct DraftJson {
    /// identity, theme, home, footer, contact, announcement or page:{slug}
    name: String,
    /// The draft. Where none was saved: the newest version, else the default, which for a page is a template.
    #[schema(value_type = DocumentJson)]
    draft: Value,
    /// Counts the saves of the draft; 0 where none was saved.
    revision: u32,
    /// When it was saved last.
    #[schema(required = true)]
    saved_at: Option<DateTime<Utc>>,
    /// The e-mail of who saved it last.
    #[schema(required = true)]
    saved_by: Option<String>,
    /// Whether the draft differs from what visitors see.
    is_changed: bool,
    /// The newest version; null where none was published: visitors see the default, and no page.
    #[schema(required = true)]
    published: Option<VersionJson>,
}

impl From<&EditedDocument> for DraftJson {
    fn from(document: &EditedDocument) -> Self {
        let (saved_at, saved_by) = saved(document);
        Self {
            name: document.name.to_string(),
            draft: document.draft.clone(),
            revision: document.revision.get(),
            saved_at,
            saved_by,
            is_changed: is_changed(document),
            published: document.published.as_ref().map(Into::into),
        }
    }
}

/// When and by whom a draft was saved last.
fn saved(document: &EditedDocument) -> (Option<DateTime<Utc>>, Option<String>) {
    let saved = document.saved.as_ref();
    let by = saved.and_then(|(_, by)| by.as_ref()).map(EmailAddress::as_str).map(ToOwned::to_owned);
    (saved.map(|(at, _)| *at), by)
}

fn is_changed(document: &EditedDocument) -> bool {
    match &document.published {
        Some(published) => published.body != document.draft,
        None => document.saved.is_some(),
    }
}

/// The state of a document, without its content.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContentState)]
pub(crate) struct StateJson {
    /// identity, theme, home, footer, contact, announcement or page:{slug}
    name: String,
    /// The title of a page's draft; null for other documents.
    #[schema(value_type = Option<String>, required = true)]
    title: Value,
    revision: u32,
    #[schema(required = true)]
    saved_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    saved_by: Option<String>,
    /// Whether the draft differs from what visitors see.
    is_changed: bool,
    /// The newest version; null where none was published.
    #[schema(required = true)]
    published_version: Option<u32>,
    #[schema(required = true)]
    published_at: Option<DateTime<Utc>>,
}

fn state_of(document: &EditedDocument) -> StateJson {
    let (saved_at, saved_by) = saved(document);
    let is_page = matches!(document.name, DocumentName::Page(_));
    StateJson {
        name: document.name.to_string(),
        title: if is_page { field(&document.draft, "title") } else { Value::Null },
        revision: document.revision.get(),
        saved_at,
        saved_by,
        is_changed: is_changed(document),
        published_version: document.published.as_ref().map(|published| published.version.get()),
        published_at: document.published.as_ref().map(|published| published.at),
    }
}

/// A document after a change.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ContentChanged)]
pub(crate) struct ChangedJson {
    /// The sentence to show.
    message: String,
    /// The document as it is now.
    content: DraftJson,
}

/// A document to save.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ContentDraftUpdate)]
pub(crate) struct DraftUpdate {
    /// The whole document, in the form of the answer. Fields that it does not have are left out.
    #[schema(value_type = Option<HashMap<String, Value>>, required = true, nullable = false)]
    body: Option<Map<String, Value>>,
    /// The revision of the draft that the caller saw; another present one is 409 `content.draft_changed`.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 0, maximum = 2_147_483_647)]
    revision: Option<i64>,
}

/// The documents that the caller may edit, and whether they have unpublished changes: those that every shop has, the templates of
/// pages, and at most 20 pages of the shop's own.
#[utoipa::path(get, path = "/api/admin/content", tag = "content", operation_id = "listContent",
    responses((status = 200, body = Vec<StateJson>)))]
async fn list(content: web::Data<ContentUseCases>, admin: Admin) -> Result<HttpResponse, Problem> {
    let documents = content.drafts.list().await?;
    let editable = documents.iter().filter(|document| require(&admin.principal, document.name.permission()).is_ok());
    Ok(private(HttpResponse::Ok(), &editable.map(state_of).collect::<Vec<_>>()))
}

/// A document with its draft.
#[utoipa::path(get, path = "/api/admin/content/{doc}", tag = "content", operation_id = "showDraft",
    params(("doc" = String, Path, max_length = 65, pattern = "^(identity|theme|home|footer|contact|announcement|page:[a-z0-9]+(-[a-z0-9]+)*)$")),
    responses((status = 200, body = DraftJson), NotFound))]
async fn show_draft(content: web::Data<ContentUseCases>, admin: Admin, doc: web::Path<String>) -> Result<HttpResponse, Problem> {
    let document = content.drafts.show(&editable(&admin, &doc)?).await?;
    Ok(private(HttpResponse::Ok(), &DraftJson::from(&document)))
}

/// Saves a draft.
#[utoipa::path(put, path = "/api/admin/content/{doc}", tag = "content", operation_id = "saveDraft", request_body = DraftUpdate,
    params(("doc" = String, Path, max_length = 65, pattern = "^(identity|theme|home|footer|contact|announcement|page:[a-z0-9]+(-[a-z0-9]+)*)$")),
    responses((status = 200, body = ChangedJson), WithBody, NotFound, Conflict))]
async fn save_draft(
    content: web::Data<ContentUseCases>,
    config: web::Data<HttpConfig>,
    admin: Admin,
    doc: web::Path<String>,
    Body(update): Body<DraftUpdate, MAX_DOCUMENT>,
) -> Result<HttpResponse, Problem> {
    let name = editable(&admin, &doc)?;
    let mut errors = FieldErrors::default();
    let seen = errors.required("revision", update.revision, DraftRevision::parse);
    let body = errors.required("body", update.body, |body| Ok::<_, String>(Value::Object(body)));
    errors.check()?;
    let body = body.unwrap_or_default();
    let document = ContentDoc::parse(&name, &body)
        .map_err(|faults| if name == DocumentName::Theme { invalid_theme(&faults, &body) } else { invalid(&faults) })?;
    check_pictures(&document.uploads(), &config)?;
    match content.drafts.save(&admin.actor, &name, &document, seen).await {
        Ok(saved) => Ok(changed("The draft is saved.", &saved)),
        Err(error) => Err(refusal(error, &content.drafts, &name).await),
    }
}

/// The answer to a change.
pub(super) fn changed(message: &str, document: &EditedDocument) -> HttpResponse {
    let answer = ChangedJson { message: message.to_owned(), content: document.into() };
    HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(answer)
}

/// The document of an address, which the caller may edit.
///
/// # Errors
/// 404 for the name of no document, 403 for a document of the owner alone.
pub(super) fn editable(admin: &Admin, doc: &str) -> Result<DocumentName, Problem> {
    let name =
        DocumentName::parse(doc).map_err(|_| Problem::new(StatusCode::NOT_FOUND, "content.no_document", "There is no such document."))?;
    require(&admin.principal, name.permission())?;
    Ok(name)
}

/// Refuses pictures of other hosts.
fn check_pictures(uploads: &[(String, String)], config: &HttpConfig) -> Result<(), Problem> {
    let mut errors = FieldErrors::default();
    for (field, address) in uploads {
        if let Err(error) = parse_picture_url(address, config) {
            errors.add(format!("body.{field}"), error);
        }
    }
    errors.check()
}

/// The problem of a change: wrong fields with the paths in the body, and the present draft where it is another one.
pub(super) async fn refusal(error: ContentError, drafts: &Drafts, name: &DocumentName) -> Problem {
    match error {
        ContentError::Invalid(faults) => invalid(&faults),
        ContentError::DraftChanged => match drafts.show(name).await {
            Ok(present) => Problem::from(error).with("content", DraftJson::from(&present)),
            Err(failed) => failed.into(),
        },
        other => other.into(),
    }
}

fn invalid(faults: &Faults) -> Problem {
    let mut errors = FieldErrors::default();
    for fault in faults.iter() {
        let field = if fault.field == "body" { fault.field.clone() } else { format!("body.{}", fault.field) };
        errors.add(field, &fault.sentence);
    }
    errors.into_problem()
}

/// The same with the rules of readability that the sent colours break.
fn invalid_theme(faults: &Faults, theme: &Value) -> Problem {
    let text = |name: &str| theme.get(name).and_then(Value::as_str);
    let broken = broken_checks(text("accent"), text("support"), text("paper"));
    let problem = invalid(faults);
    if broken.is_empty() { problem } else { problem.with("checks", broken) }
}
