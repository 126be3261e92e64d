//! The OpenAPI document has exactly the calls of the contract.

use std::collections::BTreeSet;

use domain::delivery::tracking::TrackingTemplate;
use domain::orders::tracking_url::TrackingUrl;
use regex_lite::Regex;
use serde_json::Value;
use test_harness::answer::Ask as _;

use crate::shop::Shop;

/// Calls that anyone may make.
const PUBLIC: [&str; 30] = [
    "get /api/content",
    "get /api/pages/{slug}",
    "get /theme/{hash}.css",
    "get /api/openapi.json",
    "get /api/products",
    "get /api/products/facets",
    "get /api/products/search/{text}",
    "get /api/products/suggestions",
    "get /api/products/{productId}",
    "get /api/reviews",
    "get /api/setup",
    "get /api/shop",
    "get /api/users/google/config",
    "get /healthz",
    "get /images/{name}",
    "get /readyz",
    "post /api/contact",
    "post /api/images",
    "post /api/orders/quote",
    "post /api/payments/payhere/notify",
    "post /api/setup",
    "post /api/staff/accept",
    "post /api/staff/invitation",
    "post /api/users",
    "post /api/users/forgot-password",
    "post /api/users/google",
    "post /api/users/login",
    "post /api/users/reset-password",
    "post /api/users/sign-in-alert",
    "post /api/users/verify-email",
];

/// Calls that need a session.
const SIGNED_IN: [&str; 94] = [
    "get /api/admin/content",
    "get /api/admin/content/{doc}",
    "get /api/admin/content/{doc}/versions",
    "post /api/admin/content/{doc}/publish",
    "post /api/admin/content/{doc}/restore",
    "post /api/admin/theme/derive",
    "put /api/admin/content/{doc}",
    "delete /api/admin/staff/invitations/{id}",
    "delete /api/admin/staff/{email}",
    "delete /api/products/{productId}",
    "delete /api/reviews/delete/{_id}",
    "delete /api/users",
    "get /api/admin/attention",
    "get /api/admin/couriers",
    "delete /api/users/addresses/{addressId}",
    "delete /api/users/second-factor",
    "delete /api/users/sessions",
    "delete /api/users/sessions/{id}",
    "get /api/admin/audit",
    "get /api/admin/backups",
    "get /api/admin/checklist",
    "get /api/admin/customers/{email}/purchases",
    "get /api/admin/mails",
    "get /api/admin/mails/{kind}",
    "get /api/admin/outbox",
    "get /api/admin/messages",
    "get /api/admin/orders/counts",
    "get /api/admin/overview",
    "get /api/admin/refunds",
    "get /api/admin/settings/delivery",
    "get /api/admin/settings/mails",
    "get /api/admin/settings/orders",
    "get /api/admin/settings/payments",
    "get /api/admin/settings/security",
    "get /api/admin/slips",
    "get /api/admin/staff",
    "get /api/admin/staff/invitations",
    "get /api/admin/waiting",
    "get /api/orders",
    "get /api/orders/revenue-stats",
    "get /api/orders/{orderId}",
    "get /api/orders/{orderId}/attachments/{slipId}",
    "get /api/orders/{orderId}/events",
    "get /api/products/export",
    "get /api/products/{productId}/stock-movements",
    "get /api/users",
    "get /api/users/activity",
    "get /api/users/addresses",
    "get /api/users/second-factor",
    "get /api/users/security",
    "get /api/users/sessions",
    "get /api/users/userdetail",
    "post /api/admin/attention/{id}/close",
    "post /api/admin/outbox/release",
    "post /api/admin/settings/delivery/preview",
    "post /api/orders",
    "post /api/orders/cancel",
    "post /api/orders/{orderId}/cancel",
    "post /api/orders/{orderId}/cod-confirmation",
    "post /api/orders/{orderId}/fulfilment",
    "post /api/orders/{orderId}/notes",
    "post /api/orders/{orderId}/charges",
    "post /api/orders/{orderId}/payment-method",
    "post /api/orders/{orderId}/payments",
    "post /api/orders/{orderId}/refunds",
    "post /api/orders/{orderId}/slips",
    "post /api/orders/{orderId}/slips/{slipId}/review",
    "post /api/products",
    "post /api/products/import",
    "post /api/products/{productId}/stock",
    "post /api/refunds/{refundId}/resolve",
    "post /api/reviews",
    "post /api/reviews/update",
    "post /api/users/addresses",
    "post /api/users/confirm",
    "post /api/users/logout",
    "post /api/users/second-factor",
    "post /api/users/second-factor/enable",
    "post /api/users/second-factor/recovery-codes",
    "post /api/users/verify-email/resend",
    "put /api/admin/messages/{id}",
    "put /api/admin/settings/delivery",
    "put /api/admin/settings/mails",
    "put /api/admin/settings/orders",
    "put /api/admin/settings/payments",
    "post /api/admin/staff/invitations",
    "put /api/admin/settings/security",
    "put /api/admin/staff/{email}",
    "put /api/orders/{orderId}",
    "put /api/orders/{orderId}/parcel",
    "put /api/products/update/{productId}",
    "put /api/users",
    "put /api/users/addresses/{addressId}",
    "put /api/users/update/{email}",
];

/// Whether the document demands a token for a call.
fn needs_token(operation: &Value) -> bool {
    let ways = operation["security"].as_array();
    ways.is_some_and(|ways| !ways.is_empty() && ways.iter().all(|way| way.get("bearer").is_some()))
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_of_the_contract_is_documented_and_served() {
    let shop = Shop::new().await;
    let printed = shop.run("a", &["openapi"]).await;
    assert!(printed.status.success(), "{printed:?}");
    let document: Value = serde_json::from_str(&printed.stdout).unwrap();
    let mut calls: [BTreeSet<String>; 2] = Default::default();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            calls[usize::from(needs_token(operation))].insert(format!("{method} {path}"));
        }
    }
    let expected = [PUBLIC.map(String::from).into(), SIGNED_IN.map(String::from).into()];
    let (missing, surplus) = (difference(&expected, &calls), difference(&calls, &expected));
    assert!(missing.is_empty() && surplus.is_empty(), "missing: {missing:?}, not in the contract: {surplus:?}");

    let server = shop.start("a").await;
    assert_eq!(server.get("/api/openapi.json").ask().await.expect_status(200), document);
}

/// The public and the other calls that are in one document only.
fn difference(one: &[BTreeSet<String>; 2], other: &[BTreeSet<String>; 2]) -> Vec<String> {
    let [public, signed_in] = one;
    let public = public.difference(&other[0]).map(|call| format!("{call} for anyone"));
    public.chain(signed_in.difference(&other[1]).map(|call| format!("{call} with a token"))).collect()
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
