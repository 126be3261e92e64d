//! The payment gateway: `fake-payhere` as a process of its own, which keeps its payments while the shop is killed.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::redirect::Policy;
use reqwest::{Client, Response, Url};
use serde_json::{Value, json};
use test_harness::instance::free_port;
use tokio::net::TcpStream;
use tokio::time::sleep;

/// The merchant's account, as both the gateway and the shop read it.
const ACCOUNT: [(&str, &str); 4] = [
    ("PAYHERE_MERCHANT_ID", "1211149"),
    ("PAYHERE_MERCHANT_SECRET", "a secret of the merchant"),
    ("PAYHERE_APP_ID", "app"),
    ("PAYHERE_APP_SECRET", "a secret of the app"),
];

/// Timeout of a start, and of an expected change of the gateway's state.
const PATIENCE: Duration = Duration::from_secs(20);
/// Pause between two looks at the gateway's state.
const LOOK: Duration = Duration::from_millis(20);

/// A gateway; it ends when this is dropped.
pub(crate) struct Gateway {
    process: Child,
    port: u16,
    browser: Client,
}

/// A payment that the gateway took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TakenPayment {
    pub(crate) id: i64,
    /// The shop's number of the attempt.
    pub(crate) attempt: String,
    pub(crate) cents: i64,
    /// How many refunds were made of it.
    pub(crate) refunds: i64,
}

impl Drop for Gateway {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Gateway {
    /// Starts a gateway: the program beside this one.
    pub(crate) async fn start() -> Self {
        let program = std::env::current_exe().expect("the path of this program").with_file_name("fake-payhere");
        let port = free_port();
        let mut command = Command::new(program);
        command.envs(ACCOUNT).env("FAKE_PAYHERE_PORT", port.to_string()).stdin(Stdio::null()).stdout(Stdio::null());
        let process = command.spawn().expect("the program fake-payhere");
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            assert!(begun.elapsed() < PATIENCE, "the gateway does not open");
            sleep(LOOK).await;
        }
        // The gateway closes idle connections, perhaps while one is used again.
        let browser = Client::builder().redirect(Policy::none()).no_proxy().pool_max_idle_per_host(0).build().expect("an HTTP client");
        Self { process, port, browser }
    }

    /// Where it listens.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The variables of a shop that reaches it by its own port or that of a proxy.
    pub(crate) fn variables(port: u16) -> Vec<(&'static str, String)> {
        let account = ACCOUNT.iter().map(|(name, value)| (*name, (*value).to_owned()));
        account.chain([("PAYHERE_MODE", "test".to_owned()), ("PAYHERE_URL", format!("http://127.0.0.1:{port}"))]).collect()
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Misbehaves in this way from now on; what the object does not name goes well. The gateway's limit of calls is off unless the object
    /// sets it.
    pub(crate) async fn behave(&self, mut behaviour: Value) {
        let fields = behaviour.as_object_mut().expect("an object");
        fields.entry("callsAllowed").or_insert(json!(1_000_000));
        let answer = self.browser.put(self.url("/fake/behaviour")).json(&behaviour).send().await.expect("an answer of the gateway");
        assert_eq!(answer.status(), 204);
    }

    async fn state(&self) -> Value {
        let answer = self.browser.get(self.url("/fake/state")).send().await.expect("an answer of the gateway");
        answer.json().await.expect("the gateway's state")
    }

    /// The payments, the oldest first.
    pub(crate) async fn payments(&self) -> Vec<TakenPayment> {
        let state = self.state().await;
        let payments = state["payments"].as_array().expect("payments").iter();
        let number = |value: &Value| value.as_i64().expect("a number");
        let payment = |payment: &Value| TakenPayment {
            id: number(&payment["paymentId"]),
            attempt: payment["orderId"].as_str().expect("a number").to_owned(),
            cents: number(&payment["cents"]),
            refunds: number(&payment["refunds"]),
        };
        payments.map(payment).collect()
    }

    /// The number of requests for refunds.
    pub(crate) async fn refund_calls(&self) -> i64 {
        self.state().await["refundCalls"].as_i64().expect("a number")
    }

    /// The statuses with which the shop answered notifications, once there are this many.
    pub(crate) async fn answers(&self, count: usize) -> Vec<i64> {
        let begun = Instant::now();
        loop {
            let state = self.state().await;
            let answers = state["answers"].as_array().expect("answers").iter();
            let answers: Vec<i64> = answers.map(|answer| answer.as_i64().expect("a status")).collect();
            if answers.len() >= count {
                return answers;
            }
            assert!(begun.elapsed() < PATIENCE, "{} of {count} notifications were answered", answers.len());
            sleep(LOOK).await;
        }
    }

    /// Notifies the success of a payment once more.
    pub(crate) async fn notify_again(&self, payment: &TakenPayment) {
        let notice = json!({"paymentId": payment.id, "statusCode": 2});
        let answer = self.browser.post(self.url("/fake/notify")).json(&notice).send().await.expect("an answer of the gateway");
        assert_eq!(answer.status(), 204);
    }

    /// Opens the page of a form that the shop answered. Returns its number, or the status with which the gateway refuses.
    pub(crate) async fn open_page(&self, form: &Value) -> Result<String, u16> {
        let fields = form["fields"].as_object().expect("fields").iter();
        let fields: Vec<_> = fields.map(|(name, value)| (name.as_str(), value.as_str().expect("a text"))).collect();
        let page = self.submit("/pay/checkout", &fields).await;
        if !page.status().is_success() {
            return Err(page.status().as_u16());
        }
        let page = page.text().await.expect("a page");
        let session = page.split("name=\"session\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        Ok(session.expect("a page with a session").to_owned())
    }

    /// Presses the button of this name on a page.
    pub(crate) async fn press(&self, page: &str, choice: &str) {
        let answer = self.submit("/pay/finish", &[("session", page), ("choice", choice)]).await;
        assert_eq!(answer.status(), 303);
    }

    async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Response {
        let encoded = Url::parse_with_params("http://form/", fields).expect("a form");
        let request = self.browser.post(self.url(path)).header("content-type", "application/x-www-form-urlencoded");
        request.body(encoded.query().unwrap_or_default().to_owned()).send().await.expect("an answer of the gateway")
    }
}
