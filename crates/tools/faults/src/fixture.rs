//! What a scenario works with: a shop with stock on a database of its own, its customers, and users whose sessions were revoked.

use std::collections::BTreeSet;
use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;
use test_harness::accounts::{SignedInAs as _, SignedInUser, log_in};
use test_harness::answer::{Ask as _, client};
use test_harness::instance::Instance;
use test_harness::shop::Shop;
use tokio::time::sleep;

use crate::attempt::Attempt;
use crate::database_server::DatabaseServer;
use crate::load::{Customers, Load};
use crate::probe::Probe;
use crate::shop_program;
use crate::template::{ADMIN, PASSWORD, ROLE, Template};

/// Timeout of a customer's request, unless the scenario sets another.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(40);
/// Timeout of resolving all attempts once the fault is over.
const RESOLVE_TIMEOUT: Duration = Duration::from_secs(30);

/// A shop under test.
pub(crate) struct Fixture {
    pub(crate) database_server: DatabaseServer,
    pub(crate) shop: Shop,
    pub(crate) database: String,
    pub(crate) customers: Customers,
    /// The content of the database at the beginning. Its `revoked` users are logged out, blocked and deleted by
    /// [`Self::open`].
    pub(crate) template: Template,
    pub(crate) attempts: Vec<Attempt>,
    /// The numbers of orders that the shop must have cancelled; it must not have cancelled any other.
    pub(crate) cancelled: BTreeSet<String>,
    pub(crate) seed: u64,
}

impl Fixture {
    /// A new shop on a copy of the template; no process of it runs yet.
    pub(crate) async fn new(database_server: DatabaseServer, template: &Template, number: usize, seed: u64) -> Self {
        let database = format!("shop_{number}");
        Template::copy(&database_server, &database).await;
        let customers = Customers {
            client: client(REQUEST_TIMEOUT),
            clients: Arc::default(),
            origins: Arc::new(RwLock::new(Vec::new())),
            users: template.customers.clone(),
            product_codes: template.product_codes.clone(),
            payment_method: None,
        };
        let mut shop = Shop::new(&shop_program());
        shop.set("DATABASE_URL", &database_server.url(ROLE, &database));
        Self {
            database_server,
            shop,
            database,
            customers,
            template: template.clone(),
            attempts: Vec::new(),
            cancelled: BTreeSet::new(),
            seed,
        }
    }

    /// Drops the database: after a crash PostgreSQL reads every file it has, those of finished scenarios included.
    pub(crate) async fn drop_database(&self) {
        let superuser = self.database_server.client("postgres").await;
        let drop = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.database);
        superuser.batch_execute(&drop).await.expect("a database that is dropped");
    }

    /// Makes processes that start from now on reach the database by this port.
    pub(crate) fn set_database_port(&mut self, port: u16) {
        let url = self.database_server.url_by(port, ROLE, &self.database);
        self.shop.set("DATABASE_URL", &url);
    }

    /// Sets the timeout of the customers' requests.
    pub(crate) fn set_request_timeout(&mut self, timeout: Duration) {
        self.customers.client = client(timeout);
    }

    /// Starts processes of these names at once.
    pub(crate) async fn start_all(&self, names: &[&str]) -> Vec<Instance> {
        join_all(names.iter().map(|name| self.shop.start(name))).await
    }

    /// Starts processes of these names, sends the customers to them, and revokes the sessions of some users.
    pub(crate) async fn open(&mut self, names: &[&str]) -> Vec<Instance> {
        let instances = self.start_all(names).await;
        self.set_origins(&instances.iter().map(Instance::origin).collect::<Vec<_>>());
        self.revoke_users(&instances[0].origin()).await;
        instances
    }

    /// Logs all customers in again: the template's tokens are void where the shop's public address is another one.
    pub(crate) async fn sign_in_again(&mut self, origin: &str) {
        let client = self.customers.client.clone();
        let again = async |user: &SignedInUser| log_in(&client, origin, &user.email, PASSWORD).await;
        self.template.admin = log_in(&client, origin, ADMIN, PASSWORD).await;
        self.customers.users = Arc::new(join_all(self.customers.users.iter().map(again)).await);
        self.template.revoked = join_all(self.template.revoked.iter().map(again)).await;
    }

    /// Sends the customers to this origin, and revokes the sessions of some users.
    pub(crate) async fn welcome(&self, origin: &str) {
        self.set_origins(&[origin.to_owned()]);
        self.revoke_users(origin).await;
    }

    /// Sends customers to these origins.
    pub(crate) fn set_origins(&self, origins: &[String]) {
        *self.customers.origins.write().expect("a lock that no panic has poisoned") = origins.to_vec();
    }

    async fn revoke_users(&self, origin: &str) {
        let client = &self.customers.client;
        let [left, blocked, deleted] = &self.template.revoked[..] else { panic!("three users") };
        let users = format!("{origin}/api/users");
        let requests = [
            // Blocking and deleting need a session that was confirmed less than 10 minutes ago.
            client.post(format!("{users}/confirm")).signed_in_as(&self.template.admin).json(&json!({"password": PASSWORD})),
            client.post(format!("{users}/logout")).signed_in_as(left),
            client.put(&users).signed_in_as(&self.template.admin).json(&json!({"email": blocked.email, "isBlocked": true})),
            client.delete(&users).signed_in_as(&self.template.admin).json(&json!({"email": deleted.email})),
        ];
        for request in requests {
            request.ask().await.expect_status(200);
        }
    }

    /// Starts every customer.
    pub(crate) fn load(&mut self) -> Load {
        self.seed = self.seed.wrapping_add(1);
        Load::start(&self.customers, self.seed)
    }

    /// Starts to probe an origin.
    pub(crate) fn probe(&self, origin: &str) -> Probe {
        Probe::start(&self.customers.client, origin, &self.customers.users[0])
    }

    /// Stops the customers and resolves their attempts.
    ///
    /// # Panics
    /// When an attempt stays unresolved for 30 s.
    pub(crate) async fn settle(&mut self, load: Load) {
        let mut attempts = load.stop().await;
        self.resolve(&mut attempts).await;
        self.attempts.append(&mut attempts);
    }

    /// Repeats the request of each unresolved attempt under its key, until it is answered.
    ///
    /// # Panics
    /// When an attempt stays unresolved for 30 s.
    pub(crate) async fn resolve(&self, attempts: &mut [Attempt]) {
        let begun = Instant::now();
        for attempt in attempts.iter_mut() {
            let mut turn = 0;
            while attempt.is_unresolved() {
                attempt.record(&self.customers.order(turn, attempt).try_ask().await);
                if attempt.is_unresolved() {
                    assert!(begun.elapsed() < RESOLVE_TIMEOUT, "still no answer: {attempt:?}");
                    turn += 1;
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }
}
