//! Who may call what: every route has a row here, and is tried by everybody.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use domain::catalog::ports::CatalogueChange;
use shop_http::openapi;
use shop_http::routing::rules::{Access, RouteRules};

use crate::open_shop::OpenShop;
use crate::people;
use crate::shop::Shop;
use crate::wire::By as _;

/// Whom a route is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum For {
    Anyone,
    Users,
    Admins,
}

/// Every route of the shop.
pub(crate) const ROUTES: &[(&str, &str, For)] = &[
    ("POST", "/api/users", For::Anyone),
    ("GET", "/api/users", For::Admins),
    ("PUT", "/api/users", For::Admins),
    ("DELETE", "/api/users", For::Admins),
    ("POST", "/api/users/login", For::Anyone),
    ("POST", "/api/users/google", For::Anyone),
    ("GET", "/api/users/google/config", For::Anyone),
    ("POST", "/api/users/forgot-password", For::Anyone),
    ("POST", "/api/users/reset-password", For::Anyone),
    ("POST", "/api/users/verify-email", For::Anyone),
    ("POST", "/api/users/verify-email/resend", For::Users),
    ("POST", "/api/users/logout", For::Users),
    ("PUT", "/api/users/update/{email}", For::Users),
    ("GET", "/api/users/activity", For::Admins),
    ("GET", "/api/users/userdetail", For::Users),
    ("GET", "/api/users/addresses", For::Users),
    ("POST", "/api/users/addresses", For::Users),
    ("PUT", "/api/users/addresses/{addressId}", For::Users),
    ("DELETE", "/api/users/addresses/{addressId}", For::Users),
    ("GET", "/api/products", For::Anyone),
    ("POST", "/api/products", For::Admins),
    ("GET", "/api/products/search/{text}", For::Anyone),
    ("GET", "/api/products/facets", For::Anyone),
    ("GET", "/api/products/suggestions", For::Anyone),
    ("GET", "/api/products/{productId}", For::Anyone),
    ("DELETE", "/api/products/{productId}", For::Admins),
    ("PUT", "/api/products/update/{productId}", For::Admins),
    ("GET", "/api/products/export", For::Admins),
    ("POST", "/api/products/import", For::Admins),
    ("POST", "/api/products/{productId}/stock", For::Admins),
    ("GET", "/api/products/{productId}/stock-movements", For::Admins),
    ("POST", "/api/orders/quote", For::Anyone),
    ("POST", "/api/orders", For::Users),
    ("GET", "/api/orders", For::Users),
    ("GET", "/api/orders/{orderId}", For::Users),
    ("PUT", "/api/orders/{orderId}", For::Admins),
    ("POST", "/api/orders/{orderId}/payments", For::Users),
    ("POST", "/api/orders/{orderId}/payment-method", For::Users),
    ("POST", "/api/payments/payhere/notify", For::Anyone),
    ("POST", "/api/orders/{orderId}/charges", For::Admins),
    ("POST", "/api/orders/{orderId}/refunds", For::Admins),
    ("POST", "/api/refunds/{refundId}/resolve", For::Admins),
    ("POST", "/api/orders/{orderId}/slips", For::Users),
    ("GET", "/api/orders/{orderId}/attachments/{slipId}", For::Users),
    ("POST", "/api/orders/{orderId}/slips/{slipId}/review", For::Admins),
    ("GET", "/api/admin/attention", For::Admins),
    ("GET", "/api/admin/slips", For::Admins),
    ("GET", "/api/admin/refunds", For::Admins),
    ("POST", "/api/admin/attention/{id}/close", For::Admins),
    ("GET", "/api/orders/revenue-stats", For::Admins),
    ("GET", "/api/admin/overview", For::Admins),
    ("GET", "/api/admin/waiting", For::Admins),
    ("GET", "/api/admin/orders/counts", For::Admins),
    ("GET", "/api/orders/{orderId}/events", For::Users),
    ("POST", "/api/orders/{orderId}/fulfilment", For::Admins),
    ("POST", "/api/orders/{orderId}/cod-confirmation", For::Admins),
    ("POST", "/api/orders/{orderId}/cancel", For::Users),
    ("POST", "/api/orders/{orderId}/notes", For::Admins),
    ("GET", "/api/admin/customers/{email}/purchases", For::Admins),
    ("GET", "/api/admin/audit", For::Admins),
    ("GET", "/api/admin/mails", For::Admins),
    ("GET", "/api/admin/mails/{kind}", For::Admins),
    ("GET", "/api/admin/settings/delivery", For::Admins),
    ("PUT", "/api/admin/settings/delivery", For::Admins),
    ("POST", "/api/admin/settings/delivery/preview", For::Admins),
    ("GET", "/api/admin/settings/payments", For::Admins),
    ("PUT", "/api/admin/settings/payments", For::Admins),
    ("GET", "/api/admin/settings/orders", For::Admins),
    ("GET", "/api/admin/settings/mails", For::Admins),
    ("PUT", "/api/admin/settings/orders", For::Admins),
    ("PUT", "/api/admin/settings/mails", For::Admins),
    ("GET", "/api/reviews", For::Anyone),
    ("POST", "/api/reviews", For::Users),
    ("POST", "/api/reviews/update", For::Users),
    ("DELETE", "/api/reviews/delete/{_id}", For::Admins),
    // The handler asks for an administrator where the picture is a product's.
    ("POST", "/api/images", For::Anyone),
    ("GET", "/images/{name}", For::Anyone),
    ("POST", "/api/contact", For::Anyone),
    ("GET", "/api/shop", For::Anyone),
    ("GET", "/api/openapi.json", For::Anyone),
    ("GET", "/healthz", For::Anyone),
    ("GET", "/readyz", For::Anyone),
];

