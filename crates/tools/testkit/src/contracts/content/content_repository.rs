//! The contract of [`domain::content::repository::ContentRepository`].

use domain::catalog::ports::CatalogueChange;
use domain::content::document::DocumentName;
use domain::content::repository::{DocumentChange, StoredDocument};
use domain::images::image::{ImageName, PicturePurpose};
use domain::images::ports::ReserveUploadOutcome;
use domain::images::upload::{NewUpload, Uploader};
use domain::messages::security_notice::SecurityEvent;
use domain::reports::audit_log::AuditQuery;
use domain::shared::email::EmailAddress;
use domain::shared::error::FeatureError as _;
use domain::shared::versioned::DraftRevision;
use serde_json::{Value, json};

use crate::contracts::Shop;
use crate::contracts::accounts::users::notices;
use crate::{moments, sample_users};

fn name(text: &str) -> DocumentName {
    DocumentName::parse(text).unwrap()
}

fn revision(number: i64) -> DraftRevision {
    DraftRevision::parse(number).unwrap()
}

/// A document with every kind of value.
fn body(text: &str) -> Value {
    json!({ "text": text, "numbers": [2, 6.9271, null, true], "empty": [] })
}

fn change(of: &str, text: &str, seen: Option<i64>) -> DocumentChange {
    DocumentChange {
        name: name(of),
        body: body(text),
        uploads: Vec::new(),
        seen: seen.map(revision),
        by: sample_users::actor(),
        at: moments::now(),
        shop_email: None,
    }
}

const DRAFT_CHANGED: Result<bool, &str> = Err("content.draft_changed");

/// Whether the draft was written, or the code of the refusal. The answer is the document as it is stored then.
async fn save_change(shop: &Shop, change: &DocumentChange) -> Result<bool, &'static str> {
    let saved = shop.content.save(change).await.map_err(|error| error.code())?;
    assert_eq!(saved.value, shop.content.document(&change.name).await.unwrap());
    Ok(saved.is_changed)
}

async fn save(shop: &Shop, of: &str, text: &str, seen: i64) -> Result<bool, &'static str> {
    save_change(shop, &change(of, text, Some(seen))).await
}

/// Whether a version was appended, or the code of the refusal.
async fn publish(shop: &Shop, of: &str, text: &str, seen: i64) -> Result<bool, &'static str> {
    let change = change(of, text, Some(seen));
    let published = shop.content.publish(&change).await.map_err(|error| error.code())?;
    assert_eq!(published.value, shop.content.document(&change.name).await.unwrap());
    Ok(published.is_changed)
}

async fn load(shop: &Shop, of: &str) -> StoredDocument {
    shop.content.document(&name(of)).await.unwrap()
}

/// The other one is told that the draft changed.
pub async fn of_two_saves_of_one_revision_one_is_made(shop: &Shop) {
    let saving = (0..8).map(|number| {
        let shop = shop.clone();
        tokio::spawn(async move { save(&shop, "home", &number.to_string(), 0).await })
    });
    let outcomes = futures_util::future::try_join_all(saving).await.unwrap();
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == DRAFT_CHANGED).count(), 7, "{outcomes:?}");
}

/// One version of the eight.
pub async fn publications_at_once_append_one_version(shop: &Shop) {
    save(shop, "home", "a", 0).await.unwrap();
    let publishing = (0..8).map(|_| {
        let shop = shop.clone();
        tokio::spawn(async move { publish(&shop, "home", "a", 1).await })
    });
    let outcomes = futures_util::future::try_join_all(publishing).await.unwrap();
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == Ok(true)).count(), 1, "{outcomes:?}");
    assert_eq!(shop.content.versions(&name("home"), 10).await.unwrap().len(), 1);
}

