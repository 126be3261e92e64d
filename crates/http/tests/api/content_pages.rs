//! The published content in the web app's pages.

use chrono::DateTime;
use domain::content::document::{ContentDoc, DocumentName};
use domain::content::identity::ConfiguredShop;
use domain::content::repository::{MockContentRepository, PublishedDocument};
use domain::shared::versioned::ContentVersion;
use serde_json::{Value, json};

use crate::shop::Shop;
use crate::site::{BUNDLE, Site, content, seeds, stocked, title};

#[actix_web::test]
async fn pages_have_the_published_details() {
    let documents = vec![published("identity", default_of("identity")), published("page:about", default_of("page:about"))];
    for bundle in [Some(BUNDLE), None] {
        let site = Site::open(showing_and_stocked(documents.clone()), bundle).await;
        for path in ["/", "/contact", "/cart", "/nothing"] {
            let page = site.get(path).await;
            assert_eq!(content(&page)["identity"]["name"], "Nelum", "{path}");
            let shop = &seeds(&page)[0];
            assert_eq!((&shop.0, &shop.1["name"]), (&json!(["shop"]), &json!("Nelum")), "{path}");
        }
        assert_eq!(title(&site.get("/cart").await), "Cart — Nelum");
        assert!(site.get("/sitemap.xml").await.text().contains("/pages/about</loc>"));
        assert!(site.get("/.well-known/security.txt").await.text().contains("mailto:a@nelum.lk"));
    }
}

/// A shop with a product where these documents are published.
fn showing_and_stocked(documents: Vec<PublishedDocument>) -> Shop {
    let mut content = MockContentRepository::new();
    content.expect_published().returning(move || Ok(documents.clone()));
    Shop { content: Some(Box::new(content)), ..stocked().0 }
}

fn published(of: &str, body: Value) -> PublishedDocument {
    let (name, version) = (DocumentName::parse(of).unwrap(), ContentVersion::parse(3).unwrap());
    PublishedDocument { name, version, body, at: DateTime::UNIX_EPOCH, by: None }
}

pub(crate) fn default_of(of: &str) -> Value {
    let configured = ConfiguredShop { name: "Nelum", phone: "0771234567", email: "a@nelum.lk", address: "1 Road", opening_hours: "Always" };
    ContentDoc::default_value(&DocumentName::parse(of).unwrap(), &configured, "Nelum")
}

/// The default of a document with some of its fields replaced.
fn with(of: &str, replaced: &Value) -> Value {
    let mut document = default_of(of);
    document.as_object_mut().unwrap().extend(replaced.as_object().unwrap().clone());
    document
}

#[actix_web::test]
async fn a_page_of_text_is_rendered_once_it_is_published() {
    let site = Site::open(showing_and_stocked(vec![published("page:about", default_of("page:about"))]), Some(BUNDLE)).await;
    let page = site.get("/pages/about?utm=1").await;
    assert_eq!((page.status, page.header("cache-control")), (200, "public, no-cache"));
    assert!(page.text().contains("<h1>/pages/about</h1>"), "{}", page.text());
    let (key, data) = seeds(&page).pop().unwrap();
    assert_eq!((key, &data["title"], &data["version"]), (json!(["page", "about"]), &json!("About us"), &json!(3)));
    for path in ["/pages/privacy", "/pages/Nothing", "/pages/", "/pages/a/b"] {
        let page = site.get(path).await;
        assert!(page.status == 404 && page.text().contains("<h1>/-</h1>"), "{path}: {}", page.text());
    }
    let hidden = with("page:terms", &json!({ "isShown": false }));
    let site = Site::open(showing_and_stocked(vec![published("page:terms", hidden)]), None).await;
    assert_eq!(site.get("/pages/terms").await.status, 404);
    assert!(!site.get("/sitemap.xml").await.text().contains("/pages/"));
}

#[actix_web::test]
async fn a_preview_is_framed_by_the_shop_alone_and_not_indexed() {
    let site = Site::open(showing_and_stocked(vec![published("identity", default_of("identity"))]), Some(BUNDLE)).await;
    for path in ["/preview/", "/preview/contact", "/preview/products/productinfo/ARA-1"] {
        let page = site.get(path).await;
        assert_eq!((page.status, title(&page).as_str()), (200, "Preview — Nelum"), "{path}");
        assert_eq!((page.header("x-robots-tag"), page.header("x-frame-options")), ("noindex", "SAMEORIGIN"), "{path}");
        assert!(page.header("content-security-policy").contains("frame-ancestors 'self'"), "{path}");
        assert_eq!(content(&page)["identity"]["name"], "Nelum", "{path}");
        assert_eq!(seeds(&page).len(), 2, "what every visitor may see");
    }
    for path in ["/", "/previews", "/contact", "/api/content", "/admin"] {
        let page = site.get(path).await;
        assert_eq!(page.header("x-frame-options"), "DENY", "{path}");
        let policy = page.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("frame-src 'self'"), "{path}: {policy}");
    }
    assert!(site.get("/robots.txt").await.text().contains("Disallow: /preview/\n"));
}

/// The keys of what the home page shows besides the shop, whose home page has this featured section.
async fn home_seeds(source: Value, are_reviews_shown: bool) -> Vec<(Value, Value)> {
    let mut home = default_of("home");
    for section in home["sections"].as_array_mut().unwrap() {
        match section["kind"].as_str().unwrap() {
            "featured" => section["source"] = source.clone(),
            "reviews" => section["isShown"] = are_reviews_shown.into(),
            _ => {}
        }
    }
    let site = Site::open(showing_and_stocked(vec![published("home", home)]), Some(BUNDLE)).await;
    seeds(&site.get("/").await).split_off(2)
}

