//! Publishing a draft.

use std::sync::Arc;

use domain::content::document::{ContentDoc, DocumentName};
use domain::content::ports::ContentStore;
use domain::content::versions::DraftRevision;
use domain::reports::audit::Actor;
use domain::shared::edit::Edited;
use domain::shared::ports::Clock;

use crate::content::content_error::{ContentError, Done, refused};
use crate::content::current_content::CurrentContent;
use crate::content::save_draft::change_of;
use crate::content::show_draft::{EditedDocument, ShowDraft};

/// Publishes drafts.
#[derive(Clone)]
pub struct PublishContent {
    store: Arc<dyn ContentStore>,
    drafts: ShowDraft,
    current: CurrentContent,
    clock: Arc<dyn Clock>,
}

impl PublishContent {
    /// Wires the use case.
    #[must_use]
    pub fn new(store: Arc<dyn ContentStore>, drafts: ShowDraft, current: CurrentContent, clock: Arc<dyn Clock>) -> Self {
        Self { store, drafts, current, clock }
    }

    /// Publishes the draft whose revision is `seen`, or the default where none was saved. A draft that equals the newest version is not
    /// published again.
    ///
    /// # Errors
    /// [`ContentError`] where another editor saved the draft, it breaks a rule of this release, a picture is gone, or the store fails.
    pub async fn run(&self, by: &Actor, name: &DocumentName, seen: DraftRevision) -> Result<Edited<EditedDocument>, ContentError> {
        let present = self.drafts.read(name).await?;
        if present.revision != seen {
            return Err(ContentError::DraftChanged(Box::new(present)));
        }
        let document = ContentDoc::parse(name, &present.draft).map_err(ContentError::Invalid)?;
        let outcome = self.store.publish(&change_of(name, &document, Some(seen), by, &*self.clock)).await;
        // Also after a failure: the version may be stored.
        self.current.forget();
        let done = refused(outcome?, self.drafts.read(name)).await?;
        Ok(Edited { thing: self.drafts.read(name).await?, is_changed: matches!(done, Done::Written) })
    }
}

#[cfg(test)]
mod tests {
    use domain::content::ports::{ContentOutcome, MockContentStore, StoredDocument};
    use domain::content::versions::ContentVersion;

    use super::*;
    use crate::content::samples::{announcement, draft, name, reading};
    use crate::samples::{actor, admin, clock};

    async fn published(text: &'static str, seen: i64, outcome: Option<ContentOutcome>) -> Result<Edited<EditedDocument>, ContentError> {
        let mut store = MockContentStore::new();
        store
            .expect_document()
            .returning(|_| Ok(StoredDocument { draft: Some(draft("announcement", announcement(text))), published: None }));
        store.expect_publish().times(usize::from(outcome.is_some())).returning(move |change| {
            assert_eq!(change.body.get("text"), &text.into());
            Ok(outcome.clone().unwrap())
        });
        let (store, current, drafts) = reading(store);
        let use_case = PublishContent::new(store, drafts, current, clock());
        use_case.run(&actor(&admin()), &name("announcement"), DraftRevision::parse(seen).unwrap()).await
    }

    #[tokio::test]
    async fn the_draft_that_was_seen_is_published() {
        let outcome = ContentOutcome::Published(ContentVersion::default().next());
        assert!(published("Sale", 1, Some(outcome)).await.unwrap().is_changed);
        assert!(!published("Sale", 1, Some(ContentOutcome::Unchanged)).await.unwrap().is_changed);
        for (seen, outcome) in [(0, None), (1, Some(ContentOutcome::DraftChanged))] {
            assert!(matches!(published("Sale", seen, outcome).await, Err(ContentError::DraftChanged(_))));
        }
    }
}
