//! One order, followed by its request id through the log, the metrics and the trace that a collector gets.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Attribute;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;
use serde_json::Value;
use test_harness::answer::Ask as _;
use test_harness::instance::{Instance, free_port};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::checkout::{fresh_key, order_of, place, product};
use crate::shop::Shop;
use crate::users::customer;

const PATIENCE: Duration = Duration::from_secs(60);
/// The period of sending spans, and a second.
const A_BATCH: Duration = Duration::from_secs(3);
const REQUEST_ID: &str = "request-of-the-order";
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const CALLER: &str = "b7ad6b7169203331";

/// A collector on this machine, which keeps what it gets.
#[derive(Clone)]
struct Collector {
    endpoint: String,
    taken: Arc<Mutex<Vec<ExportTraceServiceRequest>>>,
}

impl Collector {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let collector = Self { endpoint: format!("http://{}", listener.local_addr().unwrap()), taken: Arc::default() };
        let serving = collector.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serving.clone().serve(stream));
            }
        });
        collector
    }

    /// Takes the requests of a connection.
    async fn serve(self, mut stream: TcpStream) {
        let mut received = Vec::new();
        while stream.read_buf(&mut received).await.is_ok_and(|bytes| bytes > 0) {
            let Some(head) = received.windows(4).position(|end| end == b"\r\n\r\n") else { continue };
            let text = String::from_utf8(received[..head].to_vec()).unwrap().to_lowercase();
            assert!(text.starts_with("post /v1/traces http/1.1\r\n") && text.contains("content-type: application/x-protobuf"), "{text}");
            let length: usize = text.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap().parse().unwrap();
            if received.len() < head + 4 + length {
                continue;
            }
            let request = ExportTraceServiceRequest::decode(&received[head + 4..head + 4 + length]).unwrap();
            self.taken.lock().unwrap().push(request);
            received.clear();
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await.unwrap();
        }
    }

    fn spans(&self) -> Vec<Span> {
        let taken = self.taken.lock().unwrap();
        let scopes = taken.iter().flat_map(|request| &request.resource_spans).flat_map(|resource| &resource.scope_spans);
        scopes.flat_map(|scope| scope.spans.clone()).collect()
    }

    /// Waits for a span.
    async fn span(&self, what: &str, is_it: impl Fn(&Span) -> bool) -> Span {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(span) = self.spans().into_iter().find(|span| is_it(span)) {
                return span;
            }
            assert!(Instant::now() < deadline, "no {what} in {:#?}", self.spans());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An attribute of a span as text; empty without it.
fn attribute(span: &Span, key: &str) -> String {
    let found = span.attributes.iter().find(|attribute| attribute.key == key);
    match found.and_then(|attribute| attribute.value.clone()?.value) {
        Some(Attribute::StringValue(text)) => text,
        Some(Attribute::IntValue(number)) => number.to_string(),
        other => other.map_or_else(String::new, |value| format!("{value:?}")),
    }
}

/// The lines of the log with this request id.
fn lines(server: &Instance, id: &str) -> Vec<Value> {
    let log = server.log();
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["fields"]["request_id"] == id).collect()
}

