//! A shop that is a merchant of the fake gateway, and listens for its notifications.

use std::time::Duration;

use adapter_payhere::{AppCredentials, CallTimes, PayHereGateway, PayHereSettings, Secret};
use domain::payments::attempt::AttemptId;
use domain::payments::gateway::{Checkout, CheckoutForm};
use domain::payments::ports::PaymentGateway as _;
use domain::shared::email::EmailAddress;
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::phone::PhoneNumber;
use domain::shared::text::{RecipientName, ShippingAddress};
use fake_payhere::{Account, Behaviour, Fake, Snapshot};
use reqwest::Client;
use reqwest::redirect::Policy;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

/// The longest time for a notification.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Shop {
    pub(crate) fake: Fake,
    pub(crate) gateway: PayHereGateway,
    pub(crate) browser: Client,
    notifications: UnboundedReceiver<Vec<u8>>,
}

impl Shop {
    pub(crate) async fn open() -> Self {
        Self::with_times(CallTimes::default()).await
    }

    pub(crate) async fn with_times(times: CallTimes) -> Self {
        let account = Account {
            merchant_id: "1211149".to_owned(),
            merchant_secret: "swordfish".to_owned(),
            app_id: "app".to_owned(),
            app_secret: "app-secret".to_owned(),
        };
        let fake = Fake::start(0, account).unwrap();
        let (public_url, notifications) = listen().await;
        let gateway = PayHereGateway::new(settings(&fake.url(), public_url, times)).unwrap();
        let browser = Client::builder().redirect(Policy::none()).no_proxy().build().unwrap();
        Self { fake, gateway, browser, notifications }
    }

    pub(crate) async fn behave(&self, behaviour: Behaviour) {
        let answer = self.browser.put(format!("{}/fake/behaviour", self.fake.url())).json(&behaviour).send().await.unwrap();
        assert_eq!(answer.status(), 204);
    }

    pub(crate) async fn state(&self) -> Snapshot {
        self.browser.get(format!("{}/fake/state", self.fake.url())).send().await.unwrap().json().await.unwrap()
    }

    pub(crate) async fn command(&self, name: &str, body: &serde_json::Value) {
        let answer = self.browser.post(format!("{}/fake/{name}", self.fake.url())).json(body).send().await.unwrap();
        assert_eq!(answer.status(), 204);
    }

    /// The status and text of the page that a form opens.
    pub(crate) async fn submit(&self, form: &CheckoutForm) -> (u16, String) {
        let answer = self.browser.post(&form.action).header("content-type", "application/x-www-form-urlencoded");
        let answer = answer.body(encoded(&form.fields)).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    /// Opens the page of an attempt, and presses a button. Answers where the browser is sent.
    pub(crate) async fn press(&self, checkout: &Checkout, choice: &str) -> String {
        let (status, page) = self.submit(&self.gateway.checkout(checkout)).await;
        assert_eq!(status, 200, "{page}");
        let session = page.split("name=\"session\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        let answer = self.browser.post(format!("{}/pay/finish", self.fake.url()));
        let answer = answer.header("content-type", "application/x-www-form-urlencoded");
        let answer = answer.body(encoded(&[("session", session.to_owned()), ("choice", choice.to_owned())])).send().await.unwrap();
        assert_eq!(answer.status(), 303);
        answer.headers()["location"].to_str().unwrap().to_owned()
    }

    /// The next notification.
    pub(crate) async fn notified(&mut self) -> Vec<u8> {
        timeout(PATIENCE, self.notifications.recv()).await.expect("a notification").unwrap()
    }

    /// Whether a notification has come that no test has read.
    pub(crate) fn has_notification(&mut self) -> bool {
        self.notifications.try_recv().is_ok()
    }

    /// Tells the gateway to notify a code about its newest payment.
    pub(crate) async fn notify_newest(&self, status_code: i32) {
        let newest = self.state().await.payments.last().unwrap().payment_id;
        self.command("notify", &json!({"paymentId": newest, "statusCode": status_code})).await;
    }
}

pub(crate) fn settings(base_url: &str, public_url: String, times: CallTimes) -> PayHereSettings {
    PayHereSettings {
        merchant_id: "1211149".to_owned(),
        merchant_secret: Secret::new("swordfish".to_owned()),
        app: Some(AppCredentials { id: "app".to_owned(), secret: Secret::new("app-secret".to_owned()) }),
        base_url: base_url.parse().unwrap(),
        public_url,
        times,
    }
}

/// An attempt of an order of its own, and what is to be paid.
pub(crate) fn checkout(order: u64, amount: &str) -> Checkout {
    Checkout {
        attempt: attempt(order, 1),
        amount: Money::parse(amount).unwrap(),
        name: RecipientName::parse("Nimali Perera").unwrap(),
        email: EmailAddress::parse("nimali@example.com").unwrap(),
        phone: PhoneNumber::parse("+94 77 123 4567").unwrap(),
        address: ShippingAddress::parse("27 Flower Road, Colombo 07").unwrap(),
        city: None,
    }
}

pub(crate) fn attempt(order: u64, number: u32) -> AttemptId {
    AttemptId { order: OrderId::from_random(order), number: 1_000 + number }
}

fn encoded(fields: &[(&str, String)]) -> String {
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

/// A server that answers every request with 200 and hands out the bodies.
async fn listen() -> (String, UnboundedReceiver<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (hand_out, bodies) = unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let hand_out = hand_out.clone();
            tokio::spawn(async move {
                let mut request = Vec::new();
                let body = loop {
                    let mut chunk = [0; 4_096];
                    let Ok(read @ 1..) = stream.read(&mut chunk).await else { return };
                    request.extend_from_slice(&chunk[..read]);
                    if let Some(body) = whole_body(&request) {
                        break body;
                    }
                };
                // The test may have ended.
                let _ = hand_out.send(body);
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").await;
            });
        }
    });
    (url, bodies)
}

/// The body of a request, once all of it is there.
fn whole_body(request: &[u8]) -> Option<Vec<u8>> {
    let end = request.windows(4).position(|bytes| bytes == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&request[..end]).to_ascii_lowercase();
    let length: usize = head.split("content-length: ").nth(1)?.split("\r\n").next()?.parse().ok()?;
    (request.len() >= end + length).then(|| request[end..end + length].to_vec())
}
