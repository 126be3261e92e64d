//! The audit log (contract, Operations).

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::reports::audit_log::{AuditEntry, AuditLog, AuditQuery, AuditWord, AuditedId, Snapshot};
use domain::shared::email::EmailAddress;
use domain::shared::text::SearchText;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::extract::field_errors::FieldErrors;
use crate::extract::paging::{page_request, page_response};
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::RateLimit;
use crate::response::problem::Problem;
use crate::response::refusals::WithParameters;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list, access: Access::Staff(Permission::ReadAudit), limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// One change that an administrator or the operator made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditEntry)]
struct AuditEntryJson {
    /// The number of the entry.
    id: i64,
    /// The time.
    at: DateTime<Utc>,
    /// The e-mail of the actor; null for the operator at the command line.
    #[schema(required = true)]
    actor_email: Option<String>,
    /// The kind of change.
    #[schema(example = "update")]
    action: String,
    /// The kind of thing that was changed.
    #[schema(example = "order")]
    entity: String,
    /// The id of the thing.
    entity_id: String,
    /// The name of the thing: a product's id, a user's e-mail, an order's number.
    subject: String,
    /// The values before, by field; null for a new thing.
    #[schema(value_type = Option<std::collections::BTreeMap<String, serde_json::Value>>, required = true)]
    before: Option<Box<RawValue>>,
    /// The values after; null for a deleted thing.
    #[schema(value_type = Option<std::collections::BTreeMap<String, serde_json::Value>>, required = true)]
    after: Option<Box<RawValue>>,
    /// The `X-Request-Id` of the change, or the name of the command.
    request_id: String,
}

impl From<AuditEntry> for AuditEntryJson {
    fn from(entry: AuditEntry) -> Self {
        let json = |Snapshot(text)| RawValue::from_string(text).ok();
        Self {
            id: entry.id,
            at: entry.at,
            actor_email: entry.actor.map(|email| email.as_str().to_owned()),
            action: entry.action.as_str().to_owned(),
            entity: entry.entity.as_str().to_owned(),
            entity_id: entry.entity_id.as_str().to_owned(),
            subject: entry.subject,
            before: entry.before.and_then(json),
            after: entry.after.and_then(json),
            request_id: entry.request_id,
        }
    }
}

/// One page of the audit log, newest first.
#[utoipa::path(get, path = "/api/admin/audit", tag = "operations", operation_id = "listAuditLog",
    params(("entity" = Option<String>, Query, pattern = "^[a-z_]{1,32}$", description = "such as user, product, order or review"),
        ("entityId" = Option<String>, Query, max_length = 100),
        ("action" = Option<String>, Query, pattern = "^[a-z_]{1,32}$", description = "such as create, update, delete, block, unblock or promote"),
        ("actor" = Option<String>, Query, format = "idn-email", max_length = 254, description = "the administrator's e-mail"),
        ("q" = Option<String>, Query, max_length = 100, description = "the beginning of a product's id, an e-mail or an order's number"),
        ("limit" = Option<u16>, Query, minimum = 1, maximum = 500), ("after" = Option<String>, Query)),
    responses((status = 200, body = [AuditEntryJson], headers(("X-Total-Count" = String), ("Link" = String))), WithParameters))]
async fn list(log: web::Data<dyn AuditLog>, request: HttpRequest, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let wanted = AuditQuery {
        entity: errors.optional("entity", query.get("entity"), AuditWord::parse),
        entity_id: errors.optional("entityId", query.get("entityId"), AuditedId::parse),
        action: errors.optional("action", query.get("action"), AuditWord::parse),
        actor: errors.optional("actor", query.get("actor"), EmailAddress::parse_known),
        subject: errors.optional("q", query.get("q"), SearchText::parse).filter(|text| !text.is_empty()),
        page: page_request(&query, &mut errors),
    };
    errors.check()?;
    Ok(page_response(&request, &query, log.list(&wanted).await?, AuditEntryJson::from))
}
