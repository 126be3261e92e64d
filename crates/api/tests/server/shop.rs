//! A shop of one test: the harness's shop, on a database of its own.

use std::ops::Deref;
use std::path::Path;

use test_harness::instance::Instance;
use test_harness::shop::Shop as HarnessShop;
use testkit::postgres::TestDatabase;
use testkit::replicated_server::ReplicatedServer;

/// A shop. Its processes, sub-commands and logs are those of [`HarnessShop`].
pub(crate) struct Shop {
    database: Option<TestDatabase>,
    shop: HarnessShop,
}

impl Deref for Shop {
    type Target = HarnessShop;

    fn deref(&self) -> &HarnessShop {
        &self.shop
    }
}

impl Shop {
    /// A shop on a new database of the test server.
    pub(crate) async fn new() -> Self {
        Self::on(TestDatabase::create().await)
    }

    /// A shop on a new database of this server, which reads from its replica.
    pub(crate) async fn replicated(server: &ReplicatedServer) -> Self {
        let database = TestDatabase::create_on(&server.primary("postgres")).await;
        server.caught_up().await;
        let replica = server.replica(database.name());
        Self::on(database).with("DATABASE_READ_URL", &replica)
    }

    fn on(database: TestDatabase) -> Self {
        let shop = Self::embedded().with("DATABASE_URL", database.url());
        Self { database: Some(database), ..shop }
    }

    /// A shop with the private database of the default configuration.
    pub(crate) fn embedded() -> Self {
        Self { database: None, shop: HarnessShop::new(Path::new(env!("CARGO_BIN_EXE_api"))) }
    }

    /// Sets a variable of all its processes.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.shop.set(name, value);
        self
    }

    /// Starts a process that serves the shop, and waits until it is open and searches.
    pub(crate) async fn start(&self, name: &str) -> Instance {
        let instance = self.shop.start(name).await;
        instance.search_stands().await;
        instance
    }

    /// The database of the test server.
    pub(crate) fn database(&self) -> &TestDatabase {
        self.database.as_ref().expect("a shop on the test server")
    }

    /// Fails unless `api doctor` finds every invariant kept.
    pub(crate) async fn is_in_order(&self, name: &str) {
        let doctor = self.run(name, &["doctor"]).await;
        assert!(doctor.status.success(), "{doctor:?}");
        assert_eq!(doctor.stdout.trim(), "Everything is in order.");
    }
}
