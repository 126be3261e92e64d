//! Who may call what: every route has a row here, and is tried by everybody.

mod routes;

use actix_web::http::Method;
use actix_web::test::TestRequest;
use domain::accounts::staff_role::StaffRole;
use domain::catalog::ports::CatalogueChange;
use shop_http::openapi;
use shop_http::routing::rules::{Access, Confirmation, RouteRules};

pub(crate) use self::routes::{For, ROUTES};
use crate::open_shop::OpenShop;
use crate::people;
use crate::shop::Shop;
use crate::wire::By as _;

/// Everybody there is, by the token they send: the sample addresses are the customer's, and the stranger is another one. The
/// dead token is that of a user who logged out, was blocked, demoted or deleted: such sessions are revoked, which the
/// tests of the server try on all routes too.
const VISITORS: &[Option<&str>] = &[
    None,
    Some("garbage"),
    Some("dead"),
    Some("customer"),
    Some("stranger"),
    Some("admin"),
    Some("manager"),
    Some("fulfilment"),
    Some("support"),
    Some("content"),
];

/// The letter of the role of a member of staff in [`For::Staff`]; the token `admin` is an owner's.
fn role_of(token: &str) -> Option<char> {
    match token {
        "admin" => Some('O'),
        "manager" | "fulfilment" | "support" | "content" => token.to_uppercase().chars().next(),
        _ => None,
    }
}

/// The refusal that a route answers a visitor with, if any.
fn refusal(route: For, path: &str, token: Option<&str>) -> Option<u16> {
    let role = token.and_then(role_of);
    match (route, token) {
        // Owners and managers change other users.
        (For::Users, Some("stranger" | "fulfilment" | "support" | "content")) if path.contains("{email}") => Some(403),
        (For::Anyone, _) | (For::Users, Some("customer" | "stranger")) => None,
        (For::Users, _) if role.is_some() => None,
        (For::Staff(roles), Some(_)) if role.is_some_and(|role| roles.contains(role)) => None,
        (For::Staff(_), Some("customer" | "stranger")) => Some(403),
        (For::Staff(_), _) if role.is_some() => Some(403),
        (For::Users | For::Staff(_), _) => Some(401),
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
        .replace("{slug}", "about")
        .replace("{hash}", "9b2f4f")
        .replace("{doc}", "home")
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
        // Whether the customer's address was verified is asked after that.
        let allowed = (answer.status != 401 && answer.status != 403) || answer.text().contains("second_factor.unverified");
        // The owner of an address is compared only after the body is parsed.
        let garbled = refusal(route, path, *token) == Some(403) && route == For::Users && answer.status == 400 && body == "not JSON";
        // Whether staff need a second factor cannot be read, and is asked before the owner of the address.
        let unread = refusal(route, path, *token) == Some(403) && route == For::Users && token.and_then(role_of).is_some();
        let right =
            garbled || (unread && answer.status == 503) || refusal(route, path, *token).map_or(allowed, |status| status == answer.status);
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
        let row = row(method, path);
        match rules.access {
            Access::Public | Access::OptionalSession => assert_eq!(row, For::Anyone, "{method} {path}"),
            Access::SignedIn | Access::OwnAccount => assert_eq!(row, For::Users, "{method} {path}"),
            Access::Staff(permission) => {
                let letters = permission.holders().iter().filter_map(|role| role.name().chars().next());
                let letters: String = letters.collect();
                assert!(matches!(row, For::Staff(roles) if roles == letters), "{method} {path}: {row:?} but {letters}");
            }
        }
    }
}

