//! Showing documents to those who edit them.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::content::document::DocumentName;
use domain::content::document_value::DocumentValue;
use domain::content::ports::{ContentStore, DraftDocument, PublishedDocument};
use domain::content::slug::{PageSlug, TEMPLATES};
use domain::content::versions::DraftRevision;
use domain::shared::email::EmailAddress;
use domain::shared::ports::PortError;

use crate::content::current_content::CurrentContent;
use crate::error::ReadError;

/// A document as it is edited.
#[derive(Clone, Debug, PartialEq)]
pub struct EditedDocument {
    pub name: DocumentName,
    /// The draft; the default or the newest version where none was saved.
    pub draft: DocumentValue,
    /// How often the draft was saved.
    pub revision: DraftRevision,
    /// When, and by whom it was saved last.
    pub saved: Option<(DateTime<Utc>, Option<EmailAddress>)>,
    /// The newest version.
    pub published: Option<PublishedDocument>,
}

#[derive(Clone)]
pub struct ShowDraft {
    store: Arc<dyn ContentStore>,
    current: CurrentContent,
}

impl ShowDraft {
    /// Wires the use case.
    #[must_use]
    pub fn new(store: Arc<dyn ContentStore>, current: CurrentContent) -> Self {
        Self { store, current }
    }

    /// A document.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self, name: &DocumentName) -> Result<EditedDocument, ReadError> {
        Ok(self.read(name).await?)
    }

    /// All documents: those that every shop has, the templates of pages, and the shop's own pages.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn list(&self) -> Result<Vec<EditedDocument>, ReadError> {
        let (drafts, published) = (self.store.drafts().await?, self.store.published().await?);
        let templates = TEMPLATES.into_iter().filter_map(|slug| PageSlug::parse(slug).ok()).map(DocumentName::Page);
        let mut names: Vec<DocumentName> = DocumentName::ALL.into_iter().chain(templates).collect();
        let own = drafts.iter().map(|draft| &draft.name).chain(published.iter().map(|document| &document.name));
        for name in own {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        let mut documents = Vec::new();
        for name in names {
            let draft = drafts.iter().find(|draft| draft.name == name).cloned();
            let published = published.iter().find(|document| document.name == name).cloned();
            documents.push(self.edited(&name, draft, published).await?);
        }
        Ok(documents)
    }

    pub(super) async fn read(&self, name: &DocumentName) -> Result<EditedDocument, PortError> {
        let stored = self.store.document(name).await?;
        self.edited(name, stored.draft, stored.published).await
    }

    async fn edited(
        &self,
        name: &DocumentName,
        draft: Option<DraftDocument>,
        published: Option<PublishedDocument>,
    ) -> Result<EditedDocument, PortError> {
        let revision = draft.as_ref().map(|draft| draft.revision).unwrap_or_default();
        let saved = draft.as_ref().map(|draft| (draft.at, draft.by.clone()));
        let body = match (draft, &published) {
            (Some(draft), _) => draft.body,
            (None, Some(published)) => published.body.clone(),
            (None, None) => self.current.default_of(name).await?,
        };
        Ok(EditedDocument { name: name.clone(), draft: body, revision, saved, published })
    }
}

#[cfg(test)]
mod tests {
    use domain::content::ports::{MockContentStore, StoredDocument};

    use super::*;
    use crate::content::samples::{announcement, draft, name, published, reading};

    #[tokio::test]
    async fn a_draft_begins_with_the_default() {
        let mut store = MockContentStore::new();
        store.expect_document().returning(|_| Ok(StoredDocument::default()));
        store.expect_published().returning(|| Ok(Vec::new()));
        let shown = reading(store).2.run(&name("page:privacy")).await.unwrap();
        assert_eq!((shown.revision.get(), shown.saved, shown.published), (0, None, None));
        assert_eq!(*shown.draft.get("title"), "Privacy".into());
    }

    #[tokio::test]
    async fn the_list_has_all_documents_and_own_pages_once() {
        let mut store = MockContentStore::new();
        store.expect_drafts().returning(|| Ok(vec![draft("page:story", DocumentValue::Null), draft("announcement", announcement("a"))]));
        store.expect_published().returning(|| Ok(vec![published("page:story", DocumentValue::Null)]));
        let list = reading(store).2.list().await.unwrap();
        let names: Vec<String> = list.iter().map(|document| document.name.to_string()).collect();
        assert_eq!(
            names,
            [
                "identity",
                "theme",
                "home",
                "footer",
                "contact",
                "announcement",
                "page:about",
                "page:delivery-returns",
                "page:privacy",
                "page:terms",
                "page:story"
            ]
        );
        assert_eq!((list[5].revision.get(), list[10].published.is_some()), (1, true));
    }
}
