//! What holds for every request: addresses, methods, media types, sizes, names and headers.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use domain::shared::ports::PortError;
use serde_json::json;
use shop_http::openapi;

use crate::shop::Shop;
use crate::wire::{By as _, get, post};

#[actix_web::test]
async fn unknown_addresses_are_not_found() {
    let shop = Shop::new().open().await;
    for path in ["/api", "/api/", "/api/nothing", "/api/users/", "/api/products/a/b", "/api/products/search/", "/images/../api/x"] {
        assert_eq!(shop.answer(get(path)).await.problem(404), "request.no_such_route", "{path}");
    }
}

#[actix_web::test]
async fn other_methods_are_refused_with_allow_whoever_asks() {
    let shop = Shop::new().open().await;
    for (path, methods) in openapi::routes().routes() {
        let mut allowed: Vec<String> = methods.iter().map(ToString::to_string).collect();
        if methods.contains(&Method::GET) {
            allowed.push("HEAD".into());
        }
        for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS, Method::TRACE] {
            if methods.contains(&method) {
                continue;
            }
            let answer = shop.answer(TestRequest::default().method(method.clone()).uri(&path.replace(['{', '}'], ""))).await;
            assert_eq!(answer.problem(405), "request.method_not_allowed", "{method} {path}");
            assert_eq!(answer.header("allow"), allowed.join(", "), "{method} {path}");
        }
    }
}

#[actix_web::test]
async fn what_is_given_twice_is_refused_by_name() {
    let shop = Shop::new().open().await;
    for path in ["/api/products", "/api/products/facets", "/api/products/search/rose", "/api/reviews", "/images/rose.webp"] {
        let answer = shop.answer(get(&format!("{path}?limit=&limit=6&utm=1&utm=2"))).await;
        assert_eq!(answer.problem(422), "request.invalid", "{path}");
        assert_eq!(answer.json()["errors"], json!({"limit": ["may be given once only"]}), "{path}");
    }
}

fn login(content_type: &str, body: impl Into<actix_web::web::Bytes>) -> TestRequest {
    TestRequest::post().uri("/api/users/login").insert_header(("Content-Type", content_type)).set_payload(body)
}

#[actix_web::test]
async fn bodies_are_json_of_a_decent_size() {
    let shop = Shop::new().open().await;
    for broken in ["", "{", "{\"email\": }", "{} {}", "\u{feff}{}", "[1,]"] {
        let answer = shop.answer(login("application/json", broken)).await;
        assert_eq!(answer.problem(400), "request.not_json", "{broken}");
        assert!(!answer.text().contains("line") && !answer.text().contains("column"), "{}", answer.text());
    }
    assert_eq!(shop.answer(login("application/json", vec![b'{', 0xff, b'}'])).await.problem(400), "request.not_json");
    let large = format!("{{\"email\":\"{}\"}}", "x".repeat(64 * 1024));
    assert_eq!(shop.answer(login("application/json", large)).await.problem(413), "request.too_large");
    let announced = login("application/json", "{}").insert_header(("Content-Length", "65537"));
    assert_eq!(shop.answer(announced).await.problem(413), "request.too_large", "before it has come");
    for kind in ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp", "multipart/form-data; boundary=x"] {
        assert_eq!(shop.answer(login(kind, "{}")).await.problem(415), "request.unsupported_media_type", "{kind}");
    }
    let gzip = login("application/json", "{}").insert_header(("Content-Encoding", "gzip"));
    assert_eq!(shop.answer(gzip).await.problem(415), "request.unsupported_encoding");
    for kind in ["application/json; charset=utf-8", "Application/JSON"] {
        assert_eq!(shop.answer(login(kind, "{}")).await.problem(422), "request.invalid", "{kind}");
    }
}

#[actix_web::test]
async fn values_of_the_wrong_type_are_named_without_the_parsers_words() {
    let shop = Shop::new().open().await;
    for (body, field, sentence) in [
        (json!([]), "body", "must be an object"),
        (json!(["a@b.lk", "x"]), "body", "must be an object"),
        (json!(["a@b.lk", "x", 1]), "body", "must be an object"),
        (json!({"email": 7, "password": "x"}), "email", "must be a text"),
        (json!({"email": {"$ne": null}, "password": "x"}), "email", "must be a text"),
    ] {
        let errors = shop.answer(post("/api/users/login", &body)).await.field_errors();
        assert_eq!(errors, [(field.to_owned(), sentence.to_owned())], "{body}");
    }
    let quote = json!({"orderedItems": [["ARA-1", 2]]});
    let errors = shop.answer(post("/api/orders/quote", &quote)).await.field_errors();
    assert_eq!(errors, [("orderedItems[0]".to_owned(), "must be an object".to_owned())]);
    let shade = json!({"productName": "Rose", "shade": ["Red", "#A6202F"]});
    let errors = shop.answer(post("/api/products", &shade).by("admin")).await.field_errors();
    assert_eq!(errors, [("shade".to_owned(), "must be an object".to_owned())]);
    let deep = format!("{}1{}", "[".repeat(500), "]".repeat(500));
    let answer = shop.answer(login("application/json", format!("{{\"x\": {deep}}}"))).await;
    assert!(matches!(answer.status, 400 | 422), "{}", answer.text());
}

