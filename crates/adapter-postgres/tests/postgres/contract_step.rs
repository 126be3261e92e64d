//! Tables that only the release before needs are kept as long as one of its sessions is connected, and are gone after.

use adapter_postgres::{FinishedMigrations, MigrateError, Postgres};
use testkit::postgres::TestDatabase;
use tokio_postgres::Client;

use crate::definitions::definitions;

/// Definitions that the contracting migrations drop.
const FORMER_TABLES: &str = "CREATE TABLE search_words (word text PRIMARY KEY);
    CREATE TABLE product_texts (product_id uuid PRIMARY KEY REFERENCES products ON DELETE CASCADE);
    CREATE TABLE product_words (product_id uuid REFERENCES products ON DELETE CASCADE, word text REFERENCES search_words);
    CREATE FUNCTION sum_up_sales(moment timestamptz) RETURNS void LANGUAGE sql AS '';
    INSERT INTO tallies (subject, kind, n) VALUES ('scarce', 'low', 1);
    DELETE FROM __diesel_schema_migrations WHERE version >= '20261203000300' OR version = '20261124000100'";
/// Undoes the contracting migration after the baseline.
const UNCONTRACTED: &str = include_str!("../../../../migrations/contract/2026-12-03-000400_drop_lists_of_products/down.sql");
/// Undoes the other migrations after the baseline.
const UNDONE: [&str; 10] = [
    include_str!("../../../../migrations/schema/2026-12-04-000420_guests/down.sql"),
    include_str!("../../../../migrations/schema/2026-12-04-000410_invoices/down.sql"),
    include_str!("../../../../migrations/schema/2026-12-04-000400_returns/down.sql"),
    include_str!("../../../../migrations/schema/2026-12-03-000350_chargeback_items/down.sql"),
    include_str!("../../../../migrations/schema/2026-12-03-000340_promotion_orders/down.sql"),
    include_str!("../../../../migrations/schema/2026-12-03-000330_promotions/down.sql"),
    include_str!("../../../../migrations/schema/2026-12-03-000325_names_in_references/down.sql"),
    include_str!("../../../../migrations/schema/2026-12-03-000320_numbers_of_payments/down.sql"),
    include_str!("../../../../migrations/schema/2026-12-03-000310_told_movements/down.sql"),
    include_str!("../../../../migrations/schema/2026-12-03-000300_told_payments/down.sql"),
];

/// A database as the release before left it.
async fn database_of_the_release_before() -> TestDatabase {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    client.batch_execute(UNCONTRACTED).await.unwrap();
    client.batch_execute(&UNDONE.concat()).await.unwrap();
    client.batch_execute(FORMER_TABLES).await.unwrap();
    database
}

/// A session of the release before.
async fn former_session(database: &TestDatabase) -> Client {
    let client = database.client().await;
    client.batch_execute("SET application_name = 'araliya'").await.unwrap();
    client
}

/// Every definition is that of a fresh database.
async fn assert_equals_a_fresh_one(database: &TestDatabase) {
    let fresh = definitions(&TestDatabase::create().await.client().await).await;
    let migrated = definitions(&database.client().await).await;
    assert!(fresh.len() > 300, "{}", fresh.len());
    assert_eq!(migrated.difference(&fresh).collect::<Vec<_>>(), Vec::<&String>::new(), "only in the migrated database");
    assert_eq!(fresh.difference(&migrated).collect::<Vec<_>>(), Vec::<&String>::new(), "only in a fresh database");
}

async fn finish(database: &TestDatabase) -> Result<FinishedMigrations, MigrateError> {
    database.postgres().await.finish_migrations().await
}

