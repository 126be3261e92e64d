//! The shop's content: one draft of each document, and its versions.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::result::Error as DieselError;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::content::document::DocumentName;
use domain::content::repository::{ContentError, ContentRepository, DocumentChange, DraftDocument, PublishedDocument, StoredDocument};
use domain::content::slug::{MAX_OWN_PAGES, TEMPLATES};
use domain::messages::security_notice::{SecurityEvent, SecurityNews};
use domain::shared::edit::Saved;
use domain::shared::email::EmailAddress;
use domain::shared::ports::PortError;
use domain::shared::text::turns_direction;
use domain::shared::versioned::{ContentVersion, DraftRevision};
use serde_json::{Value, json};

use crate::accounts::staff::tell_owners;
use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, stored, violated};
use crate::images::uploads::GONE;
use crate::query::locks::{self, Lock};
use crate::query::sql::{Number, Sql};
use crate::schema::{content_drafts, content_versions};

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = content_drafts, primary_key(document), check_for_backend(diesel::pg::Pg), treat_none_as_null = true)]
struct DraftRow {
    document: String,
    revision: i32,
    body: Value,
    changed_at: DateTime<Utc>,
    changed_by: Option<String>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = content_versions, check_for_backend(diesel::pg::Pg))]
struct VersionRow {
    document: String,
    version: i32,
    body: Value,
    published_at: DateTime<Utc>,
    published_by: Option<String>,
}

/// The newest published identity of the shop.
pub(crate) async fn published_identity(connection: &mut AsyncPgConnection) -> Result<Option<Value>, DbError> {
    let versions = content_versions::table.filter(content_versions::document.eq(DocumentName::Identity.to_string()));
    let newest = versions.order(content_versions::version.desc()).select(content_versions::body);
    Ok(newest.first(connection).await.optional()?)
}

#[async_trait]
impl ContentRepository for Postgres {
    async fn published(&self) -> Result<Vec<PublishedDocument>, PortError> {
        let newest = content_versions::table
            .distinct_on(content_versions::document)
            .order((content_versions::document, content_versions::version.desc()))
            .select(VersionRow::as_select());
        let rows: Vec<VersionRow> = newest.load(&mut *self.connection().await?).await.map_err(DbError::from)?;
        // A later release has more documents.
        let mut documents: Vec<PublishedDocument> = rows.into_iter().filter_map(|row| version_of(row).ok()).collect();
        documents.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(documents)
    }

    async fn document(&self, name: &DocumentName) -> Result<StoredDocument, PortError> {
        let mut connection = self.connection().await?;
        Ok(connection.build_transaction().read_only().repeatable_read().run(async |connection| load(connection, name).await).await?)
    }

    async fn drafts(&self) -> Result<Vec<DraftDocument>, PortError> {
        let drafts = content_drafts::table.select(DraftRow::as_select());
        let rows: Vec<DraftRow> = drafts.load(&mut *self.connection().await?).await.map_err(DbError::from)?;
        let mut documents: Vec<DraftDocument> = rows.into_iter().filter_map(|row| draft_of(row).ok()).collect();
        documents.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(documents)
    }

    async fn save(&self, change: &DocumentChange) -> Result<Saved<StoredDocument>, ContentError> {
        self.in_transaction(Work::Accounts, &[row_of::content()], async |connection| {
            let present = locked(connection, change).await?;
            if present.draft.as_ref().is_some_and(|draft| draft.body == change.body) {
                return Ok(Saved { value: present, is_changed: false });
            }
            check(connection, change, &present).await?;
            let revision = present.draft.as_ref().map(|draft| draft.revision).unwrap_or_default().next();
            let row = DraftRow {
                document: change.name.to_string(),
                revision: i32::try_from(revision.get()).unwrap_or(i32::MAX),
                body: change.body.clone(),
                changed_at: change.at,
                changed_by: change.by.email.as_ref().map(ToString::to_string),
            };
            let insert = diesel::insert_into(content_drafts::table).values(&row);
            insert.on_conflict(content_drafts::document).do_update().set(&row).execute(connection).await?;
            let before = present.draft.map(|draft| json!({ "revision": draft.revision.get(), "body": draft.body }));
            record(connection, change, "content_draft", before, json!({ "revision": revision.get(), "body": change.body })).await?;
            Ok(Saved { value: StoredDocument { draft: Some(draft_of(row)?), ..present }, is_changed: true })
        })
        .await
    }

