//! The documents of a shop as they are kept: one draft of each, and its versions, of which none ever changes.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::accounts::actor::Actor;
use crate::content::document::{ContentDoc, DocumentName};
use crate::shared::edit::Saved;
use crate::shared::email::EmailAddress;
use crate::shared::error::feature_error;
use crate::shared::faults::Faults;
use crate::shared::ports::PortError;
use crate::shared::versioned::{ContentVersion, DraftRevision};

#[derive(Clone, Debug, PartialEq)]
pub struct PublishedDocument {
    pub name: DocumentName,
    /// Its version, from 1.
    pub version: ContentVersion,
    pub body: Value,
    /// When it was published.
    pub at: DateTime<Utc>,
    /// Who published it; `None` for the operator at the command line.
    pub by: Option<EmailAddress>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DraftDocument {
    pub name: DocumentName,
    /// How often it was saved, from 1.
    pub revision: DraftRevision,
    pub body: Value,
    /// When it was saved last.
    pub at: DateTime<Utc>,
    /// Who saved it last; `None` for the operator at the command line.
    pub by: Option<EmailAddress>,
}

/// The state of one document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredDocument {
    /// The draft; `None` where none was saved.
    pub draft: Option<DraftDocument>,
    /// The newest version; `None` where none was published.
    pub published: Option<PublishedDocument>,
}

/// What is saved or published.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentChange {
    pub name: DocumentName,
    pub body: Value,
    /// The addresses of the uploads that it shows.
    pub uploads: Vec<String>,
    /// The revision of the draft that the editor saw; `None` replaces any.
    pub seen: Option<DraftRevision>,
    pub by: Actor,
    pub at: DateTime<Utc>,
    /// Another e-mail address of the shop that the change publishes: the owners are told of it.
    pub shop_email: Option<EmailAddress>,
}

impl DocumentChange {
    /// The change that stores a document, whatever the revision of its draft.
    #[must_use]
    pub fn of(name: &DocumentName, document: &ContentDoc, by: &Actor, at: DateTime<Utc>) -> Self {
        let uploads = document.uploads().into_iter().map(|(_, address)| address).collect();
        Self { name: name.clone(), body: document.value(), uploads, seen: None, by: by.clone(), at, shop_email: None }
    }
}

feature_error! {
    /// Why a draft was not saved, published or filled.
    pub enum ContentError {
        /// Fields of the document break rules.
        Invalid(Faults) => Invalid, "request.invalid", "Please check the highlighted fields.";
        /// The draft has another revision than the one that was seen.
        DraftChanged => Conflict, "content.draft_changed", "This draft was changed by somebody else meanwhile.";
        TooManyPages => Conflict, "content.too_many_pages", "The shop has the most pages that it may have. Please use one of them again.";
        PictureGone => Invalid, "image.gone", "A picture of this document is no longer kept. Please choose it again.";
        ConfirmNeeded => Forbidden, "auth.confirm_needed", "Please confirm with your password first.";
        NoVersion => NotFound, "content.no_version", "There is no such version of this document.";
    } port "Failed to change the content. Please try again."
}

#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ContentRepository: Send + Sync {
    /// The newest version of every published document, in the order of their names.
    async fn published(&self) -> Result<Vec<PublishedDocument>, PortError>;

    /// Draft and newest version of one document, read in one snapshot.
    async fn document(&self, name: &DocumentName) -> Result<StoredDocument, PortError>;

    /// Names and revisions of all drafts, in the order of their names.
    async fn drafts(&self) -> Result<Vec<DraftDocument>, PortError>;

    /// Saves a draft, unless it has the same content. One transaction takes the pictures, writes the draft and its audit entry, or changes
    /// nothing.
    async fn save(&self, change: &DocumentChange) -> Result<Saved<StoredDocument>, ContentError>;

    /// Appends a version, unless the newest one has the same content. One transaction takes the pictures, writes the version, its
    /// audit entry and the mails to the owners, or changes nothing. The draft stays.
    async fn publish(&self, change: &DocumentChange) -> Result<Saved<StoredDocument>, ContentError>;

    /// Up to `limit` versions of a document, the newest first.
    async fn versions(&self, name: &DocumentName, limit: usize) -> Result<Vec<PublishedDocument>, PortError>;

    async fn version(&self, name: &DocumentName, version: ContentVersion) -> Result<Option<PublishedDocument>, PortError>;
}
