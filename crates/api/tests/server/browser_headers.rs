//! Security headers of every answer: routes, pages, and the web app's files.

use std::collections::BTreeSet;

use reqwest::{Method, Response};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;

use crate::shop::Shop;
use crate::users::admin;

/// The content security policy: nothing inline, and from other hosts only pictures over https and the map that a visitor opens.
const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https:; font-src 'self'; \
    connect-src 'self'; manifest-src 'self'; frame-src 'self' https://www.openstreetmap.org; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// Checks the headers of every answer.
fn check(what: &str, response: &Response, https: bool) {
    let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap()).unwrap_or_default();
    assert_eq!(header("content-security-policy"), CSP, "{what}");
    assert_eq!(header("x-content-type-options"), "nosniff", "{what}");
    assert_eq!(header("x-frame-options"), "DENY", "{what}");
    assert_eq!(header("referrer-policy"), "strict-origin-when-cross-origin", "{what}");
    assert_eq!(header("cross-origin-opener-policy"), "same-origin", "{what}");
    for feature in ["camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()"] {
        assert!(header("permissions-policy").contains(feature), "{what}: {feature}");
    }
    let hsts = if https { "max-age=31536000; includeSubDomains" } else { "" };
    assert_eq!(header("strict-transport-security"), hsts, "{what}");
    assert_eq!(header("access-control-allow-origin"), "", "{what}: another origin was allowed");
    assert_eq!(header("access-control-allow-credentials"), "", "{what}");
    for told in ["server", "x-powered-by", "set-cookie"] {
        assert_eq!(header(told), "", "{what}: {told}");
    }
    let is_private = header("cache-control").contains("no-store");
    let status = response.status();
    assert!(is_private || !(status.is_client_error() || status.is_server_error()) || is_text(response), "{what}: a refusal is not kept");
}

/// Missing pages and files are not answered as problems, and contain no personal data.
fn is_text(response: &Response) -> bool {
    response.headers().get("content-type").is_some_and(|kind| kind.to_str().unwrap().starts_with("text/"))
}

fn sample(path: &str) -> String {
    let mut filled = path.to_owned();
    while let (Some(begin), Some(end)) = (filled.find('{'), filled.find('}')) {
        filled.replace_range(begin..=end, "nothing");
    }
    filled
}

/// Calls every operation as a guest and as an administrator; an answer to a session must not be cached.
async fn try_routes(server: &Instance, boss: &SignedInUser, https: bool) {
    let document = server.get("/api/openapi.json").ask().await.expect_status(200);
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let method: Method = method.to_uppercase().parse().unwrap();
            let call = || server.request(method.clone(), &sample(path)).header("Origin", "https://evil.example");
            let what = format!("{method} {path}");
            check(&what, &call().send().await.unwrap(), https);
            if path.ends_with("/logout") {
                continue;
            }
            let answer = call().signed_in_as(boss).send().await.unwrap();
            check(&what, &answer, https);
            let needs_session = operation["security"].as_array().is_some_and(|ways| ways.iter().all(|way| way.get("bearer").is_some()));
            if needs_session && operation["security"].is_array() {
                assert_eq!(answer.headers()["cache-control"], "no-store", "{what} is personal");
            }
        }
    }
}

/// The addresses that a page loads from the shop.
fn loaded_by(page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for attribute in ["src=\"/", "href=\"/"] {
        for (at, _) in page.match_indices(attribute) {
            let rest = &page[at + attribute.len() - 1..];
            let address = rest.split('"').next().unwrap();
            if address.starts_with("/assets/") || address.contains('.') {
                found.insert(address.to_owned());
            }
        }
    }
    found
}

/// Requests pages, the files that they load, and the files that these load.
async fn try_pages(server: &Instance, https: bool) {
    let mut files = BTreeSet::from(["/robots.txt", "/sitemap.xml", "/.well-known/security.txt", "/assets/none.js"].map(str::to_owned));
    for page in
        ["/", "/products", "/products/productinfo/none", "/contact", "/login", "/admin", "/user", "/cart", "/nowhere", "//x", "/x.php"]
    {
        let response = server.get(page).send().await.unwrap();
        check(page, &response, https);
        let text = response.text().await.unwrap();
        for inline in [" style=\"", " onclick=", " onload=", "javascript:"] {
            assert!(!text.contains(inline), "{inline} in {page}");
        }
        for (at, _) in text.match_indices("<script") {
            let tag = text[at..].split('>').next().unwrap();
            let inert = tag.contains("application/json") || tag.contains("application/ld+json");
            assert!(tag.contains(" src=\"/") || inert, "{tag} in {page}");
        }
        assert!(!text.contains("<style"), "{page}");
        files.extend(loaded_by(&text));
    }
    for file in &files {
        check(file, &server.get(file).send().await.unwrap(), https);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_page_and_file_tells_browsers_the_same() {
    let shop = Shop::new().await;
    let (server, boss) = (shop.start("a").await, admin(&shop).await);
    try_routes(&server, &boss, false).await;
    try_pages(&server, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_on_https_says_so_for_good() {
    let shop = Shop::new().await.with("PUBLIC_URL", "https://shop.test");
    let server = shop.start("a").await;
    try_pages(&server, true).await;
    let refused = server.get("/api/orders").send().await.unwrap();
    check("/api/orders", &refused, true);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_named_origins_may_read_answers() {
    let shop = Shop::new().await.with("CORS_ORIGINS", "https://app.example");
    let server = shop.start("a").await;
    let allowed = async |origin: &str| {
        let answer = server.get("/api/products").header("Origin", origin).send().await.unwrap();
        answer.headers().get("access-control-allow-origin").map(|value| value.to_str().unwrap().to_owned())
    };
    assert_eq!(allowed("https://app.example").await.as_deref(), Some("https://app.example"));
    for other in ["https://evil.example", "http://app.example", "https://app.example.evil.example", "https://app.example:8443", "null"] {
        assert_eq!(allowed(other).await, None, "{other}");
    }
}
