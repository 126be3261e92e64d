//! Reading drafts and versions.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::content::document::DocumentName;
use domain::content::ports::{ContentOutcome, ContentStore, DocumentChange, DraftDocument, PublishedDocument, StoredDocument};
use domain::content::versions::ContentVersion;
use domain::shared::ports::PortError;

use super::rows::{DraftRow, VersionRow, draft_of, version_of};
use super::write;
use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::schema::{content_drafts, content_versions};

#[async_trait]
impl ContentStore for Postgres {
    async fn published(&self) -> Result<Vec<PublishedDocument>, PortError> {
        let mut connection = self.connection().await?;
        let newest = content_versions::table
            .distinct_on(content_versions::document)
            .order((content_versions::document, content_versions::version.desc()));
        let rows: Vec<VersionRow> = newest.select(VersionRow::as_select()).load(&mut *connection).await.map_err(DbError::from)?;
        // A later release has more documents.
        let known = rows.into_iter().filter_map(|row| version_of(row).ok());
        let mut documents: Vec<PublishedDocument> = known.collect();
        documents.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(documents)
    }

    async fn document(&self, name: &DocumentName) -> Result<StoredDocument, PortError> {
        let mut connection = self.connection().await?;
        Ok(connection.build_transaction().read_only().repeatable_read().run(async |connection| load(connection, name).await).await?)
    }

    async fn drafts(&self) -> Result<Vec<DraftDocument>, PortError> {
        let mut connection = self.connection().await?;
        let drafts = content_drafts::table.select(DraftRow::as_select());
        let rows: Vec<DraftRow> = drafts.load(&mut *connection).await.map_err(DbError::from)?;
        let mut documents: Vec<DraftDocument> = rows.into_iter().filter_map(|row| draft_of(row).ok()).collect();
        documents.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(documents)
    }

    async fn save(&self, change: &DocumentChange) -> Result<ContentOutcome, PortError> {
        Ok(write::retried(self, change, write::Kind::Draft).await?)
    }

    async fn publish(&self, change: &DocumentChange) -> Result<ContentOutcome, PortError> {
        Ok(write::retried(self, change, write::Kind::Version).await?)
    }

    async fn versions(&self, name: &DocumentName, limit: usize) -> Result<Vec<PublishedDocument>, PortError> {
        let mut connection = self.connection().await?;
        let newest = content_versions::table
            .filter(content_versions::document.eq(name.to_string()))
            .order(content_versions::version.desc())
            .limit(i64::try_from(limit).unwrap_or(i64::MAX));
        let rows: Vec<VersionRow> = newest.select(VersionRow::as_select()).load(&mut *connection).await.map_err(DbError::from)?;
        Ok(rows.into_iter().map(version_of).collect::<Result<_, _>>()?)
    }

    async fn version(&self, name: &DocumentName, version: ContentVersion) -> Result<Option<PublishedDocument>, PortError> {
        let mut connection = self.connection().await?;
        let number = i32::try_from(version.get()).unwrap_or(i32::MAX);
        let one = content_versions::table.find((name.to_string(), number)).select(VersionRow::as_select());
        let row: Option<VersionRow> = one.first(&mut *connection).await.optional().map_err(DbError::from)?;
        Ok(row.map(version_of).transpose()?)
    }
}

/// Draft and newest version of a document.
pub(super) async fn load(connection: &mut AsyncPgConnection, name: &DocumentName) -> Result<StoredDocument, DbError> {
    let draft = content_drafts::table.find(name.to_string()).select(DraftRow::as_select());
    let draft: Option<DraftRow> = draft.first(connection).await.optional()?;
    let newest = content_versions::table.filter(content_versions::document.eq(name.to_string())).order(content_versions::version.desc());
    let newest: Option<VersionRow> = newest.select(VersionRow::as_select()).first(connection).await.optional()?;
    Ok(StoredDocument { draft: draft.map(draft_of).transpose()?, published: newest.map(version_of).transpose()? })
}
