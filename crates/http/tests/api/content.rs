//! The shop's content: what visitors see, and what staff edit.

use std::time::{Duration, Instant};

use domain::accounts::staff_role::StaffRole;
use serde_json::{Value, json};
use testkit::sample_users;

use crate::content_pages::default_of;
use crate::pg_shop::{PgShop, SignedIn};
use crate::wire::{Answer, By as _, get, post, put};

/// A shop, and an owner whose session is confirmed.
async fn edited() -> (PgShop, SignedIn) {
    let shop = PgShop::open().await;
    let owner = shop.admin().await;
    let owner = shop.confirmed(owner).await;
    (shop, owner)
}

async fn draft(shop: &PgShop, who: &SignedIn, doc: &str) -> Value {
    let shown = shop.answer(get(&format!("/api/admin/content/{doc}")).by(&who.token)).await;
    assert!(shown.status == 200 && shown.is_personal(), "{}", shown.text());
    shown.json()
}

async fn save(shop: &PgShop, who: &SignedIn, doc: &str, body: &Value, revision: i64) -> Answer {
    shop.answer(put(&format!("/api/admin/content/{doc}"), &json!({"body": body, "revision": revision})).by(&who.token)).await
}

/// Publishes a document whose draft has this revision.
async fn publish(shop: &PgShop, who: &SignedIn, doc: &str, revision: i64) -> Answer {
    shop.answer(post(&format!("/api/admin/content/{doc}/publish"), &json!({"revision": revision})).by(&who.token)).await
}

/// Saves the first draft of a document, and publishes it.
async fn published(shop: &PgShop, who: &SignedIn, doc: &str, body: &Value) {
    for answer in [save(shop, who, doc, body, 0).await, publish(shop, who, doc, 1).await] {
        assert_eq!(answer.status, 200, "{doc}: {}", answer.text());
    }
}

/// A page of text with one block.
fn page_with(block: Value) -> Value {
    json!({"title": "Story", "description": "", "body": {"type": "doc", "content": [block]}})
}

