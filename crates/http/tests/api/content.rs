//! The shop's content: what visitors see, and what staff edit.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::DateTime;
use domain::accounts::permission::Permission;
use domain::content::document::{ContentDoc, DocumentName};
use domain::content::identity::ConfiguredShop;
use domain::content::repository::{ContentError, DocumentChange, DraftDocument, MockContentRepository, PublishedDocument, StoredDocument};
use domain::shared::edit::Edited;
use domain::shared::versioned::{ContentVersion, DraftRevision};
use serde_json::{Value, json};

use crate::open_shop::OpenShop;
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post, put};

fn name(text: &str) -> DocumentName {
    DocumentName::parse(text).unwrap()
}

pub(crate) fn published(of: &str, body: Value) -> PublishedDocument {
    PublishedDocument { name: name(of), version: ContentVersion::parse(3).unwrap(), body, at: DateTime::UNIX_EPOCH, by: None }
}

pub(crate) fn default_of(of: &str) -> Value {
    let configured = ConfiguredShop { name: "Nelum", phone: "0771234567", email: "a@nelum.lk", address: "1 Road", opening_hours: "Always" };
    ContentDoc::default_value(&name(of), &configured, "Nelum")
}

/// A shop where these documents are published.
pub(crate) fn showing(documents: Vec<PublishedDocument>) -> Shop {
    let mut content = MockContentRepository::new();
    content.expect_published().returning(move || Ok(documents.clone()));
    Shop { content: Some(Box::new(content)), ..Shop::new() }
}

/// The outcome of a change.
#[derive(Clone, Copy)]
enum Outcome {
    Written,
    Unchanged,
    DraftChanged,
}

/// The document of this name with a draft of revision 2, never published.
fn stored(name: &DocumentName) -> StoredDocument {
    let (revision, body) = (DraftRevision::parse(2).unwrap(), default_of(&name.to_string()));
    let draft = DraftDocument { name: name.clone(), revision, body, at: DateTime::UNIX_EPOCH, by: None };
    StoredDocument { draft: Some(draft), published: None }
}

/// A shop where every draft has revision 2 and was never published; what is saved or published is kept.
fn editing(outcome: Outcome) -> (Shop, Arc<Mutex<Vec<DocumentChange>>>) {
    let (mut content, kept) = (MockContentRepository::new(), Arc::new(Mutex::new(Vec::new())));
    content.expect_published().returning(|| Ok(Vec::new()));
    content.expect_document().returning(|name| Ok(stored(name)));
    content.expect_versions().returning(|_, _| Ok(Vec::new()));
    let keep = {
        let kept = kept.clone();
        move |change: &DocumentChange| {
            kept.lock().unwrap().push(change.clone());
            match outcome {
                Outcome::Written => Ok(Edited { thing: stored(&change.name), is_changed: true }),
                Outcome::Unchanged => Ok(Edited { thing: stored(&change.name), is_changed: false }),
                Outcome::DraftChanged => Err(ContentError::DraftChanged),
            }
        }
    };
    content.expect_save().returning(keep.clone());
    content.expect_publish().returning(keep);
    (Shop { content: Some(Box::new(content)), ..Shop::new() }, kept)
}

async fn saved(shop: &OpenShop, doc: &str, body: Value) -> Answer {
    shop.answer(put(&format!("/api/admin/content/{doc}"), &json!({"body": body, "revision": 2})).by("admin")).await
}

/// A page of text with one block.
fn page_with(block: Value) -> Value {
    json!({"title": "Story", "description": "", "body": {"type": "doc", "content": [block]}})
}

#[actix_web::test]
async fn a_new_shop_shows_the_defaults() {
    let shop = Shop::new().open().await;
    let answer = shop.answer(get("/api/content")).await;
    let content = answer.json();
    assert_eq!((answer.status, &content["identity"]["name"], &content["stylesheet"]), (200, &json!("Araliya"), &Value::Null));
    assert_eq!(content["home"]["sections"][0]["slides"][0]["heading"], "Pure beauty begins in nature");
    assert_eq!((&content["announcement"], &content["pages"]), (&Value::Null, &json!([])));
    let again = get("/api/content").insert_header(("If-None-Match", answer.header("etag")));
    assert_eq!(shop.answer(again).await.status, 304);
    assert_eq!(shop.answer(get("/api/pages/about")).await.status, 404, "a template is not shown before it is published");
}

