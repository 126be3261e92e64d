//! A shop that takes cards, and customers who pay.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser, fresh_uuid};
use test_harness::answer::{Answer, Ask as _};
use test_harness::instance::Instance;
use tokio::time::sleep;
use tokio_postgres::Client;

use crate::attempt::{Attempt, Outcome};
use crate::database_server::count;
use crate::fixture::Fixture;
use crate::gateway::Gateway;

/// The longest time to an answer that must not wait for the gateway: that of a refusal while the database is away.
pub(crate) const ANSWERED_WITHIN: Duration = Duration::from_secs(2);
/// The longest time for the books to change: two periods of the shop's slowest task, and some for a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(45);
/// The only process of a shop that takes cards: the gateway notifies the public address, which is that of this process.
const NAME: &str = "a";

/// An order that is to be paid by card.
#[derive(Clone)]
pub(crate) struct CardOrder {
    pub(crate) id: String,
    by: SignedInUser,
}

/// Opens a shop that takes cards and reaches the gateway by this port. Its tokens name its own address, so all customers log in again.
pub(crate) async fn open(fixture: &mut Fixture, gateway_port: u16) -> Instance {
    let origin = format!("http://127.0.0.1:{}", fixture.shop.port(NAME));
    fixture.shop.set("PUBLIC_URL", &origin);
    for (name, value) in Gateway::variables(gateway_port) {
        fixture.shop.set(name, &value);
    }
    let instance = fixture.shop.start(NAME).await;
    assert_eq!(instance.origin(), origin, "another program has taken the port");
    fixture.sign_in_again(&origin).await;
    fixture.welcome(&origin).await;
    let cards = json!({"version": 0, "paymentMethods": [{"method": "payhere", "enabled": true}]});
    let settings = instance.put("/api/admin/settings/payments").signed_in_as(&fixture.template.admin).json(&cards);
    settings.ask().await.expect_status(200);
    fixture.customers.payment_method = Some("payhere");
    instance
}

/// Ends the shop with SIGKILL, lets `meanwhile` change the database, and starts it again: its periodic tasks run at once.
pub(crate) async fn restart(fixture: &Fixture, instance: Instance, meanwhile: &[&str]) -> Instance {
    instance.kill().await;
    let superuser = fixture.database_server.client(&fixture.database).await;
    for statement in meanwhile {
        superuser.batch_execute(statement).await.expect("a statement that runs");
    }
    fixture.shop.start(NAME).await
}

/// Makes the records of all attempts due, as if minutes had passed.
pub(crate) const RECORDS_DUE: &str = "UPDATE payment_attempts SET check_at = now() WHERE check_at IS NOT NULL";

/// Customers place this many orders at once, each of two units of a product that does not sell out.
pub(crate) async fn place(fixture: &mut Fixture, number: usize) -> Vec<CardOrder> {
    let users = fixture.customers.users.clone();
    let attempt = |n: usize| Attempt::new(n % users.len(), fresh_uuid().to_string(), vec![(n % 4, 2)]);
    let mut attempts: Vec<Attempt> = (0..number).map(attempt).collect();
    let orders: Vec<_> = attempts.iter().map(|attempt| fixture.customers.order(0, attempt)).collect();
    let answers = join_all(orders.into_iter().map(|order| order.try_ask())).await;
    for (attempt, answer) in attempts.iter_mut().zip(&answers) {
        attempt.record(answer);
    }
    fixture.resolve(&mut attempts).await;
    let order = |attempt: &Attempt| {
        let Outcome::Placed { id, .. } = &attempt.outcome else { panic!("not placed: {attempt:?}") };
        CardOrder { id: id.clone(), by: users[attempt.by].clone() }
    };
    let placed = attempts.iter().map(order).collect();
    fixture.attempts.append(&mut attempts);
    placed
}

impl CardOrder {
    /// The answer to starting a payment.
    pub(crate) async fn try_start(&self, shop: &Instance) -> Answer {
        shop.post(&format!("/api/orders/{}/payments", self.id)).signed_in_as(&self.by).ask().await
    }

    /// Starts a payment, and returns the form for the gateway.
    pub(crate) async fn start(&self, shop: &Instance) -> Value {
        self.try_start(shop).await.expect_status(201)
    }

    /// Starts a payment and opens the gateway's page.
    pub(crate) async fn open_page(&self, shop: &Instance, gateway: &Gateway) -> String {
        gateway.open_page(&self.start(shop).await).await.expect("a page of the gateway")
    }

    pub(crate) async fn pay(&self, shop: &Instance, gateway: &Gateway) {
        gateway.press(&self.open_page(shop, gateway).await, "pay").await;
    }
}

/// Starts and pays orders at the same time.
pub(crate) async fn pay_all(orders: &[CardOrder], shop: &Instance, gateway: &Gateway) {
    join_all(orders.iter().map(|order| order.pay(shop, gateway))).await;
}

/// Waits until the table, or the part of it, has this many rows, and returns the time it took.
///
/// # Panics
/// When it takes longer than [`PATIENCE`].
pub(crate) async fn reaches(client: &Client, rows: &str, number: usize) -> Duration {
    let begun = Instant::now();
    let number = i64::try_from(number).expect("a small number");
    loop {
        let found = count(client, rows).await;
        if found >= number {
            return begun.elapsed();
        }
        assert!(begun.elapsed() < PATIENCE, "{found} instead of {number} of {rows}");
        sleep(Duration::from_millis(50)).await;
    }
}

/// Waits until the shop's log has a line with this text after the first `known` ones, and returns how many there are.
pub(crate) async fn logged(shop: &Instance, text: &str, known: usize) -> usize {
    let begun = Instant::now();
    loop {
        let found = shop.log().matches(text).count();
        if found > known {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "the log does not say: {text}");
        sleep(Duration::from_millis(50)).await;
    }
}

/// Waits until the table, or the part of it, has no row.
///
/// # Panics
/// When it takes longer than [`PATIENCE`].
pub(crate) async fn none_left(client: &Client, rows: &str) {
    let begun = Instant::now();
    while count(client, rows).await > 0 {
        assert!(begun.elapsed() < PATIENCE, "{rows}: some are left");
        sleep(Duration::from_millis(50)).await;
    }
}
