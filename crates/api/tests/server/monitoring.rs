//! Alerts and dashboard against the metrics of a shop that has done each kind of work: a query that names a metric or a label that
//! does not exist would never fire and never show anything.

mod queries;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use regex_lite::Regex;
use serde_json::json;
use test_harness::answer::Ask as _;
use test_harness::instance::free_port;

use self::queries::{Selector, deploy_folder, of_the_alerts, of_the_dashboard, parse};
use crate::checkout::{fresh_key, order_of, place, product};
use crate::payments::Paying;

/// The labels that Prometheus adds.
const ADDED: [&str; 2] = ["instance", "job"];
/// The metric that Prometheus makes itself.
const MADE_BY_PROMETHEUS: &str = "up";
/// The headings of the runbook to which alerts lead.
const RUNBOOK: [&str; 12] = [
    "install",
    "upgrade",
    "back-up",
    "restore",
    "scale",
    "rotate-keys",
    "certificate",
    "full-disk",
    "database-gone",
    "gateway-gone",
    "flooded-with-logins",
    "mail-not-sent",
];

/// A sample of `/metrics`: its name and its labels.
type Sample = (String, BTreeMap<String, String>);

async fn read(metrics: SocketAddr) -> String {
    reqwest::get(format!("http://{metrics}/metrics")).await.unwrap().text().await.unwrap()
}

