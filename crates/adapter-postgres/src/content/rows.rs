//! Drafts and versions as rows.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use domain::content::document::DocumentName;
use domain::content::ports::{DraftDocument, PublishedDocument};
use domain::content::versions::{ContentVersion, DraftRevision};
use domain::shared::email::EmailAddress;
use serde_json::Value;

use super::body::value_of;
use crate::error::{DbError, stored};
use crate::schema::{content_drafts, content_versions};

/// A row of [`content_drafts`].
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = content_drafts, check_for_backend(diesel::pg::Pg))]
pub(super) struct DraftRow {
    document: String,
    revision: i32,
    body: Value,
    changed_at: DateTime<Utc>,
    changed_by: Option<String>,
}

/// A row of [`content_versions`].
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = content_versions, check_for_backend(diesel::pg::Pg))]
pub(super) struct VersionRow {
    document: String,
    version: i32,
    body: Value,
    published_at: DateTime<Utc>,
    published_by: Option<String>,
}

pub(super) fn draft_of(row: DraftRow) -> Result<DraftDocument, DbError> {
    Ok(DraftDocument {
        name: stored("name of a document", DocumentName::parse(&row.document))?,
        revision: stored("revision of a draft", DraftRevision::parse(i64::from(row.revision)))?,
        body: value_of(row.body),
        at: row.changed_at,
        by: address_of(row.changed_by.as_deref())?,
    })
}

pub(super) fn version_of(row: VersionRow) -> Result<PublishedDocument, DbError> {
    Ok(PublishedDocument {
        name: stored("name of a document", DocumentName::parse(&row.document))?,
        version: stored("version of a document", ContentVersion::parse(i64::from(row.version)))?,
        body: value_of(row.body),
        at: row.published_at,
        by: address_of(row.published_by.as_deref())?,
    })
}

fn address_of(email: Option<&str>) -> Result<Option<EmailAddress>, DbError> {
    stored("e-mail address", email.map(EmailAddress::parse_known).transpose())
}
