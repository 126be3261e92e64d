//! Filling a draft from a version.

use std::sync::Arc;

use domain::content::document::{ContentDoc, DocumentName};
use domain::content::ports::ContentStore;
use domain::content::versions::{ContentVersion, DraftRevision};
use domain::reports::audit::Actor;
use domain::shared::ports::Clock;

use crate::content::content_error::{ContentError, refused};
use crate::content::save_draft::change_of;
use crate::content::show_draft::{EditedDocument, ShowDraft};

/// Fills drafts from versions.
#[derive(Clone)]
pub struct RestoreVersion {
    store: Arc<dyn ContentStore>,
    drafts: ShowDraft,
    clock: Arc<dyn Clock>,
}

impl RestoreVersion {
    /// Wires the use case.
    #[must_use]
    pub fn new(store: Arc<dyn ContentStore>, drafts: ShowDraft, clock: Arc<dyn Clock>) -> Self {
        Self { store, drafts, clock }
    }

    /// Saves a version as the draft, whose present revision is `seen` (`None`: any). Visitors see it once it is published.
    ///
    /// # Errors
    /// [`ContentError`] where there is no such version, it breaks a rule of this release, another editor saved the draft, or the store
    /// fails.
    pub async fn run(
        &self,
        by: &Actor,
        name: &DocumentName,
        version: ContentVersion,
        seen: Option<DraftRevision>,
    ) -> Result<EditedDocument, ContentError> {
        let version = self.store.version(name, version).await?.ok_or(ContentError::NoVersion)?;
        let document = ContentDoc::parse(name, &version.body).map_err(ContentError::Invalid)?;
        let outcome = self.store.save(&change_of(name, &document, seen, by, &*self.clock)).await?;
        refused(outcome, self.drafts.read(name)).await?;
        Ok(self.drafts.read(name).await?)
    }
}

#[cfg(test)]
mod tests {
    use domain::content::ports::{ContentOutcome, MockContentStore, StoredDocument};

    use super::*;
    use crate::content::samples::{announcement, draft, name, published, reading};
    use crate::samples::{actor, admin, clock};

    #[tokio::test]
    async fn a_version_becomes_the_draft() {
        let mut store = MockContentStore::new();
        store.expect_version().returning(|_, version| Ok((version.get() == 1).then(|| published("announcement", announcement("old")))));
        store
            .expect_document()
            .returning(|_| Ok(StoredDocument { draft: Some(draft("announcement", announcement("old"))), published: None }));
        store.expect_save().times(1).returning(|change| {
            assert_eq!((change.body.get("text"), change.seen), (&"old".into(), None));
            Ok(ContentOutcome::Saved(DraftRevision::default().next()))
        });
        let (store, _, drafts) = reading(store);
        let use_case = RestoreVersion::new(store, drafts, clock());
        let restore =
            async |version: i64| use_case.run(&actor(&admin()), &name("announcement"), ContentVersion::parse(version).unwrap(), None).await;
        assert_eq!(*restore(1).await.unwrap().draft.get("text"), "old".into());
        assert!(matches!(restore(2).await, Err(ContentError::NoVersion)));
    }
}
