//! The level of the log, changed at run time on the private listener.

use std::time::{Duration, Instant};

use reqwest::StatusCode;
use test_harness::answer::Ask as _;
use test_harness::instance::{Instance, free_port};

use crate::shop::Shop;

/// The private listener of a shop.
struct Operator(String);

impl Operator {
    async fn shown(&self) -> String {
        let answer = reqwest::get(&self.0).await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        answer.text().await.unwrap()
    }

    async fn set(&self, query: &str, filter: &str) -> (StatusCode, String) {
        let answer = reqwest::Client::new().put(format!("{}{query}", self.0)).body(filter.to_owned()).send().await.unwrap();
        (answer.status(), answer.text().await.unwrap())
    }
}

/// Whether a request of this id is in the log, after a while.
async fn is_logged(server: &Instance, id: &str, expected: bool) -> bool {
    server.get("/api/products").header("X-Request-Id", id).ask().await.expect_status(200);
    // Lines are written every 50 ms.
    let patience = if expected { Duration::from_secs(30) } else { Duration::from_millis(500) };
    let begun = Instant::now();
    while begun.elapsed() < patience && !server.log().contains(id) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.log().contains(id)
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_change_the_level_of_the_log_while_the_shop_runs() {
    let private = format!("127.0.0.1:{}", free_port());
    let shop = Shop::new().await.with("METRICS_BIND", &private).with("RUST_LOG", "info");
    let server = shop.start("a").await;
    let operator = Operator(format!("http://{private}/log-level"));
    // A page of another site that leads its own name to this machine.
    let rebound = reqwest::Client::new().put(format!("http://{private}/log-level")).header("Host", "evil.example").body("off");
    assert_eq!(rebound.send().await.unwrap().status(), 403);
    assert_eq!(operator.shown().await, "info\n");
    assert!(is_logged(&server, "request-at-info", true).await);

    assert_eq!(operator.set("", "info,access=off\n").await, (StatusCode::OK, "info,access=off\n".to_owned()));
    assert!(!is_logged(&server, "request-unlogged", false).await);

    for (query, filter) in
        [("", "info,access=loud"), ("", ""), ("?minutes=0", "info"), ("?minutes=soon", "info"), ("?minutes=1441", "info")]
    {
        let (status, text) = operator.set(query, filter).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{query} {filter}: {text}");
        assert_eq!(operator.shown().await, "info,access=off\n", "nothing changes");
    }
    let (status, _) = operator.set("", &"a".repeat(10_000)).await;
    assert!(status.is_client_error(), "{status}");

    assert_eq!(operator.set("?minutes=10", "debug").await.0, StatusCode::OK);
    assert!(is_logged(&server, "request-at-debug", true).await);
    assert!(server.log().contains("an operator changed the level of the log"));
    for request in [server.get("/log-level"), server.put("/log-level").body("off")] {
        assert!(request.send().await.unwrap().status().is_client_error(), "it is not on the public listener");
    }
}
