//! Paying by card: the real program and a fake gateway, both on this machine (contract-commerce, section 9: acceptance 7 to 15).

use std::time::Duration;

use domain::payments::payment_settings::{MethodLimits, PaymentEdit, PaymentSettings};
use domain::settings::ports::{SettingsStore, replacing};
use domain::settings::shop_settings::Section;
use domain::shared::versioned::SettingsVersion;
use fake_payhere::{Account, Behaviour, Fake, Snapshot};
use reqwest::Client;
use reqwest::redirect::Policy;
use rustix::process::Signal;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;
use testkit::{moments, sample_users};
use tokio::time::{Instant, sleep};

use crate::checkout::{PRICE, count, fresh_key, order_of, place, product};
use crate::shop::Shop;
use crate::users::{admin, customer};

/// The longest time for a notification to be taken.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A shop with an account at the gateway, a customer, and an order.
pub(crate) struct Paying {
    pub(crate) shop: Shop,
    pub(crate) server: Instance,
    fake: Fake,
    pub(crate) buyer: SignedInUser,
    pub(crate) order_id: String,
    browser: Client,
}

/// Switches payments by card on.
pub(crate) async fn take_cards(shop: &Shop) {
    let edit = PaymentEdit { payhere: Some(MethodLimits { enabled: true, ..MethodLimits::default() }), ..PaymentEdit::default() };
    let section = Section::Payments(PaymentSettings::default().edited(edit).unwrap());
    let postgres = shop.database().postgres().await;
    SettingsStore::change(&postgres, &sample_users::actor(), moments::now(), replacing(section, SettingsVersion::default())).await.unwrap();
}

impl Paying {
    pub(crate) async fn new() -> Self {
        Self::with(&[]).await
    }

    /// The same with other settings.
    pub(crate) async fn with(settings: &[(&str, &str)]) -> Self {
        let account = Account {
            merchant_id: "1211149".into(),
            merchant_secret: "hunter2-merchant".into(),
            app_id: "app".into(),
            app_secret: "hunter2-app".into(),
        };
        let fake = Fake::start(0, account).unwrap();
        let shop = Shop::new().await;
        let public_url = format!("http://127.0.0.1:{}", shop.port("one"));
        let shop = shop
            .with("PUBLIC_URL", &public_url)
            .with("PAYHERE_MODE", "test")
            .with("PAYHERE_URL", &fake.url())
            .with("PAYHERE_MERCHANT_ID", "1211149")
            .with("PAYHERE_MERCHANT_SECRET", "hunter2-merchant")
            .with("PAYHERE_APP_ID", "app")
            .with("PAYHERE_APP_SECRET", "hunter2-app");
        let shop = settings.iter().fold(shop, |shop, (name, value)| shop.with(name, value));
        take_cards(&shop).await;
        let server = shop.start("one").await;
        let buyer = customer(&shop).await;
        let code = product(&shop, "Rose", 100).await;
        let placed = place(&server, &buyer, &fresh_key(), &order_of(&[(&code, 2)])).ask().await.expect_status(201);
        let order_id = placed["order"]["orderId"].as_str().unwrap().to_owned();
        // The gateway closes idle connections, perhaps while one is used again.
        let browser = Client::builder().redirect(Policy::none()).no_proxy().pool_max_idle_per_host(0).build().unwrap();
        Self { shop, server, fake, buyer, order_id, browser }
    }

    pub(crate) async fn behave(&self, behaviour: Behaviour) {
        let answer = self.browser.put(format!("{}/fake/behaviour", self.fake.url())).json(&behaviour).send().await.unwrap();
        assert_eq!(answer.status(), 204);
    }

    pub(crate) async fn state(&self) -> Snapshot {
        self.browser.get(format!("{}/fake/state", self.fake.url())).send().await.unwrap().json().await.unwrap()
    }

    /// Starts a payment; the request says another amount, which is not believed.
    pub(crate) async fn start(&self, status: u16) -> Value {
        let request = self.server.post(&format!("/api/orders/{}/payments", self.order_id)).signed_in_as(&self.buyer);
        request.json(&json!({"amount": 1})).ask().await.expect_status(status)
    }