/// Everybody there is, by the token they send: the sample addresses are the customer's, and the stranger is another one. The
/// dead token is that of a user who logged out, was blocked, demoted or deleted: such sessions are revoked, which the
/// tests of the server try on all routes too.
const VISITORS: &[Option<&str>] = &[None, Some("garbage"), Some("dead"), Some("customer"), Some("stranger"), Some("admin")];

/// The refusal that a route answers a visitor with, if any.
fn refusal(route: For, path: &str, token: Option<&str>) -> Option<u16> {
    match (route, token) {
        (For::Users, Some("stranger")) if path.contains("{email}") => Some(403),
        (For::Anyone, _) | (For::Users | For::Admins, Some("admin")) | (For::Users, Some("customer" | "stranger")) => None,
        (For::Admins, Some("customer" | "stranger")) => Some(403),
        (For::Users | For::Admins, _) => Some(401),
    }
}

/// The row of a route.
pub(crate) fn row(method: &Method, path: &str) -> For {
    let row = ROUTES.iter().find(|(m, p, _)| m == method && *p == path);
    row.unwrap_or_else(|| panic!("{method} {path} has no row: who may call it?")).2
}

/// The rules that a route declares.
pub(crate) fn rules(method: &Method, path: &str) -> RouteRules {
    openapi::routes().rules().find(|(p, m, _)| *m == method && *p == path).unwrap().2
}

pub(crate) fn sample(path: &str) -> String {
    path.replace("{email}", people::customer().user.email.as_str())
        .replace("{text}", "rose")
        .replace("{productId}", "SUN-50")
        .replace("{orderId}", "ARA-7K3M-Q9TX")
        .replace("{kind}", "placed")
        .replace("{refundId}", "ARA-7K3M-Q9TX-R1")
        .replace("{slipId}", "00000000-0000-0000-0000-000000000001")
        .replace("{id}", "1")
        .replace("{name}", "1772586000000-rose.webp")
        .replace("{addressId}", "00000000-0000-0000-0000-000000000001")
        .replace("{_id}", "00000000-0000-0000-0000-000000000001")
}

