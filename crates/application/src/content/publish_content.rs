//! Publishing a draft.

use std::sync::Arc;

use domain::accounts::session::Principal;
use domain::content::document::{ContentDoc, DocumentName};
use domain::content::ports::{ContentStore, DocumentChange};
use domain::content::versions::DraftRevision;
use domain::reports::audit::Actor;
use domain::shared::edit::Edited;
use domain::shared::email::EmailAddress;
use domain::shared::ports::Clock;

use crate::content::content_error::{ContentError, Done, refused};
use crate::content::current_content::CurrentContent;
use crate::content::save_draft::change_of;
use crate::content::show_draft::{EditedDocument, ShowDraft};

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
    /// published again. An identity with another e-mail address, which receives the mails to the shop, needs a session that was confirmed
    /// lately, and is mailed to all owners. `by` acts for `who`.
    ///
    /// # Errors
    /// [`ContentError`] where another editor saved the draft, it breaks a rule of this release, a picture is gone, or the store fails.
    pub async fn run(
        &self,
        who: &Principal,
        by: &Actor,
        name: &DocumentName,
        seen: DraftRevision,
    ) -> Result<Edited<EditedDocument>, ContentError> {
        let present = self.drafts.read(name).await?;
        if present.revision != seen {
            return Err(ContentError::DraftChanged(Box::new(present)));
        }
        let document = ContentDoc::parse(name, &present.draft).map_err(ContentError::Invalid)?;
        let shop_email = self.other_email(&document).await?;
        if shop_email.is_some() && who.session.confirmed_until(self.clock.now()).is_none() {
            return Err(ContentError::ConfirmNeeded);
        }
        let change = DocumentChange { shop_email, ..change_of(name, &document, Some(seen), by, &*self.clock) };
        let outcome = self.store.publish(&change).await;
        // Also after a failure: the version may be stored.
        self.current.forget();
        let done = refused(outcome?, self.drafts.read(name)).await?;
        Ok(Edited { thing: self.drafts.read(name).await?, is_changed: matches!(done, Done::Written) })
    }

    /// The address of an identity, if the mails to the shop would go to another one than now.
    async fn other_email(&self, document: &ContentDoc) -> Result<Option<EmailAddress>, ContentError> {
        let ContentDoc::Identity(identity) = document else { return Ok(None) };
        let present = self.current.shop_address().await?;
        Ok(Some(identity.email.clone()).filter(|email| *email != present))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use domain::accounts::session::Session;
    use domain::content::document_value::DocumentValue;
    use domain::content::ports::{ContentOutcome, MockContentStore, StoredDocument};
    use domain::content::versions::ContentVersion;
    use domain::shared::error::{ErrorKind, FeatureError as _};
    use testkit::moments;

    use super::*;
    use crate::content::samples::{announcement, configured, draft, name, reading};
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
        let who = admin();
        use_case.run(&who, &actor(&who), &name("announcement"), DraftRevision::parse(seen).unwrap()).await
    }

    /// The identity of the shop with this address, published by an owner whose session is confirmed or not.
    async fn moved_to(email: &str, is_confirmed: bool) -> (Result<Edited<EditedDocument>, ContentError>, Option<EmailAddress>) {
        let mut identity = ContentDoc::default_value(&name("identity"), &configured().shop(), "Araliya");
        if let DocumentValue::Map(fields) = &mut identity {
            fields.insert("email".to_owned(), email.into());
        }
        let draft = draft("identity", identity);
        let (mut store, told) = (MockContentStore::new(), Arc::new(Mutex::new(None)));
        store.expect_published().returning(|| Ok(Vec::new()));
        store.expect_document().returning(move |_| Ok(StoredDocument { draft: Some(draft.clone()), published: None }));
        let noted = told.clone();
        store.expect_publish().returning(move |change| {
            noted.lock().unwrap().clone_from(&change.shop_email);
            Ok(ContentOutcome::Published(ContentVersion::default().next()))
        });
        let (store, current, drafts) = reading(store);
        let who = admin();
        let confirmed_at = is_confirmed.then(moments::now);
        let who = Principal { session: Session { confirmed_at, ..who.session.clone() }, ..who };
        let use_case = PublishContent::new(store, drafts, current, clock());
        let answer = use_case.run(&who, &actor(&who), &name("identity"), DraftRevision::parse(1).unwrap()).await;
        let told = told.lock().unwrap().clone();
        (answer, told)
    }

    #[tokio::test]
    async fn another_address_of_the_shop_needs_a_confirmed_session_and_is_told() {
        let (same, told) = moved_to("hello@araliya.example", false).await;
        assert!(same.is_ok() && told.is_none(), "{same:?}");
        let refused = moved_to("thief@example.com", false).await.0.unwrap_err();
        assert_eq!((refused.kind(), refused.code()), (ErrorKind::Forbidden, "auth.confirm_needed"));
        let (other, told) = moved_to("new@araliya.example", true).await;
        assert!(other.is_ok(), "{other:?}");
        assert_eq!(told, EmailAddress::parse("new@araliya.example").ok());
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
