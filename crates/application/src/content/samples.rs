//! Samples for the tests of this feature.

use std::sync::Arc;

use chrono::DateTime;
use domain::content::document::DocumentName;
use domain::content::repository::{ContentRepository, DraftDocument, MockContentRepository, PublishedDocument};
use domain::shared::versioned::{ContentVersion, DraftRevision};
use serde_json::{Value, json};

use crate::catalog::catalogue_follower::CatalogueVersion;
use crate::content::current_content::{CurrentContent, ShopDetails};

pub(super) fn configured() -> ShopDetails {
    ShopDetails {
        name: "Araliya".to_owned(),
        phone: "+94 11 234 5678".to_owned(),
        email: "hello@araliya.example".to_owned(),
        address: "27 Flower Road".to_owned(),
        opening_hours: "Always".to_owned(),
        time_zone: String::new(),
    }
}

pub(super) fn name(text: &str) -> DocumentName {
    DocumentName::parse(text).unwrap()
}

/// The address of the shop of [`named`], which configured another one.
pub(crate) const PUBLISHED_EMAIL: &str = "hello@published.example";

/// The content of a shop that published this name.
pub(crate) fn named(shop_name: &str) -> CurrentContent {
    let identity = published("identity", json!({ "name": shop_name, "email": PUBLISHED_EMAIL }));
    let mut store = MockContentRepository::new();
    store.expect_published().returning(move || Ok(vec![identity.clone()]));
    CurrentContent::new(Arc::new(store), CatalogueVersion::default(), configured())
}

/// Version 1 of a document.
pub(super) fn published(of: &str, body: Value) -> PublishedDocument {
    PublishedDocument { name: name(of), version: ContentVersion::parse(1).unwrap(), body, at: DateTime::UNIX_EPOCH, by: None }
}

/// Revision 1 of a draft.
pub(super) fn draft(of: &str, body: Value) -> DraftDocument {
    DraftDocument { name: name(of), revision: DraftRevision::parse(1).unwrap(), body, at: DateTime::UNIX_EPOCH, by: None }
}

/// A store, and the content that it publishes.
pub(super) fn reading(store: MockContentRepository) -> (Arc<dyn ContentRepository>, CurrentContent) {
    let store: Arc<dyn ContentRepository> = Arc::new(store);
    (store.clone(), CurrentContent::new(store, CatalogueVersion::default(), configured()))
}
