//! How often one may ask, over the wire.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use serde_json::json;
use shop_http::middleware::rate_limit::RateLimits;
use shop_http::openapi;
use shop_http::routing::rules::{Access, Limit};

use crate::access::sample;
use crate::open_shop::OpenShop;
use crate::people::customer;
use crate::shop::Shop;
use crate::wire::{By as _, get, post, put};

async fn limited() -> OpenShop {
    let mut shop = Shop::away().await;
    shop.config.rate_limit_scale = 1.0;
    shop.open().await
}

/// How many of these go through before one is refused.
async fn burst(shop: &OpenShop, request: impl Fn() -> TestRequest) -> usize {
    for count in 0..=200 {
        let answer = shop.answer(request()).await;
        if answer.status == 429 {
            assert_eq!(answer.problem(429), "request.too_many");
            assert!(answer.header("retry-after").parse::<u32>().unwrap() >= 1);
            return count;
        }
    }
    panic!("nothing was refused");
}

fn from(address: &str, request: TestRequest) -> TestRequest {
    request.peer_addr(format!("{address}:4711").parse().unwrap())
}

#[actix_web::test]
async fn each_call_has_its_own_allowance() {
    let shop = limited().await;
    for (path, count) in [
        ("/api/users/login", 10),
        ("/api/users/google", 10),
        ("/api/users/forgot-password", 10),
        ("/api/users/reset-password", 10),
        ("/api/users", 5),
        ("/api/contact", 5),
        ("/api/products/import", 10),
        ("/api/orders/quote", 100),
    ] {
        assert_eq!(burst(&shop, || post(path, &json!({}))).await, count, "{path}");
    }
    // 100 at once; 5 a second are allowed again meanwhile.
    let reads = burst(&shop, || get("/api/users/google/config")).await;
    assert!((100..120).contains(&reads), "{reads}");
    assert_eq!(shop.answer(get("/api/shop")).await.status, 429, "all reads are counted together");
    assert_eq!(shop.answer(TestRequest::default().method(Method::HEAD).uri("/api/shop")).await.status, 429);
    assert_eq!(shop.answer(get("/healthz")).await.status, 200, "a load balancer may ask at any time");
}

#[actix_web::test]
async fn no_spelling_of_an_address_escapes() {
    let shop = limited().await;
    burst(&shop, || post("/api/users/login", &json!({}))).await;
    for path in ["/api/users/login?x=1", "/api/users/%6cogin", "/api/%75sers/login"] {
        assert_eq!(shop.answer(post(path, &json!({}))).await.status, 429, "{path}");
    }
}

#[actix_web::test]
async fn addresses_are_counted_apart_and_only_a_proxy_is_believed() {
    let shop = limited().await;
    let login = || post("/api/users/login", &json!({}));
    assert_eq!(burst(&shop, || from("203.0.113.1", login())).await, 10);
    assert_eq!(shop.answer(from("203.0.113.2", login())).await.status, 422);
    let claiming = from("203.0.113.1", login()).insert_header(("X-Forwarded-For", "198.51.100.9"));
    assert_eq!(shop.answer(claiming).await.status, 429, "any client can send that header");
    let behind = |client: &str| from("10.0.0.1", login()).insert_header(("X-Forwarded-For", format!("6.6.6.6, {client}")));
    assert_eq!(shop.answer(behind("203.0.113.1")).await.status, 429);
    assert_eq!(shop.answer(behind("198.51.100.9")).await.status, 422);
    let odd = from("10.0.0.1", login()).insert_header(("X-Forwarded-For", "é, 203.0.113.1"));
    assert_eq!(shop.answer(odd).await.status, 429, "what stands further left hides nothing");
}

#[actix_web::test]
async fn new_passwords_are_counted_per_user_and_other_details_are_not() {
    let shop = limited().await;
    let email = customer().user.email;
    let change = |body: serde_json::Value| put(&format!("/api/users/update/{email}"), &body).by("customer");
    assert_eq!(burst(&shop, || change(json!({"password": "frangipani by the sea"}))).await, 10);
    assert_ne!(shop.answer(change(json!({"firstName": "Kasun"}))).await.status, 429);
}

#[actix_web::test]
async fn changes_of_details_and_reviews_are_counted_together_per_user() {
    let email = customer().user.email;
    let profile = || put(&format!("/api/users/update/{email}"), &json!({"firstName": "Kasun"})).by("customer");
    let review = json!({"reviewId": "00000000-0000-0000-0000-000000000007", "rating": 5, "comment": "Good"});
    let write = || post("/api/reviews", &review).by("customer");
    let edit = || post("/api/reviews/update", &review).by("customer");
    for change in [&profile as &dyn Fn() -> TestRequest, &write, &edit] {
        let shop = limited().await;
        assert_eq!(burst(&shop, change).await, 30);
        for other in [profile(), write(), edit(), from("198.51.100.1", edit())] {
            assert_eq!(shop.answer(other).await.status, 429);
        }
        assert_eq!(shop.answer(post("/api/reviews", &review).by("admin")).await.status, 503, "others go on");
    }
}

#[actix_web::test]
async fn orders_are_counted_per_user() {
    let shop = limited().await;
    let order = |token: &str| post("/api/orders", &json!({})).by(token);
    assert_eq!(burst(&shop, || order("customer")).await, 10);
    assert_eq!(shop.answer(from("198.51.100.1", order("customer"))).await.status, 429, "wherever they are");
    assert_eq!(shop.answer(order("admin")).await.status, 422);
}

/// The callers that a limit counts apart, by their tokens.
fn callers(access: Access, limit: Limit) -> Vec<Option<&'static str>> {
    match (access, limit) {
        (_, Limit::Unlimited | Limit::PerAddress(_)) => vec![None],
        (_, Limit::PerCaller { .. }) => vec![None, Some("customer"), Some("admin")],
        (Access::Staff(_), Limit::PerUser(_)) => vec![Some("admin")],
        (_, Limit::PerUser(_)) => vec![Some("customer"), Some("admin")],
    }
}

#[actix_web::test]
async fn every_declared_limit_is_enforced_and_no_other() {
    let mut state = Shop::away().await.state();
    for (path, method, rules) in openapi::routes().rules() {
        for caller in callers(rules.access, rules.limit) {
            // Every rule allows one request.
            state.rate_limits = RateLimits::new(0.001);
            let shop = OpenShop::of(state.clone()).await;
            let call = || {
                let request = TestRequest::default().method(method.clone()).uri(&sample(path));
                let request = request.insert_header(("Content-Type", "application/json")).set_payload("{}");
                if let Some(token) = caller { request.by(token) } else { request }
            };
            assert_ne!(shop.answer(call()).await.status, 429, "{method} {path} by {caller:?}");
            let second = shop.answer(call()).await;
            assert_eq!(second.status == 429, rules.limit != Limit::Unlimited, "{method} {path} by {caller:?}: {}", second.status);
        }
    }
}

#[test]
fn every_public_write_and_every_read_is_limited() {
    for (path, method, rules) in openapi::routes().rules() {
        let is_health_check = ["/healthz", "/readyz"].contains(&path);
        let is_picture = path == "/images/{name}";
        let ends_a_session = path == "/api/users/logout";
        let by_an_administrator = matches!(rules.access, Access::Staff(_)) && *method != Method::GET;
        if !(is_health_check || is_picture || ends_a_session || by_an_administrator) {
            assert_ne!(rules.limit, Limit::Unlimited, "{method} {path}");
        }
    }
}
