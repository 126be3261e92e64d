//! What two instances behind nginx share, in one run: limits, sessions, caches, pictures, mails, expiry and sweeps.
//!
//! Each of these has tests of its own with two instances; this one drives them through nginx, as the web app does.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, log_in};
use test_harness::answer::{Ask as _, exchange};
use tokio::time::sleep;
use tokio_postgres::Client;

use super::Verdict;
use crate::cluster::{Cluster, Visitor};
use crate::database_server::count;
use crate::fixture::Fixture;
use crate::invariants;
use crate::paying::{none_left, place, reaches};
use crate::report::Figures;
use crate::template::PASSWORD;

/// Orders by bank transfer.
const ORDERS: usize = 24;
/// Those of them that are not paid in time.
const OVERDUE: usize = 8;
/// The number of messages that an address may send in an hour (`http/src/middleware/rate_limit.rs`).
const MESSAGES: usize = 5;
/// The guesses at a password that are compared without a delay, on all instances together.
const GUESSES: usize = 5;
/// The longest time until all instances show a change.
const SEEN: Duration = Duration::from_secs(1);
/// A picture of the demo shop.
const PICTURE: &[u8] = include_bytes!("../../../../api/demo/images/ara-bdy-001-1.webp");

/// Keeps the delays after failed logins from passing, however slow the machine is.
const HOLD_DELAYS: &str = "CREATE FUNCTION ahead() RETURNS trigger LANGUAGE plpgsql AS \
    $$ BEGIN NEW.last_failed_at = NEW.last_failed_at + interval '1 hour'; RETURN NEW; END $$; \
    CREATE TRIGGER ahead BEFORE INSERT OR UPDATE ON login_attempts FOR EACH ROW EXECUTE FUNCTION ahead()";
const LET_DELAYS_PASS: &str = "DROP TRIGGER ahead ON login_attempts; DROP FUNCTION ahead()";
/// A day passes for the counts of logins and for uploads.
const A_DAY_LATER: &str = "UPDATE login_attempts SET changed_at = now() - interval '25 hours';
    UPDATE uploads SET uploaded_at = now() - interval '25 hours'";
const CANCELLED: &str = "orders WHERE status = 'cancelled'";
const UNSENT: &str = "mail_outbox WHERE sent_at IS NULL";

/// A cluster, a visitor of each instance, and the database.
struct Round<'f> {
    fixture: &'f mut Fixture,
    cluster: Cluster,
    here: Visitor,
    there: Visitor,
    database: Client,
}

/// All of it, one after the other.
pub(super) async fn shared(fixture: &mut Fixture) -> Verdict {
    fixture.shop.set("RATE_LIMIT_SCALE", "1");
    let cluster = Cluster::open(fixture).await;
    let [here, there] = cluster.visitors().await;
    let database = fixture.database_server.client(&fixture.database).await;
    let mut round = Round { fixture, cluster, here, there, database };
    round.limits().await;
    round.guesses().await;
    round.sessions().await;
    let seen = round.caches().await;
    let pictures = round.pictures().await;
    let overdue = round.orders().await;
    let mails = round.mails().await;
    round.restarted(&overdue, &pictures).await;
    let all_mails = round.mails().await;
    assert!(all_mails > mails, "no mail tells of the cancelled orders");
    let Round { fixture, cluster, .. } = round;
    let mut violations = invariants::violations(fixture, &cluster.instances).await;
    violations.extend(cluster.nginx.exchanges().iter().filter(|e| e.is_repeated_wrongly()).map(|e| format!("repeated by nginx: {e:?}")));
    let note = format!("a change was seen elsewhere after {} ms; {all_mails} mails, each once", seen.as_millis());
    (Figures { note, ..Figures::default() }, violations)
}