fn samples(text: &str) -> Vec<Sample> {
    let line = Regex::new(r#"^([a-z_]+)(?:\{(.*)\})? [0-9.e+-]+$"#).unwrap();
    let label = Regex::new(r#"([a-z_]+)="((?:[^"\\]|\\.)*)""#).unwrap();
    let sample = |line: &regex_lite::Captures<'_>| {
        let labels = line.get(2).map_or("", |labels| labels.as_str());
        let labels = label.captures_iter(labels).map(|label| (label[1].to_owned(), label[2].to_owned())).collect();
        (line[1].to_owned(), labels)
    };
    let samples: Vec<Sample> = text.lines().filter_map(|text| line.captures(text)).map(|line| sample(&line)).collect();
    assert_eq!(samples.len(), text.lines().filter(|line| !line.starts_with('#')).count(), "a line that is no sample:\n{text}");
    samples
}

/// Whether a sample has the labels of a selector, with values that it selects.
fn is_selected((name, labels): &Sample, selector: &Selector) -> bool {
    let fits = |(label, operator, value): &(String, String, String)| {
        let Some(found) = labels.get(label) else { return ADDED.contains(&label.as_str()) };
        let pattern = Regex::new(&format!("^(?:{value})$")).unwrap();
        match operator.as_str() {
            "=" => found == value,
            "!=" => found != value,
            "=~" => pattern.is_match(found),
            "!~" => !pattern.is_match(found),
            other => panic!("no operator {other}"),
        }
    };
    *name == selector.metric && selector.conditions.iter().all(fits)
}

/// Orders, payments, failures, pages and mails.
async fn do_each_kind_of_work(paying: &Paying) {
    let (server, buyer) = (&paying.server, &paying.buyer);
    let code = product(&paying.shop, "Jasmine", 1).await;
    place(server, buyer, &fresh_key(), &order_of(&[(&code, 2)])).ask().await.expect_problem(409, "order.out_of_stock");
    for _ in 0..6 {
        server.post("/api/users/login").json(&json!({"email": "kasun@example.com", "password": "a wrong guess"})).ask().await;
    }
    // A locked product makes an order fail.
    let mut client = paying.shop.database().client().await;
    let lock = client.transaction().await.unwrap();
    lock.execute("SELECT FROM products FOR UPDATE", &[]).await.unwrap();
    assert_eq!(place(server, buyer, &fresh_key(), &order_of(&[(&code, 1)])).ask().await.status, 503);
    lock.rollback().await.unwrap();
    for path in ["/api/products", "/api/products/search/rose", "/api/products/facets", "/api/products/suggestions?q=rose"] {
        server.get(path).ask().await.expect_status(200);
    }
    let form = paying.start(201).await;
    paying.press(&form, "pay").await;
    assert_eq!(paying.answers(1).await, [200]);
    paying.reconciled("paid").await;
}

/// Waits until the shop has rendered a page, and has read the records of the payment.
async fn settled(paying: &Paying, metrics: SocketAddr) -> String {
    let deadline = Instant::now() + Duration::from_secs(120);
    let done = [r#"page_render_duration_seconds_count{outcome="succeeded"}"#, "payment_gateway_call_duration_seconds_count"];
    loop {
        paying.server.get("/").send().await.unwrap();
        let text = read(metrics).await;
        if done.iter().all(|sample| text.contains(sample)) {
            return text;
        }
        assert!(Instant::now() < deadline, "not all is done (the web app has to be built: make frontend/dist/.ready):\n{text}");
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_query_of_alerts_and_dashboard_finds_metrics_of_a_shop() {
    let metrics = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let paying = Paying::with(&[("METRICS_BIND", &metrics.to_string()), ("RATE_LIMIT_SCALE", "1000")]).await;
    do_each_kind_of_work(&paying).await;
    let text = settled(&paying, metrics).await;
    let samples = samples(&text);
    let mut missing = Vec::new();
    for query in of_the_alerts().iter().chain(&of_the_dashboard()) {
        let (selectors, labels) = parse(&query.text);
        for selector in selectors.iter().filter(|selector| selector.metric != MADE_BY_PROMETHEUS) {
            if !samples.iter().any(|sample| is_selected(sample, selector)) {
                missing.push(format!("{}: nothing is {selector:?}", query.of));
            }
        }
        for label in labels.iter().filter(|label| !ADDED.contains(&label.as_str())) {
            let of_query = |(name, _): &&Sample| selectors.iter().any(|selector| selector.metric == *name);
            if !samples.iter().filter(of_query).any(|(_, labels)| labels.contains_key(label)) {
                missing.push(format!("{}: no label {label}", query.of));
            }
        }
    }
    assert!(missing.is_empty(), "{}\nin:\n{text}", missing.join("\n"));
    has_no_personal_data(&paying, &text);
    is_documented(&text);
}

fn has_no_personal_data(paying: &Paying, text: &str) {
    for private in ["@", "ARA-", "kasun", "127.0.0.1", "Rose", paying.buyer.email.as_str(), paying.order_id.as_str()] {
        assert!(!text.contains(private), "{private}:\n{text}");
    }
}

/// Each metric has a row in the document, with its labels.
fn is_documented(text: &str) {
    let document = std::fs::read_to_string(deploy_folder().join("../monitoring.md")).unwrap();
    for line in text.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
        let (name, kind) = line.split_once(' ').unwrap();
        let name = if kind == "counter" { format!("{name}_total") } else { name.to_owned() };
        assert!(
            document.contains(&format!("`{name}`")) || document.contains(&format!("`{name}{{")),
            "{name} has no row in docs/monitoring.md"
        );
    }
}

#[test]
fn every_alert_says_what_to_do_first_and_why_its_limit_is_so() {
    let text = std::fs::read_to_string(deploy_folder().join("alerts.yml")).unwrap();
    for rule in text.split("      - alert: ").skip(1) {
        let name = rule.lines().next().unwrap();
        for part in ["\n          summary: ", "\n          description: ", "{severity: "] {
            assert!(rule.contains(part), "{name} has no {part}");
        }
        let link = rule.split("docs/runbook.md#").nth(1).unwrap_or_else(|| panic!("{name} has no link"));
        let heading = link.split(['"', '\n', ' ']).next().unwrap();
        assert!(RUNBOOK.contains(&heading), "{name}: the runbook has no {heading}");
    }
    let lines: Vec<&str> = text.lines().collect();
    for (number, line) in lines.iter().enumerate().filter(|(_, line)| line.contains("- alert:")) {
        assert!(lines[number - 1].trim_start().starts_with('#'), "no reason above {line}");
    }
}
