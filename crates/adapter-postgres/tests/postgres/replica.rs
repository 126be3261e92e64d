//! Reads of a real streaming replica: what it may answer, and that everything else comes from the primary.

use std::time::{Duration, Instant};

use adapter_postgres::{Postgres, ReplicaError, ReplicaState};
use domain::catalog::ports::{ChangeFeed as _, Commit, CommitListener as _, FeedCursor, ProductRepository as _};
use domain::catalog::product_code::ProductCode;
use domain::reports::overview::OverviewReader as _;
use domain::reports::sales_period::{PeriodLength, SalesPeriod};
use domain::shared::calendar::ShopCalendar;
use testkit::postgres::TestDatabase;
use testkit::replicated_server::ReplicatedServer;
use testkit::{moments, sample_products, sample_users};

/// A shop with one product, and a replica.
struct Shop {
    database: TestDatabase,
    postgres: Postgres,
    code: ProductCode,
    /// Where the last poll ended.
    cursor: FeedCursor,
    server: ReplicatedServer,
}

impl Shop {
    async fn new() -> Self {
        let server = ReplicatedServer::start().await;
        let database = TestDatabase::create_on(&server.primary("postgres")).await;
        server.caught_up().await;
        let postgres = database.postgres().await.with_replica(&server.replica(database.name())).await.unwrap();
        let product = postgres.create(&sample_products::product("Rose water"), &sample_users::actor()).await.unwrap();
        let cursor = postgres.since(None).await.unwrap().cursor;
        Self { database, postgres, code: product.code, cursor, server }
    }

    /// Asks for the changes of the catalogue, as the shop does 4 times a second.
    async fn poll(&mut self) {
        self.cursor = self.postgres.since(Some(&self.cursor)).await.unwrap().cursor;
    }

    /// Another process sets the stock.
    async fn set_stock(&self, stock: u32) {
        self.database.client().await.batch_execute(&format!("UPDATE products SET stock = {stock}")).await.unwrap();
    }

    async fn stock(&self) -> u32 {
        self.postgres.by_code(&self.code, moments::now()).await.unwrap().unwrap().stock.get()
    }

    async fn state(&self) -> ReplicaState {
        self.postgres.replica_state().await.unwrap()
    }

    /// The reads that the replica has answered, and those that it was passed over for with this reason.
    async fn counts(&self, reason: &str) -> (u64, u64) {
        let state = self.state().await;
        (state.answered, state.fallbacks.iter().find(|(name, _)| *name == reason).unwrap().1)
    }