#[tokio::test]
async fn it_drops_nothing_while_the_release_before_is_connected() {
    let database = database_of_the_release_before().await;
    Postgres::migrate(database.url()).await.unwrap();
    let (one, other) = (former_session(&database).await, former_session(&database).await);
    let before = definitions(&one).await;
    assert_eq!(finish(&database).await.unwrap(), FinishedMigrations::Waiting(2));
    drop(other);
    assert_eq!(finish_when_sessions_are(&database, 1).await, FinishedMigrations::Waiting(1));
    assert_eq!(definitions(&one).await, before);
    drop(one);
    assert_eq!(finish_when_sessions_are(&database, 0).await, FinishedMigrations::Finished(2));
    assert_equals_a_fresh_one(&database).await;
    // Started again by mistake, the release before is told by its own failures.
    former_session(&database).await;
    assert_eq!(finish(&database).await.unwrap(), FinishedMigrations::Finished(0));
}

/// Finishes once the server has ended all but this number of sessions of the former release.
async fn finish_when_sessions_are(database: &TestDatabase, left: i64) -> FinishedMigrations {
    let client = database.client().await;
    let sessions = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'araliya'";
    while client.query_one(sessions, &[]).await.unwrap().get::<_, i64>(0) > left {
        tokio::task::yield_now().await;
    }
    finish(database).await.unwrap()
}

/// A name that the address gives is that of both releases; another program's session is no reason to wait.
#[tokio::test]
async fn sessions_are_known_by_the_name_in_the_address() {
    let database = database_of_the_release_before().await;
    Postgres::migrate(database.url()).await.unwrap();
    let client = database.client().await;
    client.batch_execute("SET application_name = 'till'").await.unwrap();
    let url = format!("{}{}application_name=till", database.url(), if database.url().contains('?') { '&' } else { '?' });
    let postgres = Postgres::connect(&url, adapter_postgres::PoolOptions::default()).await.unwrap();
    assert_eq!(postgres.finish_migrations().await.unwrap(), FinishedMigrations::Waiting(1));
    client.batch_execute("SET application_name = 'psql'").await.unwrap();
    assert_eq!(postgres.finish_migrations().await.unwrap(), FinishedMigrations::Finished(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_instances_finish_it_once() {
    let database = database_of_the_release_before().await;
    assert_eq!(Postgres::migrate(database.url()).await.unwrap(), UNDONE.len());
    let (one, other) = (database.postgres().await, database.postgres().await);
    let (one, other) = tokio::join!(one.finish_migrations(), other.finish_migrations());
    let mut done = [one.unwrap(), other.unwrap()].map(|done| match done {
        FinishedMigrations::Finished(run) => run,
        FinishedMigrations::Waiting(_) => panic!("{done:?}"),
    });
    done.sort_unstable();
    assert_eq!(done, [0, 2]);
    assert_eq!(finish(&database).await.unwrap(), FinishedMigrations::Finished(0));
    assert_eq!(Postgres::migrate(database.url()).await.unwrap(), 0);
    assert_equals_a_fresh_one(&database).await;
}

/// An order that is being placed holds a lock that dropping the foreign keys needs.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_placed_meanwhile_goes_through() {
    let database = database_of_the_release_before().await;
    Postgres::migrate(database.url()).await.unwrap();
    let buyer = database.client().await;
    buyer.batch_execute("BEGIN; UPDATE products SET stock = stock").await.unwrap();
    let postgres = database.postgres().await;
    let finishing = tokio::spawn(async move { postgres.finish_migrations().await.unwrap() });
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'products'::regclass";
    while buyer.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0) == 0 {
        tokio::task::yield_now().await;
    }
    buyer.batch_execute("UPDATE users SET email = email; COMMIT").await.unwrap();
    assert_eq!(finishing.await.unwrap(), FinishedMigrations::Finished(2));
}

/// A database without the migrations of this release is not finished by accident: the step runs on its own.
#[tokio::test]
async fn the_steps_are_counted_apart() {
    let database = database_of_the_release_before().await;
    assert_eq!(std::fs::read_dir("../../migrations/contract").unwrap().count(), 2);
    Postgres::migrate(database.url()).await.unwrap();
    let before = definitions(&database.client().await).await;
    assert_eq!(Postgres::migrate(database.url()).await.unwrap(), 0, "an instance that starts leaves the step alone");
    assert_eq!(definitions(&database.client().await).await, before);
}
