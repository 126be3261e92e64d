//! The OpenAPI document as the program prints and serves it.

use domain::delivery::tracking::TrackingTemplate;
use domain::orders::tracking_url::TrackingUrl;
use regex_lite::Regex;
use serde_json::Value;
use test_harness::answer::Ask as _;

use crate::shop::Shop;

#[tokio::test(flavor = "multi_thread")]
async fn the_printed_document_is_the_one_that_is_served() {
    let shop = Shop::new().await;
    let printed = shop.run("a", &["openapi"]).await;
    assert!(printed.status.success(), "{printed:?}");
    let document: Value = serde_json::from_str(&printed.stdout).unwrap();
    let server = shop.start("a").await;
    assert_eq!(server.get("/api/openapi.json").ask().await.expect_status(200), document);
}

/// The pattern of a schema's field.
fn pattern(schema: &str, field: &str) -> Regex {
    let document = serde_json::to_value(shop_http::openapi::document()).unwrap();
    let field = &document["components"]["schemas"][schema]["properties"][field];
    Regex::new(field["pattern"].as_str().unwrap_or_else(|| panic!("{schema}: {field}"))).unwrap()
}

#[test]
fn the_patterns_of_addresses_are_what_the_shop_takes() {
    let links = ["ParcelRequest", "FulfilmentRequest"].map(|schema| pattern(schema, "trackingUrl"));
    for text in
        ["https://domex.example/track?n=D-1", "https://x.lk", "http://x.lk", "https://", "https:///x", "https://x.lk/a b", "000", "x.lk"]
    {
        assert!(links.iter().all(|link| link.is_match(text) == TrackingUrl::parse(text).is_ok()), "{text}");
    }
    assert!(links.iter().all(|link| link.is_match("") && link.is_match("  ")), "a blank address is none");
    let template = pattern("CourierUpdate", "trackingUrl");
    for text in [
        "https://courier.example/track?id={number}&lang=en",
        "https://a.lk/{number}",
        "https://a.lk/[{number}]",
        "000",
        "http://a.lk/{number}",
        "https://a.lk/",
        "https://localhost/{number}",
        "https://a.lk/{number}/{number}",
        "https://{number}.lk/",
        "https://user@a.lk/{number}",
        "https://a.lk/ {number}",
        "https://a.lk/\"{number}",
        "https://a.lk/\\{number}",
        "https:///{number}",
    ] {
        assert_eq!(template.is_match(text), TrackingTemplate::parse(text).is_ok(), "{text}");
    }
}