/// The writes that may change what public pages and cached answers show; no other route changes it.
const CHANGES: &[(&str, &str, CatalogueChange)] = &[
    ("POST", "/api/orders", CatalogueChange::Stock),
    ("PUT", "/api/orders/{orderId}", CatalogueChange::Stock),
    ("POST", "/api/orders/{orderId}/fulfilment", CatalogueChange::Stock),
    ("POST", "/api/orders/{orderId}/cod-confirmation", CatalogueChange::Stock),
    ("POST", "/api/orders/{orderId}/cancel", CatalogueChange::Stock),
    ("POST", "/api/orders/cancel", CatalogueChange::Stock),
    // A blocking may cancel orders.
    ("PUT", "/api/users", CatalogueChange::Stock),
    ("POST", "/api/products", CatalogueChange::Content),
    ("PUT", "/api/products/update/{productId}", CatalogueChange::Content),
    ("DELETE", "/api/products/{productId}", CatalogueChange::Content),
    ("POST", "/api/products/import", CatalogueChange::Content),
    ("POST", "/api/products/{productId}/stock", CatalogueChange::Content),
    ("POST", "/api/reviews", CatalogueChange::Content),
    ("POST", "/api/reviews/update", CatalogueChange::Content),
    ("DELETE", "/api/reviews/delete/{_id}", CatalogueChange::Content),
    ("POST", "/api/admin/content/{doc}/publish", CatalogueChange::Content),
    // Reviews carry their authors' names and pictures.
    ("DELETE", "/api/users", CatalogueChange::Content),
    ("PUT", "/api/users/update/{email}", CatalogueChange::Content),
];

#[actix_web::test]
async fn a_refusal_names_the_roles_that_may() {
    let shop = Shop::new().open().await;
    let answer = shop.answer(TestRequest::get().uri("/api/users").by("content")).await;
    assert_eq!(answer.problem(403), "auth.role_forbidden");
    assert_eq!(answer.json()["detail"], "This needs the role Owner, Manager or Support.");
    assert_eq!(answer.json()["roles"], serde_json::json!(["owner", "manager", "support"]));
    let answer = shop.answer(TestRequest::get().uri("/api/users").by("customer")).await;
    assert_eq!(answer.problem(403), "auth.not_an_admin");
}

#[test]
fn only_owners_touch_staff_accounts_and_settings_of_the_owner() {
    for (path, method, rules) in openapi::routes().rules() {
        let is_owners = path.starts_with("/api/admin/theme")
            || path.starts_with("/api/admin/staff")
            || path == "/api/admin/checklist"
            || path == "/api/admin/backups"
            || path == "/api/admin/outbox/release"
            || path.starts_with("/api/admin/settings/") && !path.contains("/delivery");
        let Access::Staff(permission) = rules.access else {
            assert!(!is_owners, "{method} {path}");
            continue;
        };
        assert_eq!(permission.holders() == [StaffRole::Owner], is_owners, "{method} {path}");
    }
}

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

/// The routes whose session must be confirmed with the password; no other needs it.
const CONFIRMED: &[(&str, &str)] = &[
    ("DELETE", "/api/users"),
    ("POST", "/api/users/second-factor"),
    ("POST", "/api/users/second-factor/recovery-codes"),
    ("DELETE", "/api/users/second-factor"),
    ("PUT", "/api/admin/settings/security"),
    ("PUT", "/api/admin/settings/payments"),
    ("PUT", "/api/admin/staff/{email}"),
    ("DELETE", "/api/admin/staff/{email}"),
    ("POST", "/api/admin/staff/invitations"),
    ("DELETE", "/api/admin/staff/invitations/{id}"),
];

#[test]
fn every_route_declares_whether_its_session_must_be_confirmed() {
    for (path, method, rules) in openapi::routes().rules() {
        let expected = CONFIRMED.iter().any(|(m, p)| m == method && *p == path);
        assert_eq!(rules.confirmed == Confirmation::Recent, expected, "{method} {path}");
    }
}

/// The routes that staff reach who lack a second factor that is required of them.
const OWN_ACCOUNT: &[(&str, &str)] = &[
    ("POST", "/api/users/logout"),
    ("GET", "/api/users/userdetail"),
    ("GET", "/api/users/security"),
    ("POST", "/api/users/confirm"),
    ("GET", "/api/users/second-factor"),
    ("POST", "/api/users/second-factor"),
    ("POST", "/api/users/second-factor/enable"),
    ("POST", "/api/users/second-factor/recovery-codes"),
    ("DELETE", "/api/users/second-factor"),
    ("GET", "/api/users/sessions"),
    ("DELETE", "/api/users/sessions"),
    ("DELETE", "/api/users/sessions/{id}"),
];

#[test]
fn every_route_declares_whether_staff_without_a_required_second_factor_reach_it() {
    for (path, method, rules) in openapi::routes().rules() {
        let expected = OWN_ACCOUNT.iter().any(|(m, p)| m == method && *p == path);
        assert_eq!(rules.access == Access::OwnAccount, expected, "{method} {path}");
    }
}