#[actix_web::test]
async fn what_is_published_is_shown_everywhere() {
    let theme = json!({ "accent": "#224488", "support": "#1f5e5b", "paper": "#ffffff" });
    let announcement = json!({ "text": "Free delivery" });
    let documents = vec![
        published("identity", default_of("identity")),
        published("theme", theme),
        published("announcement", announcement),
        published("page:about", default_of("page:about")),
    ];
    let shop = showing(documents).open().await;
    let content = shop.answer(get("/api/content")).await.json();
    assert_eq!(content["announcement"], json!({"version": 3, "text": "Free delivery", "link": null}));
    assert_eq!(content["pages"], json!([{"slug": "about", "title": "About us"}]));
    assert_eq!(content["home"]["sections"][1]["heading"], "Nelum", "the default home page has the published name");

    let sheet = content["stylesheet"].as_str().unwrap();
    let css = shop.answer(get(sheet)).await;
    assert_eq!((css.status, css.header("cache-control")), (200, "public, max-age=31536000, immutable"));
    assert!(css.text().contains("--color-lotus:#224488;") && css.header("content-type").starts_with("text/css"), "{}", css.text());
    assert_eq!(shop.answer(get("/theme/2244881f5e5bffffff-00000000.css")).await.status, 404);

    let page = shop.answer(get("/api/pages/about")).await;
    assert_eq!((page.status, page.json()["body"]["type"].clone()), (200, json!("doc")));
    for slug in ["privacy", "Nothing", "a--b"] {
        assert_eq!(shop.answer(get(&format!("/api/pages/{slug}"))).await.status, 404, "{slug}");
    }
    let details = shop.answer(get("/api/shop")).await.json();
    assert_eq!(
        (&details["name"], &details["phone"], &details["timeZone"]),
        (&json!("Nelum"), &json!("0771234567"), &json!("Asia/Colombo"))
    );
}

#[actix_web::test]
async fn what_a_draft_shows_can_be_sent_back() {
    let (shop, kept) = editing(Outcome::Written);
    let shop = shop.open().await;
    for doc in ["identity", "theme", "home", "footer", "contact", "announcement", "page:terms", "page:story"] {
        let shown = shop.answer(get(&format!("/api/admin/content/{doc}")).by("admin")).await;
        assert!(shown.status == 200 && shown.is_personal(), "{}", shown.text());
        let shown = shown.json();
        assert_eq!((&shown["name"], &shown["revision"], &shown["published"]), (&json!(doc), &json!(2), &Value::Null));
        let answer = saved(&shop, doc, shown["draft"].clone()).await;
        assert_eq!(answer.status, 200, "{doc}: {}", answer.text());
        let change = kept.lock().unwrap().pop().unwrap();
        let expected = ContentDoc::parse(&name(doc), &default_of(doc)).unwrap().value();
        assert_eq!((change.name, change.body, change.seen), (name(doc), expected, DraftRevision::parse(2).ok()));
    }
    assert_eq!(shop.answer(get("/api/admin/content/settings").by("admin")).await.status, 404);
}

