//! The access, limit and effect that each route declares, and that access is decided before anything else. The access matrix of the
//! program's tests calls each route with real objects.

use std::fmt::Write as _;

use actix_web::http::Method;
use actix_web::test::TestRequest;
use domain::accounts::staff_role::StaffRole;
use serde_json::json;
use shop_http::openapi;
use shop_http::routing::rules::Access;

use crate::shop::Shop;
use crate::wire::By as _;

/// The rules of all routes. A wanted change: `UPDATE_ROUTES=1`, and review the difference.
const ROUTES: &str = "tests/api/access/routes.txt";

#[test]
fn the_rules_of_the_routes_are_those_that_were_reviewed() {
    let table = openapi::routes();
    let mut listed = String::new();
    for (path, method, rules) in table.rules() {
        let roles = match rules.access {
            Access::Staff(permission) => permission.holders().iter().filter_map(|role| role.name().get(..1)).collect(),
            _ => String::new(),
        };
        write!(listed, "{method} {path}: {:?} {roles}; {:?}", rules.access, rules.limit).unwrap();
        writeln!(listed, "; changes {:?}; confirmation {:?}", rules.changes, rules.confirmed).unwrap();
    }
    if std::env::var_os("UPDATE_ROUTES").is_some() {
        std::fs::write(ROUTES, &listed).unwrap();
    }
    let reviewed = std::fs::read_to_string(ROUTES).unwrap();
    let of_other = |one: &str, other: &str| one.lines().filter(|line| !other.contains(line)).collect::<Vec<_>>().join("\n");
    assert!(listed == reviewed, "declared:\n{}\nreviewed:\n{}", of_other(&listed, &reviewed), of_other(&reviewed, &listed));
}

/// The senders of the requests, by their tokens. The session of `dead` has ended.
const TOKENS: [Option<&str>; 9] = [
    None,
    Some("garbage"),
    Some("dead"),
    Some("customer"),
    Some("admin"),
    Some("manager"),
    Some("fulfilment"),
    Some("support"),
    Some("content"),
];

/// The refusal by the declared access, if any.
fn refusal(access: Access, token: Option<&str>) -> Option<u16> {
    let role = token.and_then(|token| if token == "admin" { Some(StaffRole::Owner) } else { StaffRole::parse(token) });
    let is_signed_in = role.is_some() || token == Some("customer");
    match access {
        Access::Public | Access::OptionalSession => None,
        _ if !is_signed_in => Some(401),
        Access::SignedIn | Access::OwnAccount | Access::OrderHolder | Access::Buyer => None,
        Access::Staff(permission) => (!role.is_some_and(|role| role.may(permission))).then_some(403),
    }
}

/// No port but the session's is called: the mocks of this shop expect nothing else.
#[actix_web::test]
async fn access_is_refused_before_the_body_and_the_path_are_read() {
    let (shop, head) = (Shop::new().open().await, Method::HEAD);
    for (path, method, rules) in openapi::routes().rules() {
        let heads = (method == Method::GET).then_some(&head);
        for (token, method) in TOKENS.into_iter().flat_map(|token| [Some(method), heads].into_iter().flatten().map(move |m| (token, m))) {
            let Some(status) = refusal(rules.access, token) else { continue };
            for body in ["{}", "not JSON"] {
                let request = TestRequest::default().method(method.clone()).uri(&sample(path));
                let request = request.insert_header(("Content-Type", "application/json")).set_payload(body);
                let answer = shop.answer(token.into_iter().fold(request, TestRequest::by)).await;
                assert_eq!(answer.status, status, "{method} {path} by {token:?} with {body:?}: {}", answer.text());
                if let (Access::Staff(permission), 403, &Method::GET) = (rules.access, status, method) {
                    let roles: Vec<_> = permission.holders().iter().map(|role| role.as_str()).collect();
                    let is_staff = token != Some("customer");
                    assert_eq!(answer.problem(403), if is_staff { "auth.role_forbidden" } else { "auth.not_an_admin" });
                    assert!(!is_staff || answer.json()["roles"] == json!(roles), "{path}: {}", answer.text());
                }
            }
        }
    }
}

/// A path of the route. Its parameters name nothing.
pub(crate) fn sample(path: &str) -> String {
    let mut parts = path.split('{');
    let start = parts.next().unwrap().to_owned();
    parts.fold(start, |path, part| format!("{path}1{}", part.split_once('}').unwrap().1))
}

#[actix_web::test]
async fn a_refusal_names_the_roles_that_may() {
    let shop = Shop::new().open().await;
    let answer = shop.answer(TestRequest::get().uri("/api/users").by("content")).await;
    assert_eq!(answer.json()["detail"], "This needs the role Owner, Manager or Support.");
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