    async fn publish(&self, change: &DocumentChange) -> Result<Saved<StoredDocument>, ContentError> {
        self.in_transaction(Work::Accounts, &[row_of::content()], async |connection| {
            let present = locked(connection, change).await?;
            if present.published.as_ref().is_some_and(|published| published.body == change.body) {
                return Ok(Saved { value: present, is_changed: false });
            }
            check(connection, change, &present).await?;
            let version = present.published.as_ref().map(|published| published.version).unwrap_or_default().next();
            let row = VersionRow {
                document: change.name.to_string(),
                version: i32::try_from(version.get()).unwrap_or(i32::MAX),
                body: change.body.clone(),
                published_at: change.at,
                published_by: change.by.email.as_ref().map(ToString::to_string),
            };
            diesel::insert_into(content_versions::table).values(&row).execute(connection).await?;
            let before = present.published.map(|published| json!({ "version": published.version.get(), "body": published.body }));
            record(connection, change, "content", before, json!({ "version": version.get(), "body": change.body })).await?;
            if let Some(email) = &change.shop_email {
                let news = SecurityNews { at: change.at, by: change.by.email.clone(), event: SecurityEvent::ShopEmail(email.clone()) };
                tell_owners(connection, &news, &format!("identity:{}", version.get())).await?;
            }
            Ok(Saved { value: StoredDocument { published: Some(version_of(row)?), ..present }, is_changed: true })
        })
        .await
    }

    async fn versions(&self, name: &DocumentName, limit: usize) -> Result<Vec<PublishedDocument>, PortError> {
        let newest = content_versions::table
            .filter(content_versions::document.eq(name.to_string()))
            .order(content_versions::version.desc())
            .limit(i64::try_from(limit).unwrap_or(i64::MAX))
            .select(VersionRow::as_select());
        let rows: Vec<VersionRow> = newest.load(&mut *self.connection().await?).await.map_err(DbError::from)?;
        Ok(rows.into_iter().map(version_of).collect::<Result<_, _>>()?)
    }

    async fn version(&self, name: &DocumentName, version: ContentVersion) -> Result<Option<PublishedDocument>, PortError> {
        let number = i32::try_from(version.get()).unwrap_or(i32::MAX);
        let one = content_versions::table.find((name.to_string(), number)).select(VersionRow::as_select());
        let row: Option<VersionRow> = one.first(&mut *self.connection().await?).await.optional().map_err(DbError::from)?;
        Ok(row.map(version_of).transpose()?)
    }
}

/// Draft and newest version of a document.
async fn load(connection: &mut AsyncPgConnection, name: &DocumentName) -> Result<StoredDocument, DbError> {
    let draft = content_drafts::table.find(name.to_string()).select(DraftRow::as_select());
    let draft: Option<DraftRow> = draft.first(connection).await.optional()?;
    let newest = content_versions::table.filter(content_versions::document.eq(name.to_string())).order(content_versions::version.desc());
    let newest: Option<VersionRow> = newest.select(VersionRow::as_select()).first(connection).await.optional()?;
    Ok(StoredDocument { draft: draft.map(draft_of).transpose()?, published: newest.map(version_of).transpose()? })
}