#[actix_web::test]
async fn the_home_page_comes_with_the_products_of_its_featured_section() {
    let reviews = json!(["reviews", "latest", 5]);
    for (source, parameters) in [
        (json!({"kind": "discounted"}), json!({"discounted": true, "limit": 8})),
        (json!({"kind": "newest"}), json!({"limit": 8})),
        (json!({"kind": "bestselling"}), json!({"sort": "bestselling", "limit": 8})),
        (json!({"kind": "category", "name": "Skincare"}), json!({"category": "Skincare", "limit": 8})),
        (json!({"kind": "brand", "name": "Nelum"}), json!({"brand": "Nelum", "limit": 8})),
    ] {
        let keys: Vec<Value> = Box::pin(home_seeds(source, true)).await.into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, [json!(["products", "some", parameters]), reviews.clone()]);
    }
    let chosen = json!({"kind": "chosen", "productIds": ["ARA-1", "GONE-1"]});
    let seeded = Box::pin(home_seeds(chosen, false)).await;
    assert_eq!(seeded.len(), 2, "no reviews: {seeded:?}");
    assert_eq!((&seeded[0].0, &seeded[0].1["productName"]), (&json!(["products", "detail", "ARA-1"]), &json!("Rose </script> Oil")));
    assert_eq!(seeded[1], (json!(["products", "detail", "GONE-1"]), Value::Null));
}

#[actix_web::test]
async fn search_engines_are_told_the_published_identity() {
    let replaced = json!({
        "logo": "/images/1-logo.webp",
        "seoTitle": "Nelum of Kandy",
        "social": [{"label": "Instagram", "to": "https://instagram.example/nelum"}],
        "mapPoint": {"latitude": 7.2906, "longitude": 80.6337},
    });
    let identity = with("identity", &replaced);
    let site = Site::open(showing_and_stocked(vec![published("identity", identity)]), None).await;
    let page = site.get("/").await;
    assert_eq!(title(&page), "Nelum of Kandy");
    let text = page.text();
    let (_, shop) = text.split_once(r#"<script type="application/ld+json">"#).unwrap();
    let shop: Value = serde_json::from_str(shop.split_once("</script>").unwrap().0).unwrap();
    assert_eq!((&shop["name"], &shop["logo"]), (&json!("Nelum"), &json!("https://araliya.example/images/1-logo.webp")));
    assert_eq!((&shop["sameAs"], &shop["location"]["geo"]["latitude"]), (&json!(["https://instagram.example/nelum"]), &json!(7.2906)));
    assert!(shop.get("image").is_none(), "no picture to share is published");
}

#[actix_web::test]
async fn pages_link_the_style_sheet_of_published_colours_alone() {
    let colours = json!({"accent": "#224488", "support": "#1f5e5b", "paper": "#ffffff"});
    for (documents, is_linked) in [(vec![published("theme", colours)], true), (vec![published("theme", default_of("theme"))], false)] {
        let site = Site::open(showing_and_stocked(documents), Some(BUNDLE)).await;
        for path in ["/", "/contact", "/cart", "/preview/"] {
            let page = site.get(path).await.text();
            assert_eq!(page.contains(r#"<link rel="stylesheet" href="/theme/224488"#), is_linked, "{path}: {page}");
        }
    }
}

#[actix_web::test]
async fn a_published_icon_is_that_of_every_page_and_of_the_manifest() {
    let identity = with("identity", &json!({"favicon": "/images/1-icon.webp"}));
    let site = Site::open(showing_and_stocked(vec![published("identity", identity)]), None).await;
    let manifest = site.get("/site.webmanifest").await;
    assert_eq!((manifest.status, manifest.header("content-type")), (200, "application/manifest+json"));
    let manifest = manifest.json();
    assert_eq!((&manifest["name"], &manifest["icons"][0]["src"]), (&json!("Nelum"), &json!("/images/1-icon.webp")));
    let demo = with("identity", &json!({"name": "Araliya"}));
    let site = Site::open(showing_and_stocked(vec![published("identity", demo)]), None).await;
    assert_eq!(site.get("/site.webmanifest").await.status, 404, "the demo shop has the icons of the web app");
    assert_eq!(site.get("/favicon.svg").await.text(), "<svg/>");
}

#[actix_web::test]
async fn a_shop_of_its_own_has_made_icons_and_no_picture_of_the_demo_shop() {
    let mut shop = showing_and_stocked(vec![published("identity", default_of("identity"))]);
    shop.processor.expect_icon().returning(|design, file| Ok(format!("{file:?} {:?}", design.initial).into_bytes()));
    let site = Site::open(shop, None).await;
    for (path, kind, text) in [
        ("/favicon.ico", "image/x-icon", "Favicon Some('N')"),
        ("/apple-touch-icon.png", "image/png", "AppleTouch Some('N')"),
        ("/icon-512.png", "image/png", "Large Some('N')"),
    ] {
        let icon = site.get(path).await;
        assert_eq!((icon.status, icon.header("content-type"), icon.text().as_str()), (200, kind, text), "{path}");
        assert!(icon.header("etag").starts_with('"'), "{path}");
    }
    let manifest = site.get("/site.webmanifest").await.json();
    assert_eq!((&manifest["icons"][0]["src"], &manifest["icons"][1]["src"]), (&json!("/apple-touch-icon.png"), &json!("/icon-512.png")));
    for path in ["/favicon.svg", "/og.webp"] {
        assert_eq!(site.get(path).await.status, 404, "{path}");
    }
}
