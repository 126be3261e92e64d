//! Random sequences of payments by card, bank slips, charges, refunds, cancellations and reinstatements through the running shop and a fake
//! gateway. After each step the figures and the deadline of the order are compared with a model, at the end the mails and the doctor.
//!
//! The seed is printed where the walk fails; `MONEY_WALK_SEED` repeats it.

mod model;
mod random;
mod settings;

use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::{Answer, Ask as _};
use testkit::unique;
use tokio::time::Instant;

use self::model::{Model, cents_of};
use self::random::{PICTURE, Random};
use self::settings::take_transfers;
use crate::checkout::{fresh_key, order_of, place, product};
use crate::payments::Paying;
use crate::users::admin;

/// The most steps, and the most time for them.
const STEPS: usize = 90;
const TIME: Duration = Duration::from_secs(12);
/// A reference that pays an order, and a way to write it.
struct Used {
    reference: String,
    order: String,
}

struct Walk {
    paying: Paying,
    boss: SignedInUser,
    random: Random,
    orders: Vec<Model>,
    used: Vec<Used>,
    /// The notifications that the gateway has sent.
    told: usize,
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    i64::try_from(since.as_secs()).unwrap()
}

fn rupees(cents: i64) -> Value {
    json!(cents as f64 / 100.0)
}

impl Walk {
    /// A shop without the gateway's records: what a notification says is booked at once, and money goes back by hand.
    async fn new(seed: u64) -> Self {
        let paying = Paying::with(&[("PAYHERE_APP_ID", ""), ("PAYHERE_APP_SECRET", "")]).await;
        take_transfers(&paying).await;
        let boss = admin(&paying.shop).await;
        let code = product(&paying.shop, "Lotus", 1_000).await;
        let mut orders = Vec::new();
        for method in ["bankTransfer", "bankTransfer", "payhere", "payhere", "cod"] {
            let mut body = order_of(&[(&code, 2)]);
            body["paymentMethod"] = json!(method);
            let placed = place(&paying.server, &paying.buyer, &fresh_key(), &body).ask().await.expect_status(201);
            let order = &placed["order"];
            orders.push(Model::new(order["orderId"].as_str().unwrap(), method, cents_of(&order["total"]), now()));
        }
        Self { paying, boss, random: Random(seed), orders, used: Vec::new(), told: 0 }
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        let request = self.paying.server.post(path).signed_in_as(&self.boss).header("Idempotency-Key", fresh_key());
        request.json(body).ask().await
    }

    async fn put(&self, order: usize, body: &Value) -> Answer {
        self.paying.server.put(&format!("/api/orders/{}", self.orders[order].id)).signed_in_as(&self.boss).json(body).ask().await
    }

    /// A reference, and the order that it pays already: at times one that is used, in another spelling.
    fn reference(&mut self) -> (String, Option<String>) {
        if !self.used.is_empty() && self.random.below(4) == 0 {
            let used = self.random.below(self.used.len());
            let Used { reference, order } = &self.used[used];
            let spelled = match self.random.below(3) {
                0 => reference.to_lowercase(),
                1 => reference.replace('-', " "),
                _ => format!("{reference}\u{200b}."),
            };
            return (spelled, Some(order.clone()));
        }
        (format!("TRX-{}", unique::tag().to_uppercase()), None)
    }

    /// Whether a booking under a reference was taken; one that is used was refused with its order.
    fn is_booked(&mut self, answer: &Answer, status: u16, order: usize, (reference, used): (String, Option<String>)) -> bool {
        if let Some(used) = used {
            assert_eq!(answer.expect_problem(409, "payment.reference_used")["orderId"], used.as_str());
            return false;
        }
        answer.expect_status(status);
        self.used.push(Used { reference, order: self.orders[order].id.clone() });
        true
    }

    async fn step(&mut self) -> String {
        let order = self.random.below(self.orders.len());
        let done = match self.random.below(12) {
            0..=1 => self.start_card(order).await,
            2..=3 => self.press(order).await,
            4 => self.upload(order).await,
            5..=6 => self.review(order).await,
            7..=8 => self.charge(order).await,
            9 => self.refund(order).await,
            10 => self.set_status(order).await,
            _ => self.name_payment(order).await,
        };
        let seen = self.paying.server.get(&format!("/api/orders/{}", self.orders[order].id)).signed_in_as(&self.boss);
        self.orders[order].check(&seen.ask().await.expect_status(200), &done);
        done
    }

