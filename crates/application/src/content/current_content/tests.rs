use std::time::{Duration, Instant};

use chrono::DateTime;
use domain::catalog::ports::CatalogueChange;
use domain::content::repository::MockContentRepository;
use serde_json::json;
use testkit::moments;

use super::*;
use crate::content::samples::{configured, published};

/// Content that is read this many times, beside a version that is known for an hour.
fn read(times: usize, documents: Vec<PublishedDocument>) -> (CurrentContent, CatalogueVersion) {
    let (mut store, version) = (MockContentRepository::new(), CatalogueVersion::default());
    store.expect_published().times(times).returning(move || Ok(documents.clone()));
    version.confirm(Instant::now(), Duration::from_secs(3_600));
    (CurrentContent::new(Arc::new(store), version.clone(), configured()), version)
}

#[tokio::test]
async fn a_new_shop_shows_the_defaults_with_its_configured_name() {
    let (content, _) = read(1, Vec::new());
    let content = content.get().await.unwrap();
    assert_eq!(content.identity_text("name"), "Araliya");
    assert!(text(&content.footer.body, "about").starts_with("Araliya is a Sri Lankan house"));
    assert_eq!((content.home.version, content.pages.len()), (ContentVersion::default(), 0));
}

#[tokio::test]
async fn a_published_name_is_in_the_defaults_of_other_documents() {
    let identity = published("identity", json!({ "name": "Nelum" }));
    let content = read(1, vec![identity]).0.get().await.unwrap();
    assert_eq!((content.identity_text("name"), content.identity.version.get()), ("Nelum", 1));
    assert_eq!(content.home.body["sections"][1]["heading"], "Nelum", "the title of the home page");
}

#[tokio::test]
async fn mails_to_the_shop_go_to_the_published_address_else_to_the_configured_one() {
    let with_email = |email: &str| vec![published("identity", json!({ "email": email }))];
    let expected =
        [(Vec::new(), "hello@araliya.example"), (with_email("me@nelum.lk"), "me@nelum.lk"), (with_email(""), "hello@araliya.example")];
    for (documents, address) in expected {
        assert_eq!(read(1, documents).0.shop_address().await.unwrap().as_str(), address);
    }
}

#[tokio::test]
async fn an_announcement_is_shown_in_its_time() {
    let is_shown = async |body: Value| {
        let content = read(1, vec![published("announcement", body)]).0.get().await.unwrap();
        content.announcement_at(moments::now()).is_some()
    };
    assert!(is_shown(json!({ "text": "Sale" })).await);
    assert!(!is_shown(json!({ "text": "" })).await);
    assert!(!is_shown(json!({ "text": "Sale", "until": "2021-01-01T00:00:00Z" })).await);
}

#[tokio::test]
async fn a_hidden_page_is_not_shown() {
    let page = |name: &str, is_shown: bool| published(name, json!({ "isShown": is_shown }));
    let content = read(1, vec![page("page:about", true), page("page:old", false)]).0.get().await.unwrap();
    let slug = |text: &str| PageSlug::parse(text).unwrap();
    assert!(content.page(&slug("about")).is_some() && content.page(&slug("old")).is_none() && content.page(&slug("none")).is_none());
}

#[tokio::test]
async fn content_is_read_again_after_a_change() {
    let (content, version) = read(3, Vec::new());
    for _ in 0..2 {
        content.get().await.unwrap();
    }
    version.advance(CatalogueChange::Stock);
    content.get().await.unwrap();
    version.advance(CatalogueChange::Content);
    content.get().await.unwrap();
    content.forget();
    content.clone().get().await.unwrap();
}

#[tokio::test]
async fn unknown_changes_are_read_every_time() {
    let (mut store, version) = (MockContentRepository::new(), CatalogueVersion::default());
    store.expect_published().times(2).returning(|| Ok(Vec::new()));
    let content = CurrentContent::new(Arc::new(store), version, configured());
    content.get().await.unwrap();
    content.get().await.unwrap();
    assert_eq!(published("home", Value::Null).at, DateTime::UNIX_EPOCH);
}
