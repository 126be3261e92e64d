//! Storing drafts and versions of documents.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::content::document::DocumentName;
use crate::content::document_value::DocumentValue;
use crate::content::versions::{ContentVersion, DraftRevision};
use crate::reports::audit::Actor;
use crate::shared::email::EmailAddress;
use crate::shared::ports::PortError;

#[derive(Clone, Debug, PartialEq)]
pub struct PublishedDocument {
    pub name: DocumentName,
    /// Its version, from 1.
    pub version: ContentVersion,
    pub body: DocumentValue,
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
    pub body: DocumentValue,
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
    pub body: DocumentValue,
    /// The addresses of the uploads that it shows.
    pub uploads: Vec<String>,
    /// The revision of the draft that the editor saw; `None` replaces any.
    pub seen: Option<DraftRevision>,
    pub by: Actor,
    pub at: DateTime<Utc>,
    /// Another e-mail address of the shop that the change publishes: the owners are told of it.
    pub shop_email: Option<EmailAddress>,
}

/// The outcome of a change. Only `Saved` and `Published` wrote to the store.
#[derive(Clone, Debug, PartialEq)]
pub enum ContentOutcome {
    /// The draft has this revision now.
    Saved(DraftRevision),
    /// The document has this version now.
    Published(ContentVersion),
    /// It has this content already.
    Unchanged,
    /// The draft has another revision.
    DraftChanged,
    /// The shop has the most pages of its own that it may have.
    TooManyPages,
    /// A picture of it was deleted.
    PictureGone,
}

/// Stores documents: one draft of each, and its versions, of which none ever changes.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ContentStore: Send + Sync {
    /// The newest version of every published document, in the order of their names.
    async fn published(&self) -> Result<Vec<PublishedDocument>, PortError>;

    /// Draft and newest version of one document, of one moment.
    async fn document(&self, name: &DocumentName) -> Result<StoredDocument, PortError>;

    /// Names and revisions of all drafts, in the order of their names.
    async fn drafts(&self) -> Result<Vec<DraftDocument>, PortError>;

    /// Saves a draft. One transaction takes the pictures, writes the draft and its audit entry, or changes nothing.
    async fn save(&self, change: &DocumentChange) -> Result<ContentOutcome, PortError>;

    /// Appends a version, unless the newest one has the same content. One transaction takes the pictures, writes the version, its
    /// audit entry and the mails to the owners, or changes nothing. The draft stays.
    async fn publish(&self, change: &DocumentChange) -> Result<ContentOutcome, PortError>;

    /// Up to `limit` versions of a document, the newest first.
    async fn versions(&self, name: &DocumentName, limit: usize) -> Result<Vec<PublishedDocument>, PortError>;

    /// One version of a document.
    async fn version(&self, name: &DocumentName, version: ContentVersion) -> Result<Option<PublishedDocument>, PortError>;
}
