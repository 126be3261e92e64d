//! Everything a scenario works with: a shop with stock, customers at its counter, and somebody who was shown the door.

use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::json;
use tokio::time::sleep;

use crate::answer::ask;
use crate::instance::Instance;
use crate::ledger::Attempt;
use crate::load::{Counter, Load};
use crate::model::{Model, ROLE};
use crate::probe::Probe;
use crate::server::Server;
use crate::shop::Shop;

/// The longest anybody waits for an answer, unless the scenario says otherwise.
const PATIENCE: Duration = Duration::from_secs(40);
/// The longest that finding out may take once all is well.
const FINDING_OUT: Duration = Duration::from_secs(30);

/// A shop that is being tried.
pub(crate) struct Stage {
    pub(crate) server: Server,
    pub(crate) shop: Shop,
    pub(crate) database: String,
    pub(crate) counter: Counter,
    /// Who and what was in it in the beginning. Its strangers are logged out, blocked and deleted: their tokens must never
    /// work again.
    pub(crate) model: Model,
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) seed: u64,
}

impl Stage {
    /// A new shop on a database of its own; no process of it runs yet.
    pub(crate) async fn set(server: Server, model: &Model, number: usize, seed: u64) -> Self {
        let database = format!("shop_{number}");
        Model::copy(&server, &database).await;
        let counter = Counter {
            client: client(PATIENCE),
            places: Arc::new(RwLock::new(Vec::new())),
            customers: model.customers.clone(),
            codes: model.codes.clone(),
        };
        let shop = Shop::new(&server.url(ROLE, &database));
        Self { server, shop, database, counter, model: model.clone(), attempts: Vec::new(), seed }
    }

    /// Clears up: after a crash PostgreSQL looks at every file it has, and those of shops that are over are none of its business.
    pub(crate) async fn strike(&self) {
        let outside = self.server.client("postgres").await;
        let drop = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.database);
        outside.batch_execute(&drop).await.expect("an end of the shop");
    }

    /// Leads the shop to its database by another port.
    pub(crate) fn reach_database_by(&mut self, port: u16) {
        let url = self.server.url_by(port, ROLE, &self.database);
        self.shop.set("DATABASE_URL", &url);
    }

    /// Nobody waits longer than this for an answer from now on.
    pub(crate) fn patience(&mut self, patience: Duration) {
        self.counter.client = client(patience);
    }

    /// Opens the shop with processes of these names, and shows some people the door.
    pub(crate) async fn open(&mut self, names: &[&str]) -> Vec<Instance> {
        let instances = self.shop.start_all(names).await;
        self.lead_to(&instances.iter().map(|instance| instance.base().to_owned()).collect::<Vec<_>>());
        self.show_the_door(instances[0].base()).await;
        instances
    }

    /// Sends customers to these places.
    pub(crate) fn lead_to(&self, places: &[String]) {
        *self.counter.places.write().expect("nobody panicked while changing it") = places.to_vec();
    }

    async fn show_the_door(&self, base: &str) {
        let client = &self.counter.client;
        let [left, blocked, deleted] = &self.model.strangers[..] else { panic!("three people") };
        let users = format!("{base}/api/users");
        let requests = [
            client.post(format!("{users}/logout")).bearer_auth(&left.token),
            client.put(&users).bearer_auth(&self.model.admin.token).json(&json!({"email": blocked.email, "isBlocked": true})),
            client.delete(&users).bearer_auth(&self.model.admin.token).json(&json!({"email": deleted.email})),
        ];
        for request in requests {
            let answer = ask(request).await.expect("an answer");
            assert_eq!(answer.status, 200, "{}", answer.body);
        }
    }

    /// Lets everybody order.
    pub(crate) fn load(&mut self) -> Load {
        self.seed = self.seed.wrapping_add(1);
        Load::start(&self.counter, self.seed)
    }

    /// Begins to look at a place.
    pub(crate) fn probe(&self, place: &str) -> Probe {
        Probe::start(&self.counter.client, place, &self.counter.customers[0])
    }

    /// Lets everybody finish, and then ask again, under the same keys, for what they know nothing of.
    ///
    /// # Panics
    /// When there is still no answer after a while.
    pub(crate) async fn settle(&mut self, load: Load) {
        let mut attempts = load.stop().await;
        self.find_out(&mut attempts).await;
        self.attempts.append(&mut attempts);
    }

    /// Asks again for what is open.
    pub(crate) async fn find_out(&self, attempts: &mut [Attempt]) {
        let begun = Instant::now();
        for attempt in attempts.iter_mut() {
            let mut turn = 0;
            while attempt.is_open() {
                attempt.hear(&ask(self.counter.order(turn, attempt)).await);
                if attempt.is_open() {
                    assert!(begun.elapsed() < FINDING_OUT, "still no answer: {attempt:?}");
                    turn += 1;
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }
}

/// Somebody's browser; it keeps no connection open that the server may be closing.
pub(crate) fn client(patience: Duration) -> Client {
    Client::builder().timeout(patience).build().expect("an HTTP client")
}
