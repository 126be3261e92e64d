//! Showing the versions of a document.

use std::sync::Arc;

use domain::content::document::DocumentName;
use domain::content::ports::{ContentStore, PublishedDocument};
use domain::content::versions::ContentVersion;

use crate::content::content_error::ContentError;
use crate::error::ReadError;

/// The most versions of a list.
pub const LISTED_VERSIONS: usize = 50;

#[derive(Clone)]
pub struct BrowseVersions {
    store: Arc<dyn ContentStore>,
}

impl BrowseVersions {
    /// Wires the use case.
    #[must_use]
    pub fn new(store: Arc<dyn ContentStore>) -> Self {
        Self { store }
    }

    /// The newest versions, up to [`LISTED_VERSIONS`], the newest first.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self, name: &DocumentName) -> Result<Vec<PublishedDocument>, ReadError> {
        Ok(self.store.versions(name, LISTED_VERSIONS).await?)
    }

    /// One version.
    ///
    /// # Errors
    /// [`ContentError`] where there is none, or the store fails.
    pub async fn one(&self, name: &DocumentName, version: ContentVersion) -> Result<PublishedDocument, ContentError> {
        self.store.version(name, version).await?.ok_or(ContentError::NoVersion)
    }
}