/// Waits for a line of a request with this message.
async fn line(server: &Instance, id: &str, message: &str) -> Value {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(line) = lines(server, id).into_iter().find(|line| line["fields"]["message"] == message) {
            return line;
        }
        assert!(Instant::now() < deadline, "no line {message:?} in {}", server.log());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn orders_placed(metrics: &str) -> u64 {
    let text = reqwest::get(format!("http://{metrics}/metrics")).await.unwrap().text().await.unwrap();
    text.lines().find_map(|line| line.strip_prefix("orders_placed_total ")).unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_found_in_log_metrics_and_trace_by_its_request_id() {
    let (collector, metrics) = (Collector::start().await, format!("127.0.0.1:{}", free_port()));
    let shop = Shop::new().await.with("METRICS_BIND", &metrics).with("LOG_FORMAT", "json");
    let shop = shop.with("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.endpoint);
    let (code, buyer) = (product(&shop, "Rose water", 10).await, customer(&shop).await);
    let server = shop.start("a").await;
    assert_eq!(orders_placed(&metrics).await, 0);
    let request = place(&server, &buyer, &fresh_key(), &order_of(&[(&code, 1)])).header("X-Request-Id", REQUEST_ID);
    let placed = request.header("traceparent", format!("00-{TRACE}-{CALLER}-01")).ask().await.expect_status(201);
    let number = placed["order"]["orderId"].as_str().unwrap();

    assert_eq!(orders_placed(&metrics).await, 1);

    let answered = line(&server, REQUEST_ID, "answered").await;
    assert_eq!((&answered["fields"]["route"], &answered["fields"]["status"]), (&"/api/orders".into(), &201.into()));
    assert_eq!(answered["fields"]["trace_id"], TRACE);
    assert_eq!(line(&server, REQUEST_ID, "an order was placed").await["fields"]["order"], number);
    let mailed = line(&server, REQUEST_ID, "sent a mail").await;
    assert_eq!(mailed["fields"]["order"], number, "the mail that was sent later: {mailed}");

    let root = collector.span("request", |span| attribute(span, "http.route") == "/api/orders").await;
    assert_eq!(root.name, "POST /api/orders");
    assert_eq!((hex(&root.trace_id).as_str(), hex(&root.parent_span_id).as_str()), (TRACE, CALLER));
    assert_eq!((attribute(&root, "request.id").as_str(), attribute(&root, "http.response.status_code").as_str()), (REQUEST_ID, "201"));
    let use_case = collector.span("use case", |span| span.name == "place_order" && span.parent_span_id == root.span_id).await;
    let is_placing = |span: &Span| attribute(span, "db.query.text").contains("place_order(");
    let statement = collector.span("statement", is_placing).await;
    assert_eq!((&statement.trace_id, &statement.parent_span_id), (&root.trace_id, &use_case.span_id), "{statement:?}");
    assert!(statement.start_time_unix_nano < statement.end_time_unix_nano);
    assert!(root.start_time_unix_nano <= statement.start_time_unix_nano && statement.end_time_unix_nano <= root.end_time_unix_nano);
    let mail = collector.span("mail", |span| span.name == "send_mail" && attribute(span, "request.id") == REQUEST_ID).await;
    assert!(mail.parent_span_id.is_empty() && attribute(&mail, "order.number") == number, "{mail:?}");

    let all = format!("{:?}", collector.taken.lock().unwrap());
    assert!(all.contains("\"service.name\"") && all.contains("\"araliya\""));
    let order = order_of(&[]);
    let (name, address, phone) = (order["name"].as_str().unwrap(), order["address"].as_str().unwrap(), order["phone"].as_str().unwrap());
    for private in [buyer.email.as_str(), name, address, phone, "Rose water", &buyer.token] {
        assert!(!all.contains(private), "{private} in {all}");
    }
    let query = line(&server, REQUEST_ID, "answered").await.to_string();
    assert!(!query.contains("place_order"), "spans are no part of the log: {query}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_samples_nothing_is_sent() {
    let collector = Collector::start().await;
    let shop = Shop::new().await.with("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.endpoint).with("OTEL_TRACES_SAMPLER_ARG", "0");
    let shop = shop.with("LOG_FORMAT", "json");
    let server = shop.start("a").await;
    server.get("/api/products").header("X-Request-Id", REQUEST_ID).ask().await.expect_status(200);
    let answered = line(&server, REQUEST_ID, "answered").await;
    assert!(answered["fields"]["trace_id"].is_null(), "an id of a trace that nobody has: {answered}");
    tokio::time::sleep(A_BATCH).await;
    assert!(server.terminate().await.success());
    assert!(collector.taken.lock().unwrap().is_empty(), "{:?}", collector.taken);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_away_costs_no_request_anything() {
    let away = format!("http://127.0.0.1:{}", free_port());
    let shop = Shop::new().await.with("OTEL_EXPORTER_OTLP_ENDPOINT", &away);
    let (code, buyer) = (product(&shop, "Rose water", 100).await, customer(&shop).await);
    let server = shop.start("a").await;
    let warned = "the collector of traces takes no spans";
    let deadline = Instant::now() + PATIENCE;
    while !server.log().contains(warned) {
        place(&server, &buyer, &fresh_key(), &order_of(&[(&code, 1)])).ask().await.expect_status(201);
        assert!(Instant::now() < deadline, "{}", server.log());
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    tokio::time::sleep(A_BATCH).await;
    place(&server, &buyer, &fresh_key(), &order_of(&[(&code, 1)])).ask().await.expect_status(201);
    assert_eq!(server.log().matches(warned).count(), 1, "it is said once");
    assert!(server.terminate().await.success());
}