    /// The customer opens the gateway's page.
    async fn start_card(&mut self, order: usize) -> String {
        let (id, due) = (self.orders[order].id.clone(), self.orders[order].due());
        let request = self.paying.server.post(&format!("/api/orders/{id}/payments")).signed_in_as(&self.paying.buyer);
        let answer = request.ask().await;
        if self.orders[order].is_cancelled || due < 100 {
            answer.expect_status(409);
            return "a refused start".to_owned();
        }
        assert!(answer.status == 201 || answer.status == 200, "{}", answer.status);
        let form = answer.expect_status(answer.status.as_u16());
        assert_eq!(form["fields"]["amount"], format!("{}.{:02}", due / 100, due % 100));
        let name = form["attemptId"].as_str().unwrap().strip_prefix(&id).unwrap();
        assert!(name.len() == 4 && name.starts_with("-0"), "{name}");
        let open = &mut self.orders[order].open;
        if !open.iter().any(|(known, _)| known["attemptId"] == form["attemptId"]) {
            open.push((form, due));
        }
        format!("the start of a payment of {due}")
    }

    /// The customer pays on a page that is open, perhaps for an order that was paid or cancelled meanwhile, or turns back.
    async fn press(&mut self, order: usize) -> String {
        if self.orders[order].open.is_empty() {
            return "nothing".to_owned();
        }
        let form = self.random.below(self.orders[order].open.len());
        let (form, amount) = self.orders[order].open.remove(form);
        let choice = ["pay", "pay", "decline"][self.random.below(3)];
        self.paying.press(&form, choice).await;
        self.told += 1;
        assert!(self.paying.answers(self.told).await.iter().all(|answer| *answer == 200));
        if choice == "pay" {
            self.orders[order].charge(amount, true, now());
        }
        format!("{choice} of {amount} by card")
    }

    async fn upload(&mut self, order: usize) -> String {
        let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"slip.png\"\r\nContent-Type: image/png\r\n\r\n";
        let body = [head.as_bytes(), &PICTURE, b"\r\n--b--\r\n"].concat();
        let path = format!("/api/orders/{}/slips", self.orders[order].id);
        let request = self.paying.server.post(&path).signed_in_as(&self.paying.buyer);
        let answer = request.header("Content-Type", "multipart/form-data; boundary=b").body(body).ask().await;
        let model = &mut self.orders[order];
        if model.due() == 0 || model.slips == 5 {
            answer.expect_status(409);
            return "a refused slip".to_owned();
        }
        let slips = answer.expect_status(201)["order"]["slips"].clone();
        let slip = slips.as_array().unwrap().iter().find(|slip| {
            let id = slip["slipId"].as_str().unwrap();
            slip["state"] == "inReview" && !model.in_review.iter().any(|known| known == id)
        });
        model.upload(slip.unwrap()["slipId"].as_str().unwrap());
        "a slip".to_owned()
    }

    async fn review(&mut self, order: usize) -> String {
        if self.orders[order].in_review.is_empty() {
            return "nothing".to_owned();
        }
        let slip = self.orders[order].in_review[0].clone();
        let path = format!("/api/orders/{}/slips/{slip}/review", self.orders[order].id);
        if self.random.below(3) == 0 {
            self.post(&path, &json!({"outcome": "rejected"})).await.expect_status(200);
            self.orders[order].reject(&slip, now());
            return "a rejected slip".to_owned();
        }
        let (amount, named) = (self.random.cents(self.orders[order].total * 5 / 4), self.reference());
        let body = json!({"outcome": "accepted", "amount": rupees(amount), "bankReference": named.0});
        let answer = self.post(&path, &body).await;
        if !self.is_booked(&answer, 200, order, named) {
            return "a slip whose reference is used".to_owned();
        }
        self.orders[order].in_review.retain(|kept| *kept != slip);
        self.orders[order].charge(amount, true, now());
        format!("an accepted slip of {amount}")
    }