    /// Polls until the replica answers a read.
    async fn until_the_replica_answers(&mut self) {
        let (begun, before) = (Instant::now(), self.state().await.answered);
        loop {
            self.poll().await;
            self.stock().await;
            if self.state().await.answered > before {
                return;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", self.state().await);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn report(&self) {
        let period = SalesPeriod::at(moments::now(), PeriodLength::Week, ShopCalendar::default());
        self.postgres.revenue(&period).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_answers_what_it_has_replayed() {
    let mut shop = Shop::new().await;
    shop.server.caught_up().await;
    shop.poll().await;
    let before = shop.state().await;
    assert!(before.is_up);
    shop.set_stock(7).await;
    shop.poll().await;
    shop.server.caught_up().await;
    shop.poll().await;
    assert_eq!(shop.stock().await, 7);
    shop.poll().await;
    shop.report().await;
    let after = shop.state().await;
    assert_eq!(after, ReplicaState { answered: before.answered + 2, ..before });

    shop.server.pause().await;
    changes_that_are_not_replayed_come_from_the_primary(&mut shop).await;
    own_changes_come_from_the_primary(&mut shop).await;
    shop.server.resume().await;
    shop.until_the_replica_answers().await;
    without_a_poll_the_primary_is_read(&mut shop).await;
    other_servers_are_refused(&shop).await;
}

async fn changes_that_are_not_replayed_come_from_the_primary(shop: &mut Shop) {
    for stock in [8, 9] {
        let (answered, behind) = shop.counts("behind").await;
        shop.set_stock(stock).await;
        // What a process does not know yet it may lack.
        shop.poll().await;
        assert_eq!(shop.stock().await, stock);
        assert_eq!(shop.counts("behind").await, (answered, behind + 1));
        // A report may be 10 s old.
        shop.poll().await;
        shop.report().await;
        assert_eq!(shop.counts("behind").await, (answered + 1, behind + 1));
    }
}

async fn own_changes_come_from_the_primary(shop: &mut Shop) {
    let (answered, own) = shop.counts("own_change").await;
    shop.poll().await;
    shop.postgres.committed(Commit::Catalogue);
    shop.stock().await;
    assert_eq!(shop.counts("own_change").await, (answered, own + 1));
    shop.poll().await;
    shop.postgres.committed(Commit::ByStaff);
    shop.report().await;
    assert_eq!(shop.counts("own_change").await, (answered, own + 2));
    // The poll covers it, and a report has to have it.
    shop.set_stock(10).await;
    let behind = shop.counts("behind").await.1;
    shop.poll().await;
    shop.report().await;
    assert_eq!(shop.counts("behind").await, (answered, behind + 1));
}

async fn without_a_poll_the_primary_is_read(shop: &mut Shop) {
    tokio::time::sleep(Duration::from_millis(950)).await;
    let (answered, unheard) = shop.counts("unheard").await;
    shop.stock().await;
    shop.report().await;
    assert_eq!(shop.counts("unheard").await, (answered, unheard + 2));
}

async fn other_servers_are_refused(shop: &Shop) {
    let refusal = async |url: String| shop.database.postgres().await.with_replica(&url).await.unwrap_err();
    let primary = refusal(shop.server.primary(shop.database.name())).await;
    assert!(matches!(primary, ReplicaError::NoReplica), "{primary:?}");
    let other = refusal(shop.server.replica("postgres")).await;
    assert!(matches!(other, ReplicaError::OtherDatabase), "{other:?}");
    let nonsense = refusal("https://replica".to_owned()).await;
    assert!(matches!(nonsense, ReplicaError::Address(_)), "{nonsense:?}");
}

/// Makes lists by sales slow on the replica.
const SLOW_REPLICA: &str = "ALTER FUNCTION sales_since_summed(integer, timestamptz, timestamptz) RENAME TO summed; \
    CREATE FUNCTION sales_since_summed(d integer, a timestamptz, u timestamptz) \
    RETURNS TABLE (product_id uuid, units bigint, revenue_cents bigint) LANGUAGE plpgsql STABLE AS $$ \
    BEGIN IF pg_is_in_recovery() THEN PERFORM pg_sleep(60); END IF; RETURN QUERY SELECT * FROM summed(d, a, u); END $$";

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_that_fails_costs_one_short_wait() {
    let mut shop = Shop::new().await;
    shop.database.client().await.batch_execute(SLOW_REPLICA).await.unwrap();
    shop.server.caught_up().await;
    shop.until_the_replica_answers().await;
    a_read_in_the_way_of_the_replay_is_answered(&mut shop).await;
    a_stopped_replica_is_used_again_once_it_is_back(&mut shop).await;
    a_slow_read_is_answered_and_the_replica_left_alone(&mut shop).await;
}

/// How long the best sellers of a report take.
async fn list_by_sales(postgres: &Postgres) -> Duration {
    let begun = Instant::now();
    let period = SalesPeriod::at(moments::now(), PeriodLength::Week, ShopCalendar::default());
    assert!(postgres.figures(&period).await.unwrap().best_sellers.is_empty());
    begun.elapsed()
}

async fn a_read_in_the_way_of_the_replay_is_answered(shop: &mut Shop) {
    shop.poll().await;
    let conflicts = shop.counts("conflict").await.1;
    let (primary, postgres) = (shop.database.client().await, shop.postgres.clone());
    let reading = tokio::spawn(async move { list_by_sales(&postgres).await });
    tokio::time::sleep(Duration::from_millis(200)).await;
    primary.batch_execute("BEGIN; LOCK TABLE products IN ACCESS EXCLUSIVE MODE; COMMIT").await.unwrap();
    reading.await.unwrap();
    assert_eq!(shop.counts("conflict").await.1, conflicts + 1, "{:?}", shop.state().await);
}

async fn a_slow_read_is_answered_and_the_replica_left_alone(shop: &mut Shop) {
    shop.poll().await;
    let (slow, down) = (shop.counts("slow").await.1, shop.counts("down").await.1);
    assert!(list_by_sales(&shop.postgres).await >= Duration::from_secs(1));
    shop.poll().await;
    list_by_sales(&shop.postgres).await;
    assert_eq!((shop.counts("slow").await.1, shop.counts("down").await.1), (slow + 1, down + 1), "{:?}", shop.state().await);
}

async fn a_stopped_replica_is_used_again_once_it_is_back(shop: &mut Shop) {
    shop.server.stop_replica();
    shop.set_stock(3).await;
    shop.poll().await;
    assert_eq!(shop.stock().await, 3);
    assert!(!shop.state().await.is_up);
    shop.server.start_replica();
    shop.until_the_replica_answers().await;
    assert!(shop.state().await.is_up);
}