/// The document of a change, whose draft is the one that the editor saw. Changes of all documents take turns until the transaction ends:
/// the number of pages is limited, and a document may have no row to lock.
async fn locked(connection: &mut AsyncPgConnection, change: &DocumentChange) -> Result<StoredDocument, Aborted<ContentError>> {
    locks::take(connection, Lock::Content, "content").await?;
    let present = load(connection, &change.name).await?;
    let revision = present.draft.as_ref().map(|draft| draft.revision).unwrap_or_default();
    if change.seen.is_some_and(|seen| seen != revision) {
        return Err(Aborted::Refused(ContentError::DraftChanged));
    }
    Ok(present)
}

/// Checks the number of pages, and takes the uploads of a document for good: its versions show them as long as the shop is there.
async fn check(connection: &mut AsyncPgConnection, change: &DocumentChange, present: &StoredDocument) -> Result<(), Aborted<ContentError>> {
    let is_new = present.draft.is_none() && present.published.is_none();
    if is_new && change.name.is_own_page() && own_pages(connection).await? >= MAX_OWN_PAGES {
        return Err(Aborted::Refused(ContentError::TooManyPages));
    }
    if !change.uploads.is_empty() {
        let take = Sql::new("SELECT change_pictures(").bind(change.uploads.clone()).sql(", true, NULL)");
        take.execute(connection).await.map_err(refused)?;
    }
    Ok(())
}

/// The refusal that a violated constraint means.
fn refused(error: DieselError) -> Aborted<ContentError> {
    if violated(&error) == Some(GONE) { Aborted::Refused(ContentError::PictureGone) } else { error.into() }
}

/// The number of the shop's own pages, drafts included.
async fn own_pages(connection: &mut AsyncPgConnection) -> Result<usize, DbError> {
    let templates: Vec<String> = TEMPLATES.iter().map(|slug| format!("page:{slug}")).collect();
    let count: Number =
        Sql::new("SELECT count(*) AS n FROM (SELECT document FROM content_drafts UNION SELECT document FROM content_versions) AS d ")
            .sql("WHERE d.document LIKE 'page:%' AND d.document <> ALL (")
            .bind(templates)
            .sql(")")
            .get_result(connection)
            .await?;
    Ok(usize::try_from(count.n).unwrap_or(usize::MAX))
}

/// Writes the audit entry of a change.
async fn record(
    connection: &mut AsyncPgConnection,
    change: &DocumentChange,
    entity: &'static str,
    before: Option<Value>,
    after: Value,
) -> Result<(), DbError> {
    let entity_id = change.name.to_string();
    let action = if before.is_some() { "update" } else { "create" };
    audit::record(connection, &change.by, change.at, Entry { action, entity, entity_id: &entity_id, before, after: Some(after) }).await
}

fn draft_of(row: DraftRow) -> Result<DraftDocument, DbError> {
    Ok(DraftDocument {
        name: stored("name of a document", DocumentName::parse(&row.document))?,
        revision: stored("revision of a draft", DraftRevision::parse(i64::from(row.revision)))?,
        body: without_direction_marks(row.body),
        at: row.changed_at,
        by: address_of(row.changed_by.as_deref())?,
    })
}

fn version_of(row: VersionRow) -> Result<PublishedDocument, DbError> {
    Ok(PublishedDocument {
        name: stored("name of a document", DocumentName::parse(&row.document))?,
        version: stored("version of a document", ContentVersion::parse(i64::from(row.version)))?,
        body: without_direction_marks(row.body),
        at: row.published_at,
        by: address_of(row.published_by.as_deref())?,
    })
}

fn address_of(email: Option<&str>) -> Result<Option<EmailAddress>, DbError> {
    stored("e-mail address", email.map(EmailAddress::parse_known).transpose())
}

/// Former releases took marks that turn the direction; a text of one line is not read with them.
fn without_direction_marks(body: Value) -> Value {
    match body {
        Value::String(text) => text.replace(turns_direction, "").into(),
        Value::Array(items) => items.into_iter().map(without_direction_marks).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, without_direction_marks(value))).collect(),
        other => other,
    }
}
