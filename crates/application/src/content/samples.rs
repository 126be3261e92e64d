//! Samples for the tests of this room.

use std::sync::Arc;

use chrono::DateTime;
use domain::content::document::DocumentName;
use domain::content::document_value::DocumentValue;
use domain::content::ports::{ContentStore, DraftDocument, MockContentStore, PublishedDocument};
use domain::content::versions::{ContentVersion, DraftRevision};

use crate::catalog::catalogue_version::CatalogueVersion;
use crate::content::current_content::{ConfiguredDetails, CurrentContent};
use crate::content::show_draft::ShowDraft;

pub(super) fn configured() -> ConfiguredDetails {
    ConfiguredDetails {
        name: "Araliya".to_owned(),
        phone: "+94 11 234 5678".to_owned(),
        email: "hello@araliya.example".to_owned(),
        address: "27 Flower Road".to_owned(),
        opening_hours: "Always".to_owned(),
    }
}

pub(super) fn name(text: &str) -> DocumentName {
    DocumentName::parse(text).unwrap()
}

/// The address of the shop of [`named`], which configured another one.
pub(crate) const PUBLISHED_EMAIL: &str = "hello@published.example";

/// The content of a shop that published this name.
pub(crate) fn named(shop_name: &str) -> CurrentContent {
    let identity = published("identity", DocumentValue::map([("name", shop_name.into()), ("email", PUBLISHED_EMAIL.into())]));
    let mut store = MockContentStore::new();
    store.expect_published().returning(move || Ok(vec![identity.clone()]));
    CurrentContent::new(Arc::new(store), CatalogueVersion::default(), configured())
}

/// Version 1 of a document.
pub(super) fn published(of: &str, body: DocumentValue) -> PublishedDocument {
    PublishedDocument { name: name(of), version: ContentVersion::parse(1).unwrap(), body, at: DateTime::UNIX_EPOCH, by: None }
}

/// Revision 1 of a draft.
pub(super) fn draft(of: &str, body: DocumentValue) -> DraftDocument {
    DraftDocument { name: name(of), revision: DraftRevision::parse(1).unwrap(), body, at: DateTime::UNIX_EPOCH, by: None }
}

/// An announcement with this text.
pub(super) fn announcement(text: &str) -> DocumentValue {
    DocumentValue::map([("text", text.into())])
}

/// A store with the use cases that read it.
pub(super) fn reading(store: MockContentStore) -> (Arc<dyn ContentStore>, CurrentContent, ShowDraft) {
    let store: Arc<dyn ContentStore> = Arc::new(store);
    let current = CurrentContent::new(store.clone(), CatalogueVersion::default(), configured());
    (store.clone(), current.clone(), ShowDraft::new(store, current))
}
