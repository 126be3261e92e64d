//! Saving a draft, which visitors do not see.

use std::sync::Arc;

use domain::content::document::{ContentDoc, DocumentName};
use domain::content::document_value::DocumentValue;
use domain::content::identity::Identity;
use domain::content::picture::Picture;
use domain::content::ports::{ContentStore, DocumentChange};
use domain::content::versions::DraftRevision;
use domain::images::image::{ImageKey, ImageName};
use domain::images::picture_size::PictureSize;
use domain::images::ports::ImageStore;
use domain::reports::audit::Actor;
use domain::shared::ports::Clock;

use crate::content::content_error::{ContentError, refused};
use crate::content::show_draft::{EditedDocument, ShowDraft};

#[derive(Clone)]
pub struct SaveDraft {
    store: Arc<dyn ContentStore>,
    images: Arc<dyn ImageStore>,
    drafts: ShowDraft,
    clock: Arc<dyn Clock>,
}

impl SaveDraft {
    /// Wires the use case.
    #[must_use]
    pub fn new(store: Arc<dyn ContentStore>, images: Arc<dyn ImageStore>, drafts: ShowDraft, clock: Arc<dyn Clock>) -> Self {
        Self { store, images, drafts, clock }
    }

    /// Saves a draft whose present revision is `seen` (`None`: any), and answers the document as it is then.
    ///
    /// # Errors
    /// [`ContentError`] where the document breaks a rule, another editor saved it, a picture is gone, or the store fails.
    pub async fn run(
        &self,
        by: &Actor,
        name: &DocumentName,
        body: &DocumentValue,
        seen: Option<DraftRevision>,
    ) -> Result<EditedDocument, ContentError> {
        let document = ContentDoc::parse(name, body).map_err(ContentError::Invalid)?;
        self.check_icon(&document).await?;
        let change = change_of(name, &document, seen, by, &*self.clock);
        let outcome = self.store.save(&change).await?;
        refused(outcome, self.drafts.read(name)).await?;
        Ok(self.drafts.read(name).await?)
    }

    /// Checks the size of the picture that an identity has as its icon.
    async fn check_icon(&self, document: &ContentDoc) -> Result<(), ContentError> {
        let ContentDoc::Identity(identity) = document else { return Ok(()) };
        let Some(address) = identity.favicon.as_ref().and_then(Picture::upload) else { return Ok(()) };
        let name = address.rsplit('/').next().and_then(|name| ImageName::parse(name).ok()).ok_or(ContentError::PictureGone)?;
        let file = self.images.get(&ImageKey::main(name)).await?.ok_or(ContentError::PictureGone)?;
        Identity::check_icon(PictureSize::of_webp(&file.bytes)).map_err(ContentError::Invalid)
    }
}

/// The change that stores a checked document.
pub(super) fn change_of(
    name: &DocumentName,
    document: &ContentDoc,
    seen: Option<DraftRevision>,
    by: &Actor,
    clock: &dyn Clock,
) -> DocumentChange {
    DocumentChange {
        name: name.clone(),
        body: document.value(),
        uploads: document.uploads().into_iter().map(|(_, address)| address).collect(),
        seen,
        by: by.clone(),
        at: clock.now(),
        shop_email: None,
    }
}

#[cfg(test)]
mod tests {
    use domain::content::ports::{ContentOutcome, MockContentStore, StoredDocument};
    use domain::images::image::CONTENT_TYPE;
    use domain::images::ports::{MockImageStore, StoredImage};
    use domain::shared::error::{ErrorKind, FeatureError as _};

    use super::*;
    use crate::content::samples::{announcement, draft, name, reading};
    use crate::samples::{actor, admin, clock};

    async fn saved(body: &DocumentValue, outcome: Option<ContentOutcome>) -> Result<EditedDocument, ContentError> {
        let mut store = MockContentStore::new();
        store
            .expect_document()
            .returning(|_| Ok(StoredDocument { draft: Some(draft("announcement", announcement("b"))), published: None }));
        store.expect_save().times(usize::from(outcome.is_some())).returning(move |change| {
            assert_eq!((change.body.get("text"), change.seen), (&"Sale".into(), DraftRevision::parse(0).ok()));
            Ok(outcome.clone().unwrap())
        });
        let (store, _, drafts) = reading(store);
        let use_case = SaveDraft::new(store, Arc::new(MockImageStore::new()), drafts, clock());
        use_case.run(&actor(&admin()), &name("announcement"), body, DraftRevision::parse(0).ok()).await
    }

    #[tokio::test]
    async fn a_checked_draft_is_stored() {
        for outcome in [ContentOutcome::Saved(DraftRevision::default().next()), ContentOutcome::Unchanged] {
            assert_eq!(saved(&announcement(" Sale "), Some(outcome)).await.unwrap().revision.get(), 1);
        }
    }

    #[tokio::test]
    async fn refusals_have_their_codes() {
        for (outcome, kind, code) in [
            (ContentOutcome::DraftChanged, ErrorKind::Conflict, "content.draft_changed"),
            (ContentOutcome::TooManyPages, ErrorKind::Conflict, "content.too_many_pages"),
            (ContentOutcome::PictureGone, ErrorKind::Invalid, "image.gone"),
        ] {
            let refused = saved(&announcement("Sale"), Some(outcome)).await.unwrap_err();
            assert_eq!((refused.kind(), refused.code()), (kind, code));
        }
        let refused = saved(&DocumentValue::Null, None).await.unwrap_err();
        let ContentError::Invalid(faults) = refused else { panic!("{refused:?}") };
        assert_eq!(faults.iter().next().unwrap().field, "text");
    }

    /// A WebP file of this size.
    fn icon(side: u8) -> StoredImage {
        let bytes = [&b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0"[..], &[0xff, side, 0, 0xff, side, 0]].concat();
        StoredImage { bytes, content_type: CONTENT_TYPE, etag: String::new() }
    }

    #[tokio::test]
    async fn an_icon_is_measured() {
        for (kept, code) in [(Some(icon(1)), None), (Some(icon(0)), Some("request.invalid")), (None, Some("image.gone"))] {
            let (mut store, mut images) = (MockContentStore::new(), MockImageStore::new());
            store.expect_published().returning(|| Ok(Vec::new()));
            store.expect_document().returning(|_| Ok(StoredDocument::default()));
            store
                .expect_save()
                .times(usize::from(code.is_none()))
                .returning(|_| Ok(ContentOutcome::Saved(DraftRevision::default().next())));
            images.expect_get().withf(|key| key.name.as_str() == "1-a.webp" && key.width.is_none()).returning(move |_| Ok(kept.clone()));
            let (store, _, drafts) = reading(store);
            let mut body = drafts.run(&name("identity")).await.unwrap().draft;
            let DocumentValue::Map(fields) = &mut body else { panic!("{body:?}") };
            fields.insert("favicon".to_owned(), "/images/1-a.webp".into());
            let use_case = SaveDraft::new(store, Arc::new(images), drafts, clock());
            let saved = use_case.run(&actor(&admin()), &name("identity"), &body, None).await;
            assert_eq!(saved.err().map(|refused| refused.code()), code);
        }
    }
}
