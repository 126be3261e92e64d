//! Showing the published content to visitors.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::content::announcement::Announcement;
use domain::content::document::{ContentDoc, DocumentName};
use domain::shared::ports::Clock;

use crate::content::current_content::{Content, CurrentContent, ShownDocument};
use crate::error::ReadError;

#[derive(Clone)]
pub struct ShowContent {
    current: CurrentContent,
    clock: Arc<dyn Clock>,
}

impl ShowContent {
    /// Wires the use case.
    #[must_use]
    pub fn new(current: CurrentContent, clock: Arc<dyn Clock>) -> Self {
        Self { current, clock }
    }

    /// The content, and the announcement where it is shown now.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self) -> Result<(Arc<Content>, Option<ShownDocument>), ReadError> {
        let content = self.current.get().await?;
        let announcement = is_shown(&content.announcement, self.clock.now()).then(|| content.announcement.clone());
        Ok((content, announcement))
    }
}

fn is_shown(announcement: &ShownDocument, now: DateTime<Utc>) -> bool {
    match ContentDoc::parse(&DocumentName::Announcement, &announcement.body) {
        Ok(ContentDoc::Announcement(announcement)) => Announcement::is_shown(&announcement, now),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use domain::content::document_value::DocumentValue;
    use domain::content::ports::MockContentStore;

    use super::*;
    use crate::content::samples::{announcement, published, reading};
    use crate::samples::clock;

    async fn shown(body: DocumentValue) -> bool {
        let mut store = MockContentStore::new();
        store.expect_published().returning(move || Ok(vec![published("announcement", body.clone())]));
        ShowContent::new(reading(store).1, clock()).run().await.unwrap().1.is_some()
    }

    #[tokio::test]
    async fn an_announcement_is_shown_in_its_time() {
        assert!(shown(announcement("Sale")).await);
        assert!(!shown(announcement("")).await);
        let ended = DocumentValue::map([("text", "Sale".into()), ("until", "2021-01-01T00:00:00Z".into())]);
        assert!(!shown(ended).await);
    }
}