#[actix_web::test]
async fn a_new_shop_shows_the_defaults() {
    let shop = PgShop::open().await;
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
    let (shop, owner) = edited().await;
    let theme = json!({ "accent": "#224488", "support": "#1f5e5b", "paper": "#ffffff" });
    for (doc, body) in [
        ("identity", default_of("identity")),
        ("theme", theme),
        ("announcement", json!({ "text": "Free delivery" })),
        ("page:about", default_of("page:about")),
    ] {
        published(&shop, &owner, doc, &body).await;
    }
    let content = shop.answer(get("/api/content")).await.json();
    assert_eq!(content["announcement"], json!({"version": 1, "text": "Free delivery", "link": null}));
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
async fn the_draft_that_is_shown_can_be_sent_back() {
    let (shop, owner) = edited().await;
    for doc in ["identity", "theme", "home", "footer", "contact", "announcement", "page:terms", "page:story"] {
        let shown = draft(&shop, &owner, doc).await;
        assert_eq!((&shown["name"], &shown["revision"], &shown["published"]), (&json!(doc), &json!(0), &Value::Null));
        let saved = save(&shop, &owner, doc, &shown["draft"], 0).await;
        assert_eq!(saved.status, 200, "{doc}: {}", saved.text());
        let kept = draft(&shop, &owner, doc).await;
        assert_eq!((&kept["draft"], &kept["revision"]), (&shown["draft"], &json!(1)));
        assert_eq!((&kept["savedBy"], &saved.json()["content"]), (&json!(owner.user.email.as_str()), &kept));
    }
    assert_eq!(shop.answer(get("/api/admin/content/settings").by(&owner.token)).await.status, 404);
}

#[actix_web::test]
async fn wrong_documents_are_refused_with_the_paths_of_their_fields() {
    let (shop, owner) = edited().await;
    let paragraph = |child: Value| page_with(json!({"type": "paragraph", "content": [child]}));
    let link = |href: &str| json!({"type": "text", "text": "x", "marks": [{"type": "link", "attrs": {"href": href}}]});
    let slide = json!({"heading": "A", "text": "", "link": null, "wide": "https://evil.example/1-a.webp", "tall": "builtin:hero-1-tall", "alt": null, "scrim": "none"});
    let pale = json!({"accent": "#ffd0d0", "support": "#1f5e5b", "paper": "#fffbf7"});
    for (doc, body, field) in [
        ("page:story", page_with(json!({"type": "image"})), "body.body.content[0]"),
        ("page:story", page_with(json!({"type": "script"})), "body.body.content[0]"),
        ("page:story", paragraph(link("javascript:alert(1)")), "body.body.content[0].content[0].marks[0].attrs.href"),
        ("page:story", paragraph(link("data:text/html,x")), "body.body.content[0].content[0].marks[0].attrs.href"),
        ("page:story", json!({"title": ""}), "body.title"),
        ("home", json!({"sections": [{"kind": "hero", "slides": [slide]}]}), "body.sections[0].slides[0].wide"),
        ("announcement", json!({"text": "x".repeat(121)}), "body.text"),
        ("theme", pale.clone(), "body.accent"),
    ] {
        let answer = save(&shop, &owner, doc, &body, 0).await;
        assert_eq!(answer.status, 422, "{doc}: {}", answer.text());
        assert!(answer.json()["errors"][field].is_array(), "{field}: {}", answer.text());
    }
    let check = save(&shop, &owner, "theme", &pale, 0).await.json()["checks"][0].clone();
    assert!(check["ratio"].as_f64().unwrap() < 4.5, "{check}");
    let readable = json!({"accent": check["nearest"], "support": "#1f5e5b", "paper": "#fffbf7"});
    assert_eq!(save(&shop, &owner, "theme", &readable, 0).await.status, 200);
    assert_eq!(save(&shop, &owner, "page:story", &paragraph(link("https://nelum.example")), 0).await.status, 200);
    for body in [json!({}), json!({"body": {}}), json!({"revision": 0}), json!({"body": [], "revision": 0})] {
        assert_eq!(shop.answer(put("/api/admin/content/home", &body).by(&owner.token)).await.status, 422, "{body}");
    }
    assert_eq!(draft(&shop, &owner, "home").await["revision"], 0);
}

#[actix_web::test]
async fn only_the_owner_edits_identity_and_colours() {
    let (shop, owner) = edited().await;
    let [manager, writer] = [StaffRole::Manager, StaffRole::Content].map(|role| shop.sign_in(sample_users::staff(role)));
    for (who, is_owner) in [(&owner, true), (&manager.await, false), (&writer.await, false)] {
        for (doc, is_owners) in [("identity", true), ("theme", true), ("home", false), ("page:about", false)] {
            let path = format!("/api/admin/content/{doc}");
            for request in [
                get(&path),
                get(&format!("{path}/versions")),
                put(&path, &json!({"body": default_of(doc), "revision": 0})),
                post(&format!("{path}/publish"), &json!({"revision": 0})),
                post(&format!("{path}/restore"), &json!({})),
            ] {
                let answer = shop.answer(request.by(&who.token)).await;
                let is_refused = is_owners && !is_owner;
                assert_eq!(answer.status == 403, is_refused, "{doc} by {}: {}", who.user.email, answer.text());
                if is_refused {
                    assert_eq!((answer.problem(403), answer.json()["roles"].clone()), ("auth.role_forbidden".to_owned(), json!(["owner"])));
                }
            }
        }
    }
}

#[actix_web::test]
async fn the_list_has_the_documents_that_the_caller_may_edit_and_own_pages_once() {
    let (shop, owner) = edited().await;
    published(&shop, &owner, "page:story", &page_with(json!({"type": "paragraph", "content": [{"type": "text", "text": "x"}]}))).await;
    let manager = shop.sign_in(sample_users::staff(StaffRole::Manager)).await;
    let of_all =
        ["home", "footer", "contact", "announcement", "page:about", "page:delivery-returns", "page:privacy", "page:terms", "page:story"];
    for (who, expected) in [(&owner, [&["identity", "theme"], &of_all[..]].concat()), (&manager, of_all.to_vec())] {
        let list = shop.answer(get("/api/admin/content").by(&who.token)).await.json();
        let names: Vec<&str> = list.as_array().unwrap().iter().map(|state| state["name"].as_str().unwrap()).collect();
        assert_eq!(names, expected);
        let story = list.as_array().unwrap().last().unwrap();
        assert_eq!((&story["title"], &story["revision"], &story["publishedVersion"]), (&json!("Story"), &json!(1), &json!(1)));
    }
}

#[actix_web::test]
async fn a_shop_has_20_pages_of_its_own_besides_the_templates() {
    let (shop, owner) = edited().await;
    let page = page_with(json!({"type": "paragraph", "content": [{"type": "text", "text": "x"}]}));
    for number in 0..20 {
        assert_eq!(save(&shop, &owner, &format!("page:own-{number}"), &page, 0).await.status, 200, "{number}");
    }
    assert_eq!(save(&shop, &owner, "page:one-more", &page, 0).await.problem(409), "content.too_many_pages");
    for (doc, revision) in [("page:terms", 0), ("page:own-1", 1)] {
        assert_eq!(save(&shop, &owner, doc, &page, revision).await.status, 200, "{doc}");
    }
}

#[actix_web::test]
async fn a_long_page_fits_and_a_longer_one_does_not() {
    let (shop, owner) = edited().await;
    let with = |characters: usize| page_with(json!({"type": "paragraph", "content": [{"type": "text", "text": "අ".repeat(characters)}]}));
    for (characters, status) in [(20_000, 200), (20_001, 422), (200_000, 413)] {
        assert_eq!(save(&shop, &owner, "page:story", &with(characters), 0).await.status, status, "{characters}");
    }
}

#[actix_web::test]
async fn another_editors_save_is_a_conflict_with_the_present_draft() {
    let (shop, owner) = edited().await;
    let other = shop.admin().await;
    assert_eq!(save(&shop, &owner, "announcement", &json!({"text": "First"}), 0).await.status, 200);
    for (refused, what) in [
        (save(&shop, &other, "announcement", &json!({"text": "Second"}), 0).await, "older"),
        (save(&shop, &other, "announcement", &json!({"text": "Second"}), 2).await, "newer"),
        (publish(&shop, &other, "announcement", 0).await, "publish"),
    ] {
        assert_eq!(refused.problem(409), "content.draft_changed", "{what}");
        let present = refused.json()["content"].clone();
        assert_eq!((&present["draft"]["text"], &present["revision"]), (&json!("First"), &json!(1)), "{what}");
        assert_eq!(present["savedBy"], owner.user.email.as_str());
    }
}

#[actix_web::test]
async fn only_a_publication_empties_the_caches() {
    let (shop, owner) = edited().await;
    // The caches answer while the changes of other instances are known.
    shop.shop.follower.version().confirm(Instant::now(), Duration::from_secs(3_600));
    let version = || shop.shop.follower.version().current().content;
    let before = version();
    shop.answer(get("/api/content")).await;
    assert_eq!(save(&shop, &owner, "announcement", &json!({"text": "Sale"}), 0).await.status, 200);
    let colours = json!({"accent": "#9b2f4f", "support": "#1f5e5b", "paper": "#fffbf7"});
    let derived = shop.answer(post("/api/admin/theme/derive", &colours).by(&owner.token)).await;
    assert_eq!((derived.status, derived.json()["isReadable"].clone()), (200, json!(true)));
    assert_eq!(derived.json()["tokens"].as_array().unwrap().len(), 29);
    assert_eq!(version(), before, "a draft and a derivation change nothing that visitors see");
    let hits = shop.shop.responses.counts().hits;
    shop.answer(get("/api/content")).await;
    assert_eq!(shop.shop.responses.counts().hits, hits + 1);
    assert_eq!(publish(&shop, &owner, "announcement", 1).await.status, 200);
    let after = version();
    assert!(after > before, "a publication is a change of what visitors see");
    let again = publish(&shop, &owner, "announcement", 1).await;
    assert_eq!((again.status, &again.json()["message"]), (200, &json!("Visitors see this version already.")));
    assert_eq!((version(), &again.json()["content"]["published"]["version"]), (after, &json!(1)));
}

#[actix_web::test]
async fn versions_are_listed_and_restored() {
    let (shop, owner) = edited().await;
    for (revision, rights) in [(0, "Mine."), (1, "Yours.")] {
        let mut footer = draft(&shop, &owner, "footer").await["draft"].clone();
        footer["rights"] = rights.into();
        assert_eq!(save(&shop, &owner, "footer", &footer, revision).await.status, 200);
        assert_eq!(publish(&shop, &owner, "footer", revision + 1).await.status, 200);
    }
    let versions = shop.answer(get("/api/admin/content/footer/versions").by(&owner.token)).await.json();
    let versions: Vec<_> = versions.as_array().unwrap().iter().map(|one| (one["version"].clone(), one["body"]["rights"].clone())).collect();
    assert_eq!(versions, [(json!(2), json!("Yours.")), (json!(1), json!("Mine."))]);
    let restore = async |body: Value| shop.answer(post("/api/admin/content/footer/restore", &body).by(&owner.token)).await;
    let restored = restore(json!({"version": 1})).await;
    assert_eq!((restored.status, &restored.json()["content"]["draft"]["rights"]), (200, &json!("Mine.")));
    assert_eq!(restored.json()["content"]["published"]["version"], 2, "what visitors see is the same");
    for (body, status) in [
        (json!({"version": 2, "revision": 2}), 409),
        (json!({"version": 2, "revision": 3}), 200),
        (json!({"version": 4}), 404),
        (json!({}), 422),
    ] {
        assert_eq!(restore(body.clone()).await.status, status, "{body}");
    }
}
