//! `/metrics` is served on its own listener only.

use std::net::TcpListener;

use serde_json::json;
use test_harness::answer::Ask as _;

use crate::checkout::{fresh_key, order_of, place, product};
use crate::shop::Shop;
use crate::users::customer;

/// The value of the sample with this beginning.
fn sample<'a>(text: &'a str, name: &str) -> &'a str {
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("no {name} in:\n{text}"));
    line.trim()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shops_work_is_counted_on_a_listener_of_its_own() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let shop = Shop::new().await.with("METRICS_BIND", &listener.to_string());
    let (code, customer) = (product(&shop, "Rose water", 10).await, customer(&shop).await);
    let server = shop.start("a").await;
    let read = async || reqwest::get(format!("http://{listener}/metrics")).await.unwrap();

    for _ in 0..3 {
        server.get(&format!("/api/products/{code}")).ask().await.expect_status(200);
    }
    for path in ["/api/products/search/rose", "/api/products/facets", "/api/products/suggestions?q=rose"] {
        server.get(path).ask().await.expect_status(200);
    }
    server.get("/api/products/NONE").ask().await.expect_status(404);
    server.get("/api/nowhere").ask().await.expect_status(404);
    let key = fresh_key();
    place(&server, &customer, &key, &order_of(&[(&code, 1)])).ask().await.expect_status(201);
    place(&server, &customer, &key, &order_of(&[(&code, 1)])).ask().await.expect_status(200);
    server.post("/api/contact").json(&json!({"name": "", "email": "", "message": ""})).ask().await.expect_status(422);

    let home = server.get("/").send().await.unwrap().text().await.unwrap();

    let answer = read().await;
    assert_eq!(answer.headers()["content-type"], "application/openmetrics-text; version=1.0.0; charset=utf-8");
    let text = answer.text().await.unwrap();
    let requests = |labels: &str| sample(&text, &format!("http_requests_total{{{labels}}}")).to_owned();
    assert_eq!(requests(r#"method="GET",route="/api/products/{productId}",status="200""#), "3");
    assert_eq!(requests(r#"method="GET",route="/api/products/{productId}",status="404""#), "1");
    assert_eq!(requests(r#"method="GET",route="-",status="404""#), "1");
    assert_eq!(requests(r#"method="POST",route="/api/contact",status="422""#), "1");
    let took = r#"http_request_duration_seconds_count{method="GET",route="/api/products/{productId}"}"#;
    assert_eq!(sample(&text, took), "4");
    assert_eq!(sample(&text, "orders_placed_total"), "1", "a repeated order is one order");
    assert_eq!(sample(&text, r#"database_connections{state="max"}"#), "16");
    for (work, share) in [("orders", "8"), ("accounts", "4")] {
        assert_eq!(sample(&text, &format!(r#"database_work_max{{work="{work}"}}"#)), share);
        assert_eq!(sample(&text, &format!(r#"database_work_in_use{{work="{work}"}}"#)), "0");
        assert_eq!(sample(&text, &format!(r#"database_work_refused_total{{work="{work}"}}"#)), "0");
    }
    assert_eq!((sample(&text, "database_waiting_requests"), sample(&text, "mails_pending")), ("0", "0"));
    assert_eq!(sample(&text, r#"password_hashes{state="waiting"}"#), "0");
    assert!(sample(&text, "process_resident_memory_bytes").parse::<u64>().unwrap() > 1_000_000);
    let answers: u64 = ["memory", "made", "bypass"]
        .map(|source| sample(&text, &format!("catalogue_answers_total{{source=\"{source}\"}}")).parse::<u64>().unwrap())
        .iter()
        .sum();
    assert_eq!(answers, 7);
    // The home page lists products too.
    for (call, count) in [("find", "2"), ("facets", "1"), ("suggest", "1")] {
        assert_eq!(sample(&text, &format!(r#"product_searches_total{{call="{call}",outcome="answered"}}"#)), count);
        assert_eq!(sample(&text, &format!(r#"product_search_duration_seconds_count{{call="{call}"}}"#)), count);
    }
    let caught_up = |outcome: &str| sample(&text, &format!(r#"search_catch_ups_total{{outcome="{outcome}"}}"#)).parse::<u64>().unwrap();
    assert!(caught_up("succeeded") > 0 && caught_up("failed") == 0);
    let of_the_index = |unit: &str| sample(&text, &format!("search_index_{unit}")).parse::<u64>().unwrap();
    assert!(of_the_index("products") > 0 && of_the_index("bytes") > 0);
    let rendered = text.contains("page_renders_total{outcome=\"rendered\"} 1\n");
    assert_eq!(rendered, home.contains("\"ssr\":"), "{text}");
    assert!(text.ends_with("# EOF\n"), "{text}");

    assert_eq!(server.get("/metrics").send().await.unwrap().status(), 404);
    let elsewhere = reqwest::get(format!("http://{listener}/api/products")).await.unwrap();
    assert_eq!(elsewhere.status(), 404);
    drop(server);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_listener_there_is_nothing_to_read() {
    let server = Shop::new().await.start("a").await;
    assert!(!server.get("/metrics").send().await.unwrap().text().await.unwrap().contains("http_requests"));
}