/// With the contents before and after; what changes nothing is not.
pub async fn each_change_is_audited(shop: &Shop) {
    save(shop, "page:about", "a", 0).await.unwrap();
    save(shop, "page:about", "a", 1).await.unwrap();
    publish(shop, "page:about", "a", 1).await.unwrap();
    save(shop, "page:about", "b", 1).await.unwrap();
    let entries = shop.audit_log.list(&AuditQuery::default()).await.unwrap().items;
    let told: Vec<_> = entries.iter().map(|entry| (entry.action.as_str(), entry.entity.as_str(), entry.subject.as_str())).collect();
    let expected = [("update", "content_draft"), ("create", "content"), ("create", "content_draft")];
    assert_eq!(told, expected.map(|(action, entity)| (action, entity, "page:about")));
    let (before, after) = (entries[0].before.clone().unwrap().0, entries[0].after.clone().unwrap().0);
    assert!(before.contains("\"text\":\"a\"") && after.contains("\"revision\":2"), "{before} {after}");
}

async fn upload(shop: &Shop, second: i64) -> ImageName {
    let at = moments::seconds_later(second);
    let upload = NewUpload { name: ImageName::for_upload(at, "a"), purpose: PicturePurpose::Content, by: Uploader::Stranger, bytes: 1, at };
    assert_eq!(shop.uploads.reserve(&upload).await.unwrap(), ReserveUploadOutcome::Reserved);
    upload.name
}

/// Those of drafts, and those of versions whose draft has other pictures by now.
pub async fn pictures_of_content_are_kept(shop: &Shop) {
    let (of_version, of_draft, unused) = (upload(shop, 1).await, upload(shop, 2).await, upload(shop, 3).await);
    let showing = |picture: &ImageName, seen: i64| {
        let address = format!("/images/{picture}");
        let body = json!({ "logo": address });
        DocumentChange { body, uploads: vec![address], ..change("identity", "", Some(seen)) }
    };
    shop.content.save(&showing(&of_version, 0)).await.unwrap();
    shop.content.publish(&showing(&of_version, 1)).await.unwrap();
    shop.content.save(&showing(&of_draft, 1)).await.unwrap();
    let later = moments::seconds_later(24 * 60 * 60);
    assert_eq!(shop.uploads.condemn(later, later, 100).await.unwrap(), std::slice::from_ref(&unused));
    assert_eq!(save_change(shop, &showing(&unused, 2)).await, Err("image.gone"));
    assert_eq!(load(shop, "identity").await.draft.unwrap().revision, revision(2), "nothing was written");
}

/// A draft is no change of the catalogue; a version is one of its content.
pub async fn a_publication_is_noted_and_a_draft_is_not(shop: &Shop) {
    let cursor = shop.changes.since(None).await.unwrap().cursor;
    save(shop, "home", "a", 0).await.unwrap();
    let batch = shop.changes.since(Some(&cursor)).await.unwrap();
    assert_eq!(batch.change, None);
    publish(shop, "home", "a", 1).await.unwrap();
    let batch = shop.changes.since(Some(&batch.cursor)).await.unwrap();
    assert_eq!(batch.change, Some(CatalogueChange::Content));
    publish(shop, "home", "a", 1).await.unwrap();
    assert_eq!(shop.changes.since(Some(&batch.cursor)).await.unwrap().change, None);
}

/// Each owner, where another address of the shop is published.
pub async fn owners_are_told_of_another_address_of_the_shop(shop: &Shop) {
    let (owner, email) = (shop.admin().await, EmailAddress::parse("new@araliya.example").unwrap());
    shop.content.publish(&change("identity", "first", None)).await.unwrap();
    assert_eq!(notices(shop, moments::seconds_later(60)).await, []);
    let other = DocumentChange { shop_email: Some(email.clone()), ..change("identity", "second", None) };
    shop.content.publish(&other).await.unwrap();
    shop.content.publish(&other).await.unwrap();
    assert_eq!(notices(shop, moments::seconds_later(60)).await, [(Some(owner.email), SecurityEvent::ShopEmail(email))]);
}