    async fn charge(&mut self, order: usize) -> String {
        let (amount, named) = (self.random.cents(self.orders[order].total * 5 / 4), self.reference());
        let body = json!({"method": "bankTransfer", "amount": rupees(amount), "reference": named.0});
        let answer = self.post(&format!("/api/orders/{}/charges", self.orders[order].id), &body).await;
        if !self.is_booked(&answer, 201, order, named) {
            return "a charge whose reference is used".to_owned();
        }
        self.orders[order].charge(amount, true, now());
        format!("a charge of {amount}")
    }

    async fn refund(&mut self, order: usize) -> String {
        let held = self.orders[order].held();
        let amount = if self.random.below(3) == 0 { held.max(1) } else { self.random.cents(held + held / 5 + 1) };
        let body = json!({"amount": rupees(amount), "via": "byHand", "reason": "walk"});
        let answer = self.post(&format!("/api/orders/{}/refunds", self.orders[order].id), &body).await;
        if amount > held {
            answer.expect_problem(409, "payment.exceeds_held");
            return "a refused refund".to_owned();
        }
        answer.expect_status(201);
        self.orders[order].refund(amount);
        format!("a refund of {amount}")
    }

    async fn set_status(&mut self, order: usize) -> String {
        if self.orders[order].is_cancelled {
            self.put(order, &json!({"status": "processing"})).await.expect_status(200);
            self.orders[order].reinstate(now());
            return "a reinstatement".to_owned();
        }
        self.put(order, &json!({"status": "cancelled"})).await.expect_status(200);
        self.orders[order].is_cancelled = true;
        "a cancellation".to_owned()
    }

    /// Staff write a reference into an order of which nothing was charged: it pays the total.
    async fn name_payment(&mut self, order: usize) -> String {
        if self.orders[order].has_charge() {
            return "nothing".to_owned();
        }
        let named = self.reference();
        let answer = self.put(order, &json!({"paymentId": named.0})).await;
        if !self.is_booked(&answer, 200, order, named) {
            return "an edit whose reference is used".to_owned();
        }
        let model = &mut self.orders[order];
        let late = model.late;
        model.charge(model.total, model.method != "cod", now());
        // An edit of staff tells staff nothing.
        model.late = late;
        "an edit of paymentId".to_owned()
    }

    /// The amounts of the mails of this kind about an order, sorted.
    async fn mailed(&self, kind: &str, order: &str) -> Vec<i64> {
        let query = "SELECT (jsonb_path_query_first(data, '$.**.amount_cents'))::bigint FROM mail_outbox \
                     WHERE kind = $1 AND dedupe_key LIKE $1 || ':' || $2 || ':%' ORDER BY 1";
        let rows = self.paying.shop.database().client().await.query(query, &[&kind, &order]).await.unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    }

    async fn check_mails(&self) {
        for model in &self.orders {
            for (kind, amounts) in [("paid", &model.paid_mails), ("refunded", &model.refund_mails)] {
                let mut expected = amounts.clone();
                expected.sort_unstable();
                assert_eq!(self.mailed(kind, &model.id).await, expected, "{kind} {model:?}");
            }
            let alarms = async |kind: &str| {
                let alarms = format!("SELECT count(*) FROM attention WHERE kind = '{kind}' AND order_id = '{}'", model.id);
                crate::checkout::count(&self.paying.shop, &alarms).await
            };
            assert_eq!(alarms("overpaid").await > 0, model.was_overpaid, "{model:?}");
            assert_eq!(alarms("latePayment").await, model.late, "{model:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn random_sequences_leave_the_money_of_every_order_right() {
    let seed = std::env::var("MONEY_WALK_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(unique::bits);
    eprintln!("MONEY_WALK_SEED={seed}");
    let mut walk = Walk::new(seed).await;
    let begun = Instant::now();
    let mut steps = 0;
    while steps < STEPS && begun.elapsed() < TIME {
        let done = walk.step().await;
        eprintln!("step {steps}: {done}");
        steps += 1;
    }
    walk.check_mails().await;
    walk.paying.shop.is_in_order("doctor").await;
}