async fn try_all(shop: &OpenShop, method: &Method, path: &str, body: &str) {
    let route = row(if *method == Method::HEAD { &Method::GET } else { method }, path);
    for token in VISITORS {
        let request = TestRequest::default().method(method.clone()).uri(&sample(path));
        let request = request.insert_header(("Content-Type", "application/json")).set_payload(body.to_owned());
        let request = if let Some(token) = token { request.by(token) } else { request };
        let answer = shop.answer(request).await;
        let allowed = answer.status != 401 && answer.status != 403;
        // The owner of an address is compared only after the body is parsed.
        let garbled = *token == Some("stranger") && answer.status == 400 && body == "not JSON";
        let right = garbled || refusal(route, path, *token).map_or(allowed, |status| status == answer.status);
        assert!(right, "{method} {path} by {token:?} with {body:?}: {} {}", answer.status, answer.text());
    }
}

#[actix_web::test]
async fn every_route_lets_in_whom_it_is_for() {
    let shop = Shop::away().open().await;
    for (path, methods) in openapi::routes().routes() {
        for method in methods {
            // Who may not call is told so whatever they send.
            for body in ["{}", "not JSON"] {
                try_all(&shop, &method, &path, body).await;
            }
            if method == Method::GET {
                try_all(&shop, &Method::HEAD, &path, "").await;
            }
        }
    }
}

#[test]
fn every_row_is_a_route() {
    let routes = openapi::routes().routes();
    for (method, path, _) in ROUTES {
        let served = routes.iter().any(|(p, methods)| p == path && methods.iter().any(|m| m == method));
        assert!(served, "{method} {path} has a row but is no route");
    }
}

#[test]
fn every_route_declares_the_access_of_its_row() {
    for (path, method, rules) in openapi::routes().rules() {
        let declared = match rules.access {
            Access::Public | Access::OptionalSession => For::Anyone,
            Access::SignedIn => For::Users,
            Access::Admin => For::Admins,
        };
        assert_eq!(declared, row(method, path), "{method} {path}");
    }
}

/// The writes that may change what public pages and cached answers show; no other route changes it.
const CHANGES: &[(&str, &str, CatalogueChange)] = &[
    ("POST", "/api/orders", CatalogueChange::Stock),
    ("PUT", "/api/orders/{orderId}", CatalogueChange::Stock),
    ("POST", "/api/orders/{orderId}/fulfilment", CatalogueChange::Stock),
    ("POST", "/api/orders/{orderId}/cod-confirmation", CatalogueChange::Stock),
    ("POST", "/api/orders/{orderId}/cancel", CatalogueChange::Stock),
    ("POST", "/api/products", CatalogueChange::Content),
    ("PUT", "/api/products/update/{productId}", CatalogueChange::Content),
    ("DELETE", "/api/products/{productId}", CatalogueChange::Content),
    ("POST", "/api/products/import", CatalogueChange::Content),
    ("POST", "/api/products/{productId}/stock", CatalogueChange::Content),
    ("POST", "/api/reviews", CatalogueChange::Content),
    ("POST", "/api/reviews/update", CatalogueChange::Content),
    ("DELETE", "/api/reviews/delete/{_id}", CatalogueChange::Content),
    // Reviews carry their authors' names and pictures.
    ("DELETE", "/api/users", CatalogueChange::Content),
    ("PUT", "/api/users/update/{email}", CatalogueChange::Content),
];

#[test]
fn every_route_declares_what_it_changes_of_the_catalogue() {
    for (path, method, rules) in openapi::routes().rules() {
        let expected = CHANGES.iter().find(|(m, p, _)| m == method && *p == path).map(|row| row.2);
        assert_eq!(rules.changes, expected, "{method} {path}");
    }
}

#[actix_web::test]
async fn only_a_well_formed_authorization_header_counts() {
    let shop = Shop::new().open().await;
    let with = |value: &str| TestRequest::get().uri("/api/users/userdetail").insert_header(("Authorization", value.to_owned()));
    for good in ["Bearer customer", "bearer customer", "BEARER  customer"] {
        assert_eq!(shop.answer(with(good)).await.status, 200, "{good}");
    }
    for bad in ["customer", "Basic customer", "Bearer", "Bearer garbage", ""] {
        assert_eq!(shop.answer(with(bad)).await.status, 401, "{bad}");
    }
    let twice = with("Bearer customer").append_header(("Authorization", "Bearer admin"));
    assert_eq!(shop.answer(twice).await.status, 401);
}
