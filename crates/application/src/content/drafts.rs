//! The drafts of documents: staff save, publish and restore them, and visitors see none of them.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::accounts::actor::Actor;
use domain::accounts::session::Principal;
use domain::content::document::{ContentDoc, DocumentName};
use domain::content::identity::Identity;
use domain::content::picture::Picture;
use domain::content::repository::{ContentError, ContentRepository, DocumentChange, DraftDocument, PublishedDocument, StoredDocument};
use domain::content::slug::{PageSlug, TEMPLATES};
use domain::images::image::{ImageKey, ImageName};
use domain::images::picture_size::PictureSize;
use domain::images::ports::ImageStore;
use domain::shared::edit::Saved;
use domain::shared::email::EmailAddress;
use domain::shared::ports::{Clock, PortError};
use domain::shared::versioned::{ContentVersion, DraftRevision};
use serde_json::Value;

use crate::content::current_content::CurrentContent;
use crate::error::ReadError;

#[derive(Clone, Debug, PartialEq)]
pub struct EditedDocument {
    pub name: DocumentName,
    /// The draft; the default or the newest version where none was saved.
    pub draft: Value,
    /// How often the draft was saved.
    pub revision: DraftRevision,
    /// When, and by whom it was saved last.
    pub saved: Option<(DateTime<Utc>, Option<EmailAddress>)>,
    /// The newest version.
    pub published: Option<PublishedDocument>,
}

#[derive(Clone)]
pub struct Drafts {
    pub store: Arc<dyn ContentRepository>,
    pub images: Arc<dyn ImageStore>,
    pub current: CurrentContent,
    pub clock: Arc<dyn Clock>,
}

impl Drafts {
    /// A document.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn show(&self, name: &DocumentName) -> Result<EditedDocument, ReadError> {
        Ok(self.edited(name, self.store.document(name).await?).await?)
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
            documents.push(self.edited(&name, StoredDocument { draft, published }).await?);
        }
        Ok(documents)
    }

    /// Saves a draft whose present revision is `seen` (`None`: any), and answers the document as it is then.
    ///
    /// # Errors
    /// [`ContentError`] where another editor saved it, a picture is gone or an icon is too small, or the store fails.
    pub async fn save(
        &self,
        by: &Actor,
        name: &DocumentName,
        document: &ContentDoc,
        seen: Option<DraftRevision>,
    ) -> Result<EditedDocument, ContentError> {
        self.check_icon(document).await?;
        let change = DocumentChange { seen, ..DocumentChange::of(name, document, by, self.clock.now()) };
        Ok(self.edited(name, self.store.save(&change).await?.value).await?)
    }

    /// Publishes the draft whose revision is `seen`, or the default where none was saved. A draft that equals the newest version is not
    /// published again. An identity with another e-mail address, which receives the mails to the shop, needs a session that was confirmed
    /// lately, and is mailed to all owners. `by` acts for `who`.
    ///
    /// # Errors
    /// [`ContentError`] where another editor saved the draft, it breaks a rule of this release, a picture is gone, or the store fails.
    pub async fn publish(
        &self,
        who: &Principal,
        by: &Actor,
        name: &DocumentName,
        seen: DraftRevision,
    ) -> Result<Saved<EditedDocument>, ContentError> {
        let present = self.edited(name, self.store.document(name).await?).await?;
        if present.revision != seen {
            return Err(ContentError::DraftChanged);
        }
        let document = ContentDoc::parse(name, &present.draft).map_err(ContentError::Invalid)?;
        let (shop_email, now) = (self.other_email(&document).await?, self.clock.now());
        if shop_email.is_some() && who.session.confirmed_until(now).is_none() {
            return Err(ContentError::ConfirmNeeded);
        }
        let change = DocumentChange { seen: Some(seen), shop_email, ..DocumentChange::of(name, &document, by, now) };
        let published = self.store.publish(&change).await;
        // Also after a failure: the version may be stored.
        self.current.forget();
        let Saved { value, is_changed } = published?;
        Ok(Saved { value: self.edited(name, value).await?, is_changed })
    }

    /// Saves a version as the draft, whose present revision is `seen` (`None`: any). Visitors see it once it is published.
    ///
    /// # Errors
    /// [`ContentError`] where there is no such version, it breaks a rule of this release, another editor saved the draft, or the store
    /// fails.
    pub async fn restore(
        &self,
        by: &Actor,
        name: &DocumentName,
        version: ContentVersion,
        seen: Option<DraftRevision>,
    ) -> Result<EditedDocument, ContentError> {
        let version = self.store.version(name, version).await?.ok_or(ContentError::NoVersion)?;
        let document = ContentDoc::parse(name, &version.body).map_err(ContentError::Invalid)?;
        let change = DocumentChange { seen, ..DocumentChange::of(name, &document, by, self.clock.now()) };
        Ok(self.edited(name, self.store.save(&change).await?.value).await?)
    }

    async fn edited(&self, name: &DocumentName, stored: StoredDocument) -> Result<EditedDocument, PortError> {
        let StoredDocument { draft, published } = stored;
        let (body, revision, saved) = match (draft, &published) {
            (Some(DraftDocument { body, revision, at, by, .. }), _) => (body, revision, Some((at, by))),
            (None, Some(published)) => (published.body.clone(), DraftRevision::default(), None),
            (None, None) => (self.current.default_of(name).await?, DraftRevision::default(), None),
        };
        Ok(EditedDocument { name: name.clone(), draft: body, revision, saved, published })
    }

    /// Checks the size of the picture that an identity has as its icon.
    async fn check_icon(&self, document: &ContentDoc) -> Result<(), ContentError> {
        let ContentDoc::Identity(identity) = document else { return Ok(()) };
        let Some(address) = identity.favicon.as_ref().and_then(Picture::upload) else { return Ok(()) };
        let name = address.rsplit('/').next().and_then(|name| ImageName::parse(name).ok()).ok_or(ContentError::PictureGone)?;
        let file = self.images.get(&ImageKey::main(name)).await?.ok_or(ContentError::PictureGone)?;
        Identity::check_icon(PictureSize::of_webp(&file.bytes)).map_err(ContentError::Invalid)
    }

    /// The address of an identity, if the mails to the shop would go to another one than now.
    async fn other_email(&self, document: &ContentDoc) -> Result<Option<EmailAddress>, ContentError> {
        let ContentDoc::Identity(identity) = document else { return Ok(None) };
        let present = self.current.shop_address().await?;
        Ok(Some(identity.email.clone()).filter(|email| *email != present))
    }
}

#[cfg(test)]
mod tests;
