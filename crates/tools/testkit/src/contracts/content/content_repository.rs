//! The contract of [`domain::content::repository::ContentRepository`].

use domain::catalog::ports::CatalogueChange;
use domain::content::document::DocumentName;
use domain::content::repository::{DocumentChange, StoredDocument};
use domain::content::slug::MAX_OWN_PAGES;
use domain::images::image::{ImageName, PicturePurpose};
use domain::images::ports::ReserveUploadOutcome;
use domain::images::upload::{NewUpload, Uploader};
use domain::messages::security_notice::SecurityEvent;
use domain::reports::audit_log::AuditQuery;
use domain::shared::email::EmailAddress;
use domain::shared::error::FeatureError as _;
use domain::shared::versioned::{ContentVersion, DraftRevision};
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

fn version(number: i64) -> ContentVersion {
    ContentVersion::parse(number).unwrap()
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
const TOO_MANY_PAGES: Result<bool, &str> = Err("content.too_many_pages");

/// Whether the draft was written, or the code of the refusal. The answer is the document as it is stored then.
async fn save_change(shop: &Shop, change: &DocumentChange) -> Result<bool, &'static str> {
    let saved = shop.content.save(change).await.map_err(|error| error.code())?;
    assert_eq!(saved.thing, shop.content.document(&change.name).await.unwrap());
    Ok(saved.is_changed)
}

async fn save(shop: &Shop, of: &str, text: &str, seen: i64) -> Result<bool, &'static str> {
    save_change(shop, &change(of, text, Some(seen))).await
}

/// Whether a version was appended, or the code of the refusal.
async fn publish(shop: &Shop, of: &str, text: &str, seen: i64) -> Result<bool, &'static str> {
    let change = change(of, text, Some(seen));
    let published = shop.content.publish(&change).await.map_err(|error| error.code())?;
    assert_eq!(published.thing, shop.content.document(&change.name).await.unwrap());
    Ok(published.is_changed)
}

async fn load(shop: &Shop, of: &str) -> StoredDocument {
    shop.content.document(&name(of)).await.unwrap()
}

/// Neither drafts nor versions.
pub async fn a_new_shop_has_no_content(shop: &Shop) {
    assert_eq!(load(shop, "home").await, StoredDocument::default());
    assert!(shop.content.published().await.unwrap().is_empty() && shop.content.drafts().await.unwrap().is_empty());
    assert!(shop.content.versions(&name("home"), 10).await.unwrap().is_empty());
}

/// Each save counts; nothing is published by it.
pub async fn a_draft_is_kept_with_everything(shop: &Shop) {
    assert_eq!(save(shop, "home", "a", 0).await, Ok(true));
    let second = change("home", "b", Some(1));
    assert_eq!(save_change(shop, &second).await, Ok(true));
    assert_eq!(save(shop, "home", "b", 2).await, Ok(false));
    let stored = load(shop, "home").await;
    let draft = stored.draft.unwrap();
    assert_eq!((draft.name.clone(), draft.revision, draft.body.clone()), (name("home"), revision(2), body("b")));
    assert_eq!((draft.at, draft.by.clone(), stored.published), (second.at, second.by.email, None));
    assert_eq!(shop.content.drafts().await.unwrap(), [draft]);
    assert!(shop.content.published().await.unwrap().is_empty());
}

/// Whether it is older or newer than the present one; without a revision any is replaced.
pub async fn a_draft_of_another_revision_is_refused(shop: &Shop) {
    assert_eq!(save(shop, "home", "a", 1).await, DRAFT_CHANGED);
    save(shop, "home", "a", 0).await.unwrap();
    assert_eq!(save(shop, "home", "b", 0).await, DRAFT_CHANGED);
    assert_eq!(publish(shop, "home", "a", 0).await, DRAFT_CHANGED);
    assert_eq!(load(shop, "home").await.draft.unwrap().body, body("a"));
    assert_eq!(save_change(shop, &change("home", "c", None)).await, Ok(true));
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

/// Versions count from 1; the same content is no new version.
pub async fn a_publication_appends_a_version(shop: &Shop) {
    save(shop, "home", "a", 0).await.unwrap();
    assert_eq!(publish(shop, "home", "a", 1).await, Ok(true));
    assert_eq!(publish(shop, "home", "a", 1).await, Ok(false));
    save(shop, "home", "b", 1).await.unwrap();
    assert_eq!(shop.content.published().await.unwrap()[0].body, body("a"), "a draft is not published");
    assert_eq!(publish(shop, "home", "b", 2).await, Ok(true));
    assert_eq!(publish(shop, "page:about", "p", 0).await, Ok(true));
    let published = shop.content.published().await.unwrap();
    let told: Vec<_> = published.iter().map(|document| (document.name.to_string(), document.version.get())).collect();
    assert_eq!(told, [("home".to_owned(), 2), ("page:about".to_owned(), 1)]);
    let stored = load(shop, "home").await;
    assert_eq!((stored.published, stored.draft.unwrap().revision), (Some(published[0].clone()), revision(2)));
}

/// The newest first.
pub async fn every_version_can_be_read(shop: &Shop) {
    save(shop, "home", "a", 0).await.unwrap();
    let first = change("home", "a", Some(1));
    shop.content.publish(&first).await.unwrap();
    for (text, seen) in [("b", 1), ("c", 2)] {
        save(shop, "home", text, seen).await.unwrap();
        publish(shop, "home", text, seen + 1).await.unwrap();
    }
    let listed = |limit| async move {
        let versions = shop.content.versions(&name("home"), limit).await.unwrap();
        versions.into_iter().map(|document| (document.version.get(), document.body)).collect::<Vec<_>>()
    };
    assert_eq!(listed(10).await, [(3, body("c")), (2, body("b")), (1, body("a"))]);
    assert_eq!(listed(2).await, [(3, body("c")), (2, body("b"))]);
    let one = shop.content.version(&name("home"), version(1)).await.unwrap().unwrap();
    assert_eq!((one.body, one.at, one.by), (body("a"), first.at, first.by.email));
    for (of, number) in [("home", 4), ("footer", 1)] {
        assert_eq!(shop.content.version(&name(of), version(number)).await.unwrap(), None);
    }
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

/// Templates do not count; pages that are there can be saved again.
pub async fn a_shop_has_20_pages_of_its_own(shop: &Shop) {
    save(shop, "page:about", "a", 0).await.unwrap();
    for number in 0..MAX_OWN_PAGES {
        assert_eq!(save(shop, &format!("page:own-{number}"), "a", 0).await, Ok(true), "{number}");
    }
    assert_eq!(save(shop, "page:one-more", "a", 0).await, TOO_MANY_PAGES);
    assert_eq!(publish(shop, "page:one-more", "a", 0).await, TOO_MANY_PAGES);
    assert_eq!(save(shop, "page:own-1", "b", 1).await, Ok(true));
    assert_eq!(save(shop, "page:terms", "a", 0).await, Ok(true));
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
    let mark = shop.changes.since(None).await.unwrap().mark;
    save(shop, "home", "a", 0).await.unwrap();
    let news = shop.changes.since(Some(&mark)).await.unwrap();
    assert_eq!(news.change, None);
    publish(shop, "home", "a", 1).await.unwrap();
    let news = shop.changes.since(Some(&news.mark)).await.unwrap();
    assert_eq!(news.change, Some(CatalogueChange::Content));
    publish(shop, "home", "a", 1).await.unwrap();
    assert_eq!(shop.changes.since(Some(&news.mark)).await.unwrap().change, None);
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