#[actix_web::test]
async fn wrong_documents_are_refused_with_the_paths_of_their_fields() {
    let (shop, kept) = editing(Outcome::Unchanged);
    let shop = shop.open().await;
    let paragraph = |child: Value| page_with(json!({"type": "paragraph", "content": [child]}));
    let link = json!({"type": "text", "text": "x", "marks": [{"type": "link", "attrs": {"href": "javascript:alert(1)"}}]});
    let slide = json!({"heading": "A", "text": "", "link": null, "wide": "https://evil.example/1-a.webp", "tall": "builtin:hero-1-tall", "alt": null, "scrim": "none"});
    for (doc, body, field) in [
        ("page:story", page_with(json!({"type": "image"})), "body.body.content[0]"),
        ("page:story", paragraph(link), "body.body.content[0].content[0].marks[0].attrs.href"),
        ("page:story", json!({"title": ""}), "body.title"),
        ("home", json!({"sections": [{"kind": "hero", "slides": [slide]}]}), "body.sections[0].slides[0].wide"),
        ("announcement", json!({"text": "x".repeat(121)}), "body.text"),
        ("theme", json!({"accent": "#ffd0d0", "support": "#1f5e5b", "paper": "#fffbf7"}), "body.accent"),
    ] {
        let answer = saved(&shop, doc, body).await;
        assert_eq!(answer.status, 422, "{doc}: {}", answer.text());
        assert!(answer.json()["errors"][field].is_array(), "{field}: {}", answer.text());
    }
    let pale = saved(&shop, "theme", json!({"accent": "#ffd0d0", "support": "#1f5e5b", "paper": "#fffbf7"})).await.json();
    assert!(pale["checks"][0]["ratio"].as_f64().unwrap() < 4.5 && pale["checks"][0]["nearest"].is_string(), "{pale}");
    for body in [json!({}), json!({"body": {}}), json!({"revision": 0}), json!({"body": [], "revision": 0})] {
        assert_eq!(shop.answer(put("/api/admin/content/home", &body).by("admin")).await.status, 422, "{body}");
    }
    assert!(kept.lock().unwrap().is_empty());
}

#[actix_web::test]
async fn only_the_owner_edits_identity_and_colours() {
    let (shop, kept) = editing(Outcome::Written);
    let shop = shop.open().await;
    for (doc, is_owners) in [("identity", true), ("theme", true), ("home", false), ("page:about", false)] {
        let path = format!("/api/admin/content/{doc}");
        let body = shop.answer(get(&path).by("admin")).await.json()["draft"].clone();
        for who in ["admin", "manager", "content"] {
            let is_refused = is_owners && who != "admin";
            for request in [
                get(&path),
                get(&format!("{path}/versions")),
                put(&path, &json!({"body": body, "revision": 2})),
                post(&format!("{path}/publish"), &json!({"revision": 1})),
                post(&format!("{path}/restore"), &json!({})),
            ] {
                let answer = shop.answer(request.by(who)).await;
                assert_eq!(answer.status == 403, is_refused, "{doc} by {who}: {}", answer.text());
                if is_refused {
                    assert_eq!((answer.problem(403), answer.json()["roles"].clone()), ("auth.role_forbidden".to_owned(), json!(["owner"])));
                }
            }
        }
    }
    let saved = kept.lock().unwrap().iter().filter(|change| change.name.permission() == Permission::ManageBranding).count();
    assert_eq!(saved, 2, "by the owner alone");
}

#[actix_web::test]
async fn the_list_has_the_documents_that_the_caller_may_edit() {
    let mut content = MockContentRepository::new();
    content.expect_published().returning(|| Ok(Vec::new()));
    content.expect_drafts().returning(|| Ok(Vec::new()));
    let shop = Shop { content: Some(Box::new(content)), ..Shop::new() }.open().await;
    let of_all = ["home", "footer", "contact", "announcement", "page:about", "page:delivery-returns", "page:privacy", "page:terms"];
    for (who, expected) in
        [("admin", [&["identity", "theme"], &of_all[..]].concat()), ("manager", of_all.to_vec()), ("content", of_all.to_vec())]
    {
        let answer = shop.answer(get("/api/admin/content").by(who)).await.json();
        let names: Vec<&str> = answer.as_array().unwrap().iter().map(|state| state["name"].as_str().unwrap()).collect();
        assert_eq!(names, expected, "{who}");
    }
}

#[actix_web::test]
async fn a_long_page_fits_and_a_longer_one_does_not() {
    let (shop, _) = editing(Outcome::Written);
    let shop = shop.open().await;
    let with = |characters: usize| page_with(json!({"type": "paragraph", "content": [{"type": "text", "text": "අ".repeat(characters)}]}));
    assert_eq!(saved(&shop, "page:story", with(20_000)).await.status, 200);
    assert_eq!(saved(&shop, "page:story", with(20_001)).await.status, 422);
    assert_eq!(saved(&shop, "page:story", with(200_000)).await.status, 413);
}