    /// Presses a button on the page that a form opens.
    pub(crate) async fn press(&self, form: &Value, choice: &str) {
        let fields: Vec<(String, String)> =
            serde_json::from_value::<std::collections::BTreeMap<_, _>>(form["fields"].clone()).unwrap().into_iter().collect();
        let page = self.submit(form["action"].as_str().unwrap(), &fields).await;
        let page = page.text().await.unwrap();
        let session = page.split("name=\"session\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        let session = session.unwrap_or_else(|| panic!("{page}"));
        let pressed = [("session".to_owned(), session.to_owned()), ("choice".to_owned(), choice.to_owned())];
        let answer = self.submit(&format!("{}/pay/finish", self.fake.url()), &pressed).await;
        assert_eq!(answer.status(), 303);
    }

    async fn submit(&self, address: &str, fields: &[(String, String)]) -> reqwest::Response {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let request = self.browser.post(address).header("content-type", "application/x-www-form-urlencoded");
        request.body(body).send().await.unwrap()
    }

    /// The statuses with which the shop answered this many notifications.
    pub(crate) async fn answers(&self, count: usize) -> Vec<u16> {
        let begun = Instant::now();
        loop {
            let answers = self.state().await.answers;
            if answers.len() >= count {
                return answers;
            }
            assert!(begun.elapsed() < PATIENCE, "{answers:?}");
            sleep(Duration::from_millis(50)).await;
        }
    }

    pub(crate) async fn order(&self) -> Value {
        self.server.get(&format!("/api/orders/{}", self.order_id)).signed_in_as(&self.buyer).ask().await.expect_status(200)
    }

    pub(crate) async fn payment_status(&self) -> String {
        self.order().await["payment"]["paymentStatus"].as_str().unwrap().to_owned()
    }

    /// Makes the reads of all attempts due, as if minutes had passed, and waits until the order has this payment status.
    pub(crate) async fn reconciled(&self, status: &str) {
        self.shop.database().client().await.execute("UPDATE payment_attempts SET check_at = now()", &[]).await.unwrap();
        let begun = Instant::now();
        while self.payment_status().await != status {
            assert!(begun.elapsed() < PATIENCE * 2, "{}", self.order().await);
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// Kills the process and starts another one.
    pub(crate) async fn restart(&mut self) {
        self.server.signal(Signal::KILL);
        self.server.exited().await;
        self.server = self.shop.start("one").await;
    }

    async fn alarms(&self, alarm: &str) -> i64 {
        count(&self.shop, &format!("SELECT count(*) FROM attention WHERE kind = '{alarm}'")).await
    }
}

#[tokio::test]
async fn a_customer_pays_what_is_due_and_the_order_is_paid() {
    let paying = Paying::new().await;
    let form = paying.start(201).await;
    assert_eq!(form["fields"]["amount"], format!("{}.00", 2 * PRICE));
    assert_eq!(form["attemptId"], format!("{}-001", paying.order_id));
    assert_eq!(paying.start(200).await, form, "an unanswered attempt is answered again");
    paying.press(&form, "pay").await;
    assert_eq!(paying.answers(1).await, [200]);
    let order = paying.order().await;
    assert_eq!((&order["payment"]["paymentStatus"], &order["payment"]["amountDue"]), (&json!("paid"), &json!(0)));
    assert_eq!(order["paymentId"], paying.state().await.payments[0].payment_id.to_string());
    let again = paying.server.post(&format!("/api/orders/{}/payments", paying.order_id)).signed_in_as(&paying.buyer);
    again.ask().await.expect_problem(409, "payment.nothing_due");
    let log = paying.server.log();
    assert!(!log.contains("hunter2"), "no secret is in the log");
    paying.shop.is_in_order("doctor").await;
}

#[tokio::test]
async fn a_forged_notification_is_refused_and_pays_nothing() {
    let paying = Paying::new().await;
    paying.behave(Behaviour { forge_notifications: true, ..Behaviour::default() }).await;
    paying.press(&paying.start(201).await, "pay").await;
    assert_eq!(paying.answers(1).await, [400]);
    assert_eq!(paying.payment_status().await, "unpaid");
    assert_eq!(count(&paying.shop, "SELECT count(*) FROM payment_notifications").await, 0, "nothing is kept");
}

#[tokio::test]
async fn a_success_on_a_cancelled_order_waits_for_its_refund() {
    let paying = Paying::new().await;
    let boss = admin(&paying.shop).await;
    let form = paying.start(201).await;
    let cancel = paying.server.put(&format!("/api/orders/{}", paying.order_id)).signed_in_as(&boss);
    cancel.json(&json!({"status": "cancelled"})).ask().await.expect_status(200);
    paying.press(&form, "pay").await;
    assert_eq!(paying.answers(1).await, [200]);
    let order = paying.order().await;
    assert_eq!((&order["status"], &order["payment"]["refundDue"]), (&json!("cancelled"), &json!(2 * PRICE)));
    let stats = paying.server.get("/api/orders/revenue-stats").signed_in_as(&boss).ask().await.expect_status(200);
    assert_eq!((&stats["pendingRefunds"], paying.alarms("latePayment").await), (&json!(1), 1));
}

#[tokio::test]
async fn a_customer_who_comes_back_with_invented_parameters_has_paid_nothing() {
    let paying = Paying::new().await;
    let attempt = paying.start(201).await["attemptId"].as_str().unwrap().to_owned();
    for page in ["/pay/return", "/api/payments/payhere/notify"] {
        let address = format!("{page}?orderId={}&order_id={attempt}&status_code=2&payment_id=1", paying.order_id);
        paying.server.get(&address).send().await.unwrap();
    }
    assert_eq!(paying.payment_status().await, "unpaid");
}

#[tokio::test]
async fn a_payment_whose_notification_is_lost_is_found_in_the_records() {
    let paying = Paying::new().await;
    paying.behave(Behaviour { drop_notifications: true, ..Behaviour::default() }).await;
    paying.press(&paying.start(201).await, "pay").await;
    assert_eq!(paying.payment_status().await, "unpaid");
    paying.reconciled("paid").await;
    assert_eq!(paying.state().await.answers, [0_u16; 0], "no notification was sent");
}

#[tokio::test]
async fn a_customer_who_pays_twice_gets_one_total_back() {
    let paying = Paying::new().await;
    paying.behave(Behaviour { pay_twice: true, ..Behaviour::default() }).await;
    paying.press(&paying.start(201).await, "pay").await;
    assert_eq!(paying.answers(2).await, [200, 200]);
    let begun = Instant::now();
    while paying.order().await["payment"]["refundDue"] != json!(2 * PRICE) {
        assert!(begun.elapsed() < PATIENCE * 2, "{}", paying.order().await);
        sleep(Duration::from_millis(200)).await;
    }
    assert_eq!(count(&paying.shop, "SELECT count(*) FROM payment_ledger").await, 2);
    paying.shop.is_in_order("doctor").await;
}
