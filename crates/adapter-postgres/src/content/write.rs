//! Writing drafts and versions.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::content::ports::{ContentOutcome, DocumentChange, StoredDocument};
use domain::content::slug::{MAX_OWN_PAGES, TEMPLATES};
use domain::messages::security_notice::{SecurityEvent, SecurityNews};
use serde_json::{Value, json};

use super::body::json_of;
use super::store::load;
use crate::accounts::staff::tell_owners;
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, retrying};
use crate::images::uploads::GONE;
use crate::query::locks::{self, Lock};
use crate::query::sql::{Number, Sql};
use crate::reports::audit::{self, Entry};
use crate::schema::{content_drafts, content_versions};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Draft,
    Version,
}

/// Writes a change, and repeats it after a deadlock.
pub(super) async fn retried(db: &Postgres, change: &DocumentChange, kind: Kind) -> Result<ContentOutcome, DbError> {
    match retrying(|| written(db, change, kind)).await {
        Err(error) if error.violates(GONE) => Ok(ContentOutcome::PictureGone),
        done => done,
    }
}

async fn written(db: &Postgres, change: &DocumentChange, kind: Kind) -> Result<ContentOutcome, DbError> {
    let mut connection = db.connection_for(Work::Accounts, [row_of::content()]).await?;
    connection
        .transaction(async |connection| {
            // Changes of all documents take turns: the number of pages is limited, and a document may have no row to lock.
            locks::take(connection, Lock::Content, "content").await?;
            let present = load(connection, &change.name).await?;
            let revision = present.draft.as_ref().map(|draft| draft.revision).unwrap_or_default();
            if change.seen.is_some_and(|seen| seen != revision) {
                return Ok(ContentOutcome::DraftChanged);
            }
            match kind {
                Kind::Draft => save(connection, change, present).await,
                Kind::Version => publish(connection, change, present).await,
            }
        })
        .await
}

async fn save(connection: &mut AsyncPgConnection, change: &DocumentChange, present: StoredDocument) -> Result<ContentOutcome, DbError> {
    if present.draft.as_ref().is_some_and(|draft| draft.body == change.body) {
        return Ok(ContentOutcome::Unchanged);
    }
    let is_new = present.draft.is_none() && present.published.is_none();
    if is_new && change.name.is_own_page() && own_pages(connection).await? >= MAX_OWN_PAGES {
        return Ok(ContentOutcome::TooManyPages);
    }
    take_pictures(connection, change).await?;
    let revision = present.draft.as_ref().map(|draft| draft.revision).unwrap_or_default().next();
    let number = i32::try_from(revision.get()).unwrap_or(i32::MAX);
    let values = (
        content_drafts::revision.eq(number),
        content_drafts::body.eq(json_of(&change.body)),
        content_drafts::changed_at.eq(change.at),
        content_drafts::changed_by.eq(change.by.email.as_ref().map(|email| email.as_str().to_owned())),
    );
    diesel::insert_into(content_drafts::table)
        .values((content_drafts::document.eq(change.name.to_string()), values.clone()))
        .on_conflict(content_drafts::document)
        .do_update()
        .set(values)
        .execute(connection)
        .await?;
    let before = present.draft.map(|draft| json!({"revision": draft.revision.get(), "body": json_of(&draft.body)}));
    record(connection, change, "content_draft", before, json!({"revision": revision.get(), "body": json_of(&change.body)})).await?;
    Ok(ContentOutcome::Saved(revision))
}

async fn publish(connection: &mut AsyncPgConnection, change: &DocumentChange, present: StoredDocument) -> Result<ContentOutcome, DbError> {
    if present.published.as_ref().is_some_and(|published| published.body == change.body) {
        return Ok(ContentOutcome::Unchanged);
    }
    let is_new = present.draft.is_none() && present.published.is_none();
    if is_new && change.name.is_own_page() && own_pages(connection).await? >= MAX_OWN_PAGES {
        return Ok(ContentOutcome::TooManyPages);
    }
    take_pictures(connection, change).await?;
    let version = present.published.as_ref().map(|published| published.version).unwrap_or_default().next();
    let row = (
        content_versions::document.eq(change.name.to_string()),
        content_versions::version.eq(i32::try_from(version.get()).unwrap_or(i32::MAX)),
        content_versions::body.eq(json_of(&change.body)),
        content_versions::published_at.eq(change.at),
        content_versions::published_by.eq(change.by.email.as_ref().map(domain::shared::email::EmailAddress::as_str)),
    );
    diesel::insert_into(content_versions::table).values(row).execute(connection).await?;
    let before = present.published.map(|published| json!({"version": published.version.get(), "body": json_of(&published.body)}));
    record(connection, change, "content", before, json!({"version": version.get(), "body": json_of(&change.body)})).await?;
    if let Some(email) = &change.shop_email {
        let news = SecurityNews { at: change.at, by: change.by.email.clone(), event: SecurityEvent::ShopEmail(email.clone()) };
        tell_owners(connection, &news, &format!("identity:{}", version.get())).await?;
    }
    Ok(ContentOutcome::Published(version))
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

/// Takes the uploads of a document for good: its versions show them as long as the shop is there. A deleted one violates [`GONE`].
async fn take_pictures(connection: &mut AsyncPgConnection, change: &DocumentChange) -> Result<(), DbError> {
    if change.uploads.is_empty() {
        return Ok(());
    }
    Sql::new("SELECT change_pictures(").bind(change.uploads.clone()).sql(", true, NULL)").execute(connection).await?;
    Ok(())
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