#[actix_web::test]
async fn another_editors_save_is_a_conflict_with_the_present_draft() {
    let (shop, _) = editing(Outcome::DraftChanged);
    let shop = shop.open().await;
    let refused = saved(&shop, "announcement", json!({"text": "Sale"})).await;
    assert_eq!((refused.status, refused.json()["code"].clone()), (409, json!("content.draft_changed")));
    assert_eq!(refused.json()["content"]["revision"], 2);
    let refused = shop.answer(post("/api/admin/content/announcement/publish", &json!({"revision": 1})).by("admin")).await;
    assert_eq!((refused.status, refused.json()["content"]["revision"].clone()), (409, json!(2)));
}

#[actix_web::test]
async fn only_a_publication_empties_the_caches() {
    let (shop, kept) = editing(Outcome::Written);
    let shop = shop.open().await;
    // The caches answer while the changes of other instances are known.
    shop.follower.version().confirm(Instant::now(), Duration::from_secs(3_600));
    let version = || shop.follower.version().current().content;
    let before = version();
    shop.answer(get("/api/content")).await;
    saved(&shop, "announcement", json!({"text": "Sale"})).await;
    let colours = json!({"accent": "#9b2f4f", "support": "#1f5e5b", "paper": "#fffbf7"});
    let derived = shop.answer(post("/api/admin/theme/derive", &colours).by("admin")).await;
    assert_eq!((derived.status, derived.json()["isReadable"].clone()), (200, json!(true)));
    assert_eq!(derived.json()["tokens"].as_array().unwrap().len(), 29);
    assert_eq!(version(), before, "a draft and a derivation change nothing that visitors see");
    let hits = shop.responses.counts().hits;
    shop.answer(get("/api/content")).await;
    assert_eq!(shop.responses.counts().hits, hits + 1);
    let published = shop.answer(post("/api/admin/content/announcement/publish", &json!({"revision": 2})).by("admin")).await;
    assert_eq!(published.status, 200, "{}", published.text());
    assert_eq!(kept.lock().unwrap().len(), 2);
    assert!(version() > before, "a publication is a change of what visitors see");
}

#[actix_web::test]
async fn a_publication_that_changes_nothing_leaves_the_caches() {
    let (shop, _) = editing(Outcome::Unchanged);
    let shop = shop.open().await;
    let before = shop.follower.version().current();
    let answer = shop.answer(post("/api/admin/content/home/publish", &json!({"revision": 2})).by("admin")).await;
    assert_eq!((answer.status, answer.json()["message"].clone()), (200, json!("Visitors see this version already.")));
    assert_eq!(shop.follower.version().current(), before);
}

#[actix_web::test]
async fn versions_are_listed_and_restored() {
    let (mut content, kept) = (MockContentRepository::new(), Arc::new(Mutex::new(Vec::new())));
    content.expect_published().returning(|| Ok(Vec::new()));
    content.expect_versions().returning(|name, _| Ok(vec![published(&name.to_string(), default_of("footer"))]));
    content
        .expect_version()
        .returning(|name, version| Ok((version.get() == 3).then(|| published(&name.to_string(), default_of("footer")))));
    content.expect_document().returning(|_| Ok(StoredDocument::default()));
    let saving = kept.clone();
    content.expect_save().returning(move |change| {
        saving.lock().unwrap().push(change.clone());
        Ok(Edited { thing: StoredDocument::default(), is_changed: true })
    });
    let shop = Shop { content: Some(Box::new(content)), ..Shop::new() }.open().await;
    let versions = shop.answer(get("/api/admin/content/footer/versions").by("admin")).await.json();
    assert_eq!((&versions[0]["version"], &versions[0]["body"]["rights"]), (&json!(3), &json!("All rights reserved.")));
    let restore = async |body: Value| shop.answer(post("/api/admin/content/footer/restore", &body).by("admin")).await.status;
    assert_eq!(restore(json!({"version": 3})).await, 200);
    assert_eq!(kept.lock().unwrap().pop().unwrap().seen, None);
    assert_eq!(restore(json!({"version": 3, "revision": 1})).await, 200);
    assert_eq!(kept.lock().unwrap().pop().unwrap().seen, DraftRevision::parse(1).ok());
    assert_eq!((restore(json!({"version": 4})).await, restore(json!({})).await), (404, 422));
}
