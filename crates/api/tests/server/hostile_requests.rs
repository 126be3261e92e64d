//! Hostile requests: each is refused with a problem of the contract, and none stops or delays the shop.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;

use crate::raw_http::{RawAnswer, answer_on, answer_to, connect_from};
use crate::shop::Shop;
use crate::users::customer;

/// A request with these header lines besides `Host`.
fn request(line: &str, headers: &[&str], body: &str) -> Vec<u8> {
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    format!("{line} HTTP/1.1\r\nHost: shop.test\r\n{headers}\r\n{body}").into_bytes()
}

/// A JSON body for the login.
fn login(headers: &[&str], body: &str) -> Vec<u8> {
    let length = format!("Content-Length: {}", body.len());
    let headers = [&["Content-Type: application/json", length.as_str()][..], headers].concat();
    request("POST /api/users/login", &headers, body)
}

async fn is_refused(server: &Instance, bytes: &[u8], status: u16, code: &str) {
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
    let answer = answer_to(server, bytes).await;
    assert_eq!((answer.status, answer.problem_code().as_str()), (status, code), "{shown}");
}

/// A request that is no HTTP gets a bare status, or a problem if it reached the shop.
async fn is_malformed(server: &Instance, bytes: &[u8]) {
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
    let answer = answer_to(server, bytes).await;
    assert_eq!(answer.status, 400, "{shown}");
    assert!(answer.is_bare() || answer.problem_code() == "request.malformed", "{shown}: {answer:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_http_is_malformed() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let no_host = b"GET /healthz HTTP/1.1\r\n\r\n".to_vec();
    let tls_hello = [&[0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3][..], &[0; 50]].concat();
    let malformed = [
        b"MAKE ME A CAKE\r\n\r\n".to_vec(),
        b"GET /healthz\r\n\r\n".to_vec(),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
        tls_hello,
        no_host,
        request("GET /healthz", &["Host: other.test"], ""),
        request("GET /healthz", &["X: a\0b"], ""),
        request("GET /healthz", &["X: a\r\n b"], ""),
        request("GET /healthz", &["Content-Length : 0"], ""),
        request("GET /api/products/\0", &[], ""),
        b"GET /api/products/\xff\xfe HTTP/1.1\r\nHost: shop.test\r\n\r\n".to_vec(),
        // The length of a body must never be ambiguous.
        request("POST /api/users/login", &["Content-Length: 2", "Content-Length: 3"], "{}x"),
        request("POST /api/users/login", &["Content-Length: 2", "Content-Length: 2"], "{}"),
        request("POST /api/users/login", &["Content-Length: -1"], ""),
        request("POST /api/users/login", &["Content-Length: +2"], "{}"),
        request("POST /api/users/login", &["Content-Length: 2", "Transfer-Encoding: chunked"], "0\r\n\r\n"),
        request("POST /api/users/login", &["Transfer-Encoding: gzip, chunked"], "0\r\n\r\n"),
        request("POST /api/users/login", &["Transfer-Encoding: xchunked"], "0\r\n\r\n"),
    ];
    for bytes in malformed {
        is_malformed(&server, &bytes).await;
    }
    for chunk in ["zz\r\n\r\n", "ffffffffffffffffff\r\n\r\n", "-1\r\n\r\n"] {
        let broken = request("POST /api/users/login", &["Content-Type: application/json", "Transfer-Encoding: chunked"], chunk);
        is_refused(&server, &broken, 400, "request.broken_body").await;
    }
    server.get("/healthz").ask().await.expect_status(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_large_is_refused_before_it_is_read() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let wide = format!("X: {}", "a".repeat(200_000));
    let many = vec!["A: b"; 200];
    for headers in [vec![wide.as_str()], many] {
        let answer = answer_to(&server, &request("GET /healthz", &headers, "")).await;
        assert!(answer.status == 431 && answer.is_bare(), "{answer:?}");
    }
    assert!((400..500).contains(&answer_to(&server, &request(&format!("GET /{}", "a".repeat(70_000)), &[], "")).await.status));

    let announced = ["Content-Type: application/json", "Content-Length: 99999999"];
    is_refused(&server, &request("POST /api/users/login", &announced, "{"), 413, "request.too_large").await;
    let large = format!("{{\"email\":\"{}\"}}", "x".repeat(65_536));
    let chunked = format!("{:x}\r\n{large}\r\n0\r\n\r\n", large.len());
    let unannounced = ["Content-Type: application/json", "Transfer-Encoding: chunked"];
    is_refused(&server, &request("POST /api/users/login", &unannounced, &chunked), 413, "request.too_large").await;
    let upload = ["Content-Type: multipart/form-data; boundary=b", "Content-Length: 99999999"];
    is_refused(&server, &request("POST /api/images", &upload, "--b\r\n"), 413, "request.too_large").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_are_meant_to_break_the_parser_do_not() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let deep = |open: &str, close: &str, depth: usize| format!("{{\"x\":{}1{}}}", open.repeat(depth), close.repeat(depth));
    for body in ["[".repeat(60_000), "{\"a\":".repeat(12_000), format!("{{\"x\":{}", "[".repeat(60_000))] {
        is_refused(&server, &login(&[], &body), 400, "request.not_json").await;
    }
    // Unknown fields are skipped at any depth.
    for body in [deep("[", "]", 30_000), deep("{\"a\":", "}", 10_000), deep("[", "]", 30_000).replace('x', "email")] {
        is_refused(&server, &login(&[], &body), 422, "request.invalid").await;
    }
    for (body, status, code) in [
        ("{\"email\":\"a\u{0}@b.lk\",\"password\":\"x\"}", 400, "request.not_json"),
        ("{\"email\":\"a\\u0000@b.lk\",\"password\":\"x\"}", 422, "request.invalid"),
        ("{\"email\":\"a@b.lk\",\"password\":\"x\\u0000\"}", 422, "request.invalid"),
        ("{\"email\":\"\\ud800\",\"password\":\"x\"}", 400, "request.not_json"),
        ("{\"email\":\"a@b.lk\\r\\nBcc: all@example.com\",\"password\":\"x\"}", 422, "request.invalid"),
        ("{\"email\":1e400,\"password\":\"x\"}", 400, "request.not_json"),
        ("{\"email\":{\"$ne\":null},\"password\":{\"$gt\":\"\"}}", 422, "request.invalid"),
        ("{\"email\":\"' OR 1=1 --\",\"password\":\"x\"}", 422, "request.invalid"),
    ] {
        is_refused(&server, &login(&[], body), status, code).await;
    }
    // In a field, in an ignored field, in a name, and deep inside an ignored field.
    for body in ["{\"email\":\"@@\"}", "{\"no\":\"@@\"}", "{\"@@\":1}", "{\"no\":[{\"a\":\"@@\"}],\"email\":\"a@b.lk\",\"password\":\"x\"}"]
    {
        let text = login(&[], body);
        let at = text.windows(2).position(|two| two == b"@@").unwrap();
        let invalid_utf8 = [&text[..at], &[0xff, 0xfe], &text[at + 2..]].concat();
        is_refused(&server, &invalid_utf8, 400, "request.not_json").await;
    }
    is_refused(&server, &login(&["Content-Encoding: gzip"], "{}"), 415, "request.unsupported_encoding").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_out_of_range_are_refused_by_name() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    for query in [
        "limit=0",
        "limit=501",
        "limit=-1",
        "limit=99999999999999999999",
        "limit=1e2",
        "minPrice=-1",
        "minPrice=1e400",
        "minPrice=NaN",
        "maxPrice=0.001",
        "maxPrice=99999999999999999999",
        "after=%00",
        "after=%ff",
    ] {
        let refused = server.get(&format!("/api/products?{query}")).ask().await.expect_status(422);
        let name = query.split('=').next().unwrap();
        assert!(refused["errors"][name].is_array(), "{query}: {refused}");
    }
    for quantity in ["0", "-1", "1.5", "1000001", "9223372036854775807", "9223372036854775808", "1e30", "\"1\"", "null"] {
        let body = format!("{{\"orderedItems\":[{{\"productId\":\"A\",\"quantity\":{quantity}}}]}}");
        let refused = server.post("/api/orders/quote").header("Content-Type", "application/json").body(body).ask().await.expect_status(422);
        assert!(refused["errors"]["orderedItems[0].quantity"].is_array(), "{quantity}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn paths_lead_nowhere_but_to_what_is_served() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    std::fs::write(shop.data_dir("a").join("images").join("..").join("secret.txt"), "the key").unwrap();
    for path in [
        "/images/../secret.txt",
        "/images/..%2fsecret.txt",
        "/images/%2e%2e/secret.txt",
        "/images/%2e%2e%2fsecret.txt",
        "/images/..%5csecret.txt",
        "/images/....//secret.txt",
        "/images/%252e%252e%252fsecret.txt",
        "/images//etc/passwd",
        "/images/%2fetc%2fpasswd",
        "/images/1-a.webp%00.png",
        "/images/.",
        "/assets/../../../../etc/passwd",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/.env",
        "/.git/config",
        "/.vite/manifest.json",
        "/../../etc/passwd",
        "/api/../../etc/passwd",
        "//etc/passwd",
        "/api/products/..%2f..%2fusers",
        "/api/products/%ff%fe",
        "/api/products/%00",
        "/api/orders/%0d%0aSet-Cookie:x=1",
    ] {
        let answer = answer_to(&server, &request(&format!("GET {path}"), &["Connection: close"], "")).await;
        assert!((400..500).contains(&answer.status), "{path}: {answer:?}");
        assert!(!answer.body.contains("the key") && !answer.body.contains("root:"), "{path}: {answer:?}");
        assert!(!answer.head.to_lowercase().contains("set-cookie"), "{path}: {answer:?}");
    }
    is_refused(&server, &request("GET /api/products/search/%00", &[], ""), 422, "request.invalid").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_header_that_comes_twice_decides_nothing() {
    let shop = Shop::new().await;
    let (server, buyer) = (shop.start("a").await, customer(&shop).await);
    let token = format!("Authorization: Bearer {}", buyer.token);
    let twice = request("GET /api/users/userdetail", &[&token, &token], "");
    is_refused(&server, &twice, 401, "auth.not_signed_in").await;
    let once = answer_to(&server, &request("GET /api/users/userdetail", &[&token], "")).await;
    assert_eq!(once.status, 200);
    let order =
        json!({"orderedItems": [{"productId": "A", "quantity": 1}], "name": "N", "address": "A", "phone": "0771234567"}).to_string();
    let length = format!("Content-Length: {}", order.len());
    for second in ["Idempotency-Key: one", "Idempotency-Key: two"] {
        let head = ["Content-Type: application/json", &length, &token, "Idempotency-Key: one", second];
        is_refused(&server, &request("POST /api/orders", &head, &order), 400, "request.invalid_idempotency_key").await;
    }
    is_malformed(&server, &request("GET /healthz", &["Host: evil.test"], "")).await;
}

/// Sends an endless request, one byte after the other, until the server closes the connection.
async fn dripping(server: &Instance, begin: &[u8]) -> (RawAnswer, Duration) {
    let begun = Instant::now();
    (answer_to(server, begin).await, begun.elapsed())
}

#[tokio::test(flavor = "multi_thread")]
async fn heads_and_bodies_that_never_end_are_cut_off() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let head = b"GET /api/products HTTP/1.1\r\nHost: shop.test\r\nX-Slow: ".as_slice();
    let body = request("POST /api/users/login", &["Content-Type: application/json", "Content-Length: 100"], "{");
    let form = ["Content-Type: multipart/form-data; boundary=b", "Content-Length: 1000"];
    let form = request("POST /api/images", &form, "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\nx");
    let (late_head, bodies) = tokio::join!(dripping(&server, head), join_all([dripping(&server, &body), dripping(&server, &form)]));
    assert!(late_head.0.status == 408 && late_head.0.is_bare(), "{late_head:?}");
    for (answer, _) in &bodies {
        assert_eq!((answer.status, answer.problem_code().as_str()), (408, "request.too_slow"));
    }
    for (_, after) in bodies.into_iter().chain([late_head]) {
        assert!(after > Duration::from_secs(3), "an honest client was given time: {after:?}");
    }
}

async fn orders_of(server: &Instance, who: &SignedInUser) -> u16 {
    server.get("/api/orders").signed_in_as(who).ask().await.status.as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_slow_connections_leave_the_shop_open() {
    let shop = Shop::new().await;
    let (server, buyer) = (shop.start("a").await, customer(&shop).await);
    let slow = (0..500).map(|n| {
        let head = request("POST /api/users/login", &["Content-Type: application/json", "Content-Length: 64"], "{");
        let cut = if n % 2 == 0 { head.len() } else { head.len() / 2 };
        // A client may have 256 connections.
        let (server, client, head) = (server.address(), Ipv4Addr::new(127, 0, 0, 2 + u8::from(n < 250)), head[..cut].to_vec());
        async move { answer_on(connect_from(server, client).await, &head).await }
    });
    let honest = async {
        for _ in 0..20 {
            assert_eq!(orders_of(&server, &buyer).await, 200);
            server.get("/api/products").ask().await.expect_status(200);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let (cut_off, ()) = tokio::join!(join_all(slow), honest);
    for answer in cut_off {
        assert!(answer.status == 408 && (answer.is_bare() || answer.problem_code() == "request.too_slow"), "{answer:?}");
    }
    assert_eq!(orders_of(&server, &buyer).await, 200);
}