#[actix_web::test]
async fn the_shop_being_away_is_told_without_details() {
    let mut shop = Shop::new();
    shop.search.expect_find().returning(|_| Err(PortError::unavailable("could not connect to 10.1.2.3:5432").into()));
    let answer = shop.answer(get("/api/products")).await;
    assert_eq!((answer.problem(503).as_str(), answer.header("retry-after")), ("service.unavailable", "2"));
    assert!(!answer.text().contains("10.1.2.3") && !answer.text().contains("connect"), "{}", answer.text());
}

#[actix_web::test]
async fn requests_have_names() {
    let shop = Shop::new().open().await;
    let name = async |given: &str| {
        let answer = shop.answer(get("/api/shop").insert_header(("X-Request-Id", given))).await;
        answer.header("x-request-id").to_owned()
    };
    assert_eq!(name("0123abcd-EF").await, "0123abcd-EF");
    let mut drawn = std::collections::BTreeSet::new();
    for unfit in ["", "short", "has spaces in it", "<script>alert(1)</script>", &"x".repeat(65)] {
        let id = name(unfit).await;
        assert!(id.len() == 32 && id.bytes().all(|b| b.is_ascii_hexdigit()), "{id}");
        drawn.insert(id);
    }
    assert_eq!(drawn.len(), 5);
}

#[actix_web::test]
async fn every_answer_carries_the_security_headers() {
    let shop = Shop::away().await.open().await;
    let preflight = TestRequest::default().method(Method::OPTIONS).uri("/api/products");
    let preflight = preflight.insert_header(("Origin", "https://app.example")).insert_header(("Access-Control-Request-Method", "GET"));
    for request in
        [get("/api/shop"), get("/api/products"), get("/api/nothing"), get("/api/users"), post("/api/shop", &json!({})), preflight]
    {
        let answer = shop.answer(request).await;
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("x-frame-options"), "DENY");
        assert_eq!(answer.header("referrer-policy"), "strict-origin-when-cross-origin");
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'; script-src 'self';"));
        assert!(!answer.header("content-security-policy").contains("unsafe"));
        assert_eq!(answer.header("strict-transport-security"), "max-age=31536000; includeSubDomains");
        assert!(!answer.header("x-request-id").is_empty());
    }
    let mut plain = Shop::new();
    plain.config.public_url = "http://127.0.0.1:8080".into();
    assert_eq!(plain.answer(get("/api/shop")).await.header("strict-transport-security"), "");
}

fn preflight(origin: &str, method: &str, headers: &str) -> TestRequest {
    TestRequest::default()
        .method(Method::OPTIONS)
        .uri("/api/orders")
        .insert_header(("Origin", origin.to_owned()))
        .insert_header(("Access-Control-Request-Method", method.to_owned()))
        .insert_header(("Access-Control-Request-Headers", headers.to_owned()))
}

#[actix_web::test]
async fn a_named_origin_may_call() {
    let shop = Shop::new().open().await;
    let asked = shop.answer(preflight("https://app.example", "POST", "authorization, content-type, idempotency-key")).await;
    assert_eq!((asked.status, asked.header("access-control-allow-origin")), (200, "https://app.example"));
    assert!(asked.header("access-control-allow-methods").contains("DELETE"));
    assert!(asked.header("access-control-allow-headers").to_lowercase().contains("idempotency-key"));
    assert_eq!((asked.header("access-control-allow-credentials"), asked.header("access-control-max-age")), ("", "3600"));
    let answer = shop.answer(get("/api/shop").insert_header(("Origin", "https://app.example"))).await;
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, "https://app.example"));
    let exposed = answer.header("access-control-expose-headers").to_lowercase();
    for header in ["x-total-count", "x-search-corrected", "link", "x-request-id", "etag", "retry-after", "idempotent-replayed"] {
        assert!(exposed.contains(header), "{header} in {exposed}");
    }
    let refused = shop.answer(get("/api/users").insert_header(("Origin", "https://app.example"))).await;
    assert_eq!((refused.status, refused.header("access-control-allow-origin")), (401, "https://app.example"), "scripts may read refusals");
}

#[actix_web::test]
async fn other_origins_may_not() {
    let shop = Shop::new().open().await;
    for origin in ["https://evil.example", "http://app.example", "https://app.example.evil.example", "https://app.example:8443", "null"] {
        let asked = shop.answer(preflight(origin, "POST", "authorization")).await;
        assert_eq!((asked.problem(400).as_str(), asked.header("access-control-allow-origin")), ("request.malformed", ""), "{origin}");
        let answer = shop.answer(get("/api/shop").insert_header(("Origin", origin))).await;
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, ""), "{origin}");
    }
    let mut closed = Shop::new();
    closed.config.cors_origins.clear();
    let asked = closed.answer(preflight("https://app.example", "POST", "authorization")).await;
    assert_eq!((asked.problem(405).as_str(), asked.header("access-control-allow-origin")), ("request.method_not_allowed", ""));
}