impl Round<'_> {
    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.cluster.nginx.origin())
    }

    fn get(&self, visitor: &Visitor, path: &str) -> RequestBuilder {
        visitor.client.get(self.url(path))
    }

    fn post(&self, visitor: &Visitor, path: &str) -> RequestBuilder {
        visitor.client.post(self.url(path))
    }

    /// Rate limits are counted by each instance, and nginx keeps an address with one: whatever a client claims in `X-Forwarded-For`, it
    /// has one allowance. Other addresses have their own.
    async fn limits(&self) {
        let message = json!({"name": "Nimali", "email": "nimali@example.com", "message": "Do you deliver to Jaffna?"});
        let said = |request: RequestBuilder, claimed: usize| {
            request.header("X-Forwarded-For", format!("203.0.113.{claimed}")).json(&message).ask()
        };
        for claimed in 0..MESSAGES {
            said(self.post(&self.here, "/api/contact"), claimed).await.expect_status(202);
        }
        said(self.post(&self.here, "/api/contact"), MESSAGES).await.expect_problem(429, "request.too_many");
        said(self.post(&self.there, "/api/contact"), 0).await.expect_status(202);
        let [first, second] = &self.cluster.instances[..] else { panic!("two instances") };
        let past_nginx = |origin: String| self.here.client.post(format!("{origin}/api/contact"));
        said(past_nginx(first.origin()), 0).await.expect_problem(429, "request.too_many");
        said(past_nginx(second.origin()), 0).await.expect_status(202);
    }

    /// Failed logins are counted in the database, for all instances.
    async fn guesses(&self) {
        self.database.batch_execute(HOLD_DELAYS).await.expect("a trigger");
        let guess = |number: usize| {
            let visitor = if number.is_multiple_of(2) { &self.here } else { &self.there };
            let body = json!({"email": "nobody@example.com", "password": "a wrong guess"});
            self.post(visitor, "/api/users/login").json(&body).ask()
        };
        let answers = join_all((0..2 * GUESSES + 4).map(guess)).await;
        let compared = answers.iter().filter(|answer| answer.status == 401).count();
        assert_eq!(compared, GUESSES, "{answers:?}");
        self.database.batch_execute(LET_DELAYS_PASS).await.expect("no trigger");
    }

    /// A session that ends on one instance has ended on the other.
    async fn sessions(&self) {
        let email = &self.fixture.customers.users[0].email;
        let session = log_in(&self.here.client, &self.cluster.nginx.origin(), email, PASSWORD).await;
        self.get(&self.there, "/api/orders").signed_in_as(&session).ask().await.expect_status(200);
        self.post(&self.here, "/api/users/logout").signed_in_as(&session).ask().await.expect_status(200);
        for visitor in [&self.there, &self.here] {
            self.get(visitor, "/api/orders").signed_in_as(&session).ask().await.expect_status(401);
        }
    }

    async fn names(&self, visitor: &Visitor, code: &str) -> [Value; 2] {
        let own = self.get(visitor, &format!("/api/products/{code}")).ask().await.expect_status(200);
        let listed = self.get(visitor, "/api/products").ask().await.expect_status(200);
        let listed = listed.as_array().expect("a list").iter().find(|product| product["productId"] == code).expect("the product");
        [own["productName"].clone(), listed["productName"].clone()]
    }

    /// An edit is seen at once where it was made, and within a second at the other instance, whose answers are cached. The time that
    /// took.
    async fn caches(&self) -> Duration {
        let code = self.fixture.customers.product_codes[0].clone();
        let mut slowest = Duration::ZERO;
        for name in ["Rose soap", "Jasmine soap"] {
            for visitor in [&self.here, &self.there].into_iter().cycle().take(6) {
                self.names(visitor, &code).await;
            }
            let edit = self.here.client.put(self.url(&format!("/api/products/update/{code}")));
            edit.signed_in_as(&self.fixture.template.admin)
                .json(&json!({"productName": name, "price": 1200, "lastPrice": 1200}))
                .ask()
                .await
                .expect_status(200);
            let begun = Instant::now();
            assert_eq!(self.names(&self.here, &code).await, [name, name], "at once where it was made");
            sleep(SEEN.saturating_sub(begun.elapsed())).await;
            assert_eq!(self.names(&self.there, &code).await, [name, name], "within {SEEN:?} elsewhere");
            slowest = slowest.max(begun.elapsed());
        }
        slowest
    }

    /// Two pictures, uploaded at one instance and shown by the other: a customer uses the first, and no one uses the second.
    async fn pictures(&self) -> [String; 2] {
        let user = &self.fixture.customers.users[0];
        let mut addresses = Vec::new();
        for _ in 0..2 {
            let body = [
                &b"--b\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nprofile\r\n--b\r\n\
                Content-Disposition: form-data; name=\"file\"; filename=\"a.webp\"\r\nContent-Type: image/webp\r\n\r\n"[..],
                PICTURE,
                b"\r\n--b--\r\n",
            ];
            let upload = self.post(&self.here, "/api/images").signed_in_as(user).header("Content-Type", "multipart/form-data; boundary=b");
            let uploaded = upload.body(body.concat()).ask().await.expect_status(201);
            addresses.push(uploaded["url"].as_str().expect("an address").to_owned());
        }
        for address in &addresses {
            let [shown, elsewhere] = [&self.here, &self.there].map(|visitor| exchange(self.get(visitor, address)));
            let (shown, elsewhere) = (shown.await.expect("a picture"), elsewhere.await.expect("a picture"));
            assert_eq!((shown.0.as_u16(), elsewhere.0.as_u16()), (200, 200), "{address}");
            assert_eq!(shown.2, elsewhere.2);
        }
        let taken = self.here.client.put(self.url(&format!("/api/users/update/{}", user.email)));
        taken.signed_in_as(user).json(&json!({"profilePicture": addresses[0]})).ask().await.expect_status(200);
        addresses.try_into().expect("two pictures")
    }

    /// Orders by bank transfer, at both instances. Those that will be overdue.
    async fn orders(&mut self) -> Vec<String> {
        let account = json!({"bank": "People's Bank", "holder": "Araliya", "number": "204-1-001-2-0012345"});
        let settings = json!({"version": 0, "bankAccount": account, "paymentMethods": [{"method": "bankTransfer", "enabled": true}]});
        let change = self.here.client.put(self.url("/api/admin/settings/payments")).signed_in_as(&self.fixture.template.admin);
        change.json(&settings).ask().await.expect_status(200);
        self.fixture.customers.payment_method = Some("bankTransfer");
        let orders = place(self.fixture, ORDERS).await;
        orders.into_iter().take(OVERDUE).map(|order| order.id).collect()
    }

    /// Every mail of the outbox arrives, and once, although both instances send. Their number.
    async fn mails(&self) -> usize {
        none_left(&self.database, UNSENT).await;
        let owed =
            self.database.query("SELECT message_id::text FROM mail_outbox WHERE kind <> 'verify'", &[]).await.expect("a query that runs");
        let owed: BTreeSet<String> = owed.iter().map(|row| row.get(0)).collect();
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        for mail in self.cluster.services.mails.mails() {
            let id = mail.lines().find_map(|line| line.strip_prefix("Message-ID: <")).expect("a Message-ID");
            *taken.entry(id.split('@').next().unwrap_or_default().to_owned()).or_default() += 1;
        }
        let again: Vec<_> = taken.iter().filter(|(_, times)| **times > 1).collect();
        let lost: Vec<_> = owed.iter().filter(|id| !taken.contains_key(*id)).collect();
        assert!(again.is_empty() && lost.is_empty(), "mails that came twice: {again:?}, and not at all: {lost:?}");
        for instance in &self.cluster.instances {
            assert!(instance.log().contains("sent a mail"), "{} sent none", instance.origin());
        }
        owed.len()
    }

    /// Both instances start at once when orders are overdue and rows are old: each order is cancelled once, and the old rows
    /// and the unused picture are deleted.
    async fn restarted(&mut self, overdue: &[String], [taken, left]: &[String; 2]) {
        let late = "UPDATE order_payments SET expires_at = now() - interval '1 minute' WHERE order_id = ANY ($1)";
        self.database.execute(late, &[&overdue]).await.expect("orders that are overdue");
        self.database.batch_execute(A_DAY_LATER).await.expect("a day that passes");
        self.cluster.restart_all(self.fixture).await;
        reaches(&self.database, CANCELLED, OVERDUE).await;
        none_left(&self.database, "login_attempts").await;
        reaches(&self.database, "uploads WHERE deleted_at IS NOT NULL", 1).await;
        let events = "(SELECT order_id FROM order_events WHERE to_status = 'cancelled' GROUP BY order_id HAVING count(*) = 1) AS cancelled";
        assert_eq!(count(&self.database, events).await, i64::try_from(OVERDUE).expect("a small number"), "each is cancelled once");
        self.fixture.cancelled = overdue.iter().cloned().collect();

        let name = |address: &str| address.rsplit('/').next().expect("a name").to_owned();
        let mut kept = ["", "w320/", "w640/"].map(|width| format!("{width}{}", name(taken))).to_vec();
        kept.sort();
        assert_eq!(self.cluster.services.bucket.objects(), kept, "the picture that a customer took is kept, in three widths");
        for (address, status) in [(taken, 200), (left, 404)] {
            let shown = exchange(self.get(&self.there, address)).await.expect("an answer");
            assert_eq!(shown.0.as_u16(), status, "{address}");
        }
    }
}
