//! The tables by which the release before searches are kept as long as one of its sessions is connected, and are gone after.
//!
//! `tests/fixtures/former_search.sql` has what that release had beside the tables of the baseline, with one product.

use adapter_postgres::{FinishedMigrations, MigrateError, Postgres};
use domain::catalog::ports::{CatalogueChange, CatalogueChanges as _, ChangedProducts};
use testkit::postgres::TestDatabase;
use tokio_postgres::Client;

use crate::definitions::definitions;

const FORMER_SEARCH: &str = include_str!("../fixtures/former_search.sql");
/// Undoes the migrations after the baseline.
const UNDONE: [&str; 2] = [
    include_str!("../../../../migrations/schema/2026-12-03-000310_told_chargebacks/down.sql"),
    include_str!("../../../../migrations/schema/2026-12-03-000300_told_payments/down.sql"),
];
/// As the release before asks for the best match of `rose`.
const FORMER_FIND: &str = "SELECT p.code FROM best_matches(ARRAY[0], ARRAY['rose'], ARRAY['rose' || chr(1)], ARRAY[10], ARRAY[11], \
                           ARRAY[0], 1, 10001, 25) m JOIN products p ON p.id = m.product_id";

/// A database as the release before left it.
async fn database_of_the_release_before() -> TestDatabase {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    client.batch_execute(&UNDONE.concat()).await.unwrap();
    client.batch_execute(FORMER_SEARCH).await.unwrap();
    database
}

/// A session of the release before.
async fn former_session(database: &TestDatabase) -> Client {
    let client = database.client().await;
    client.batch_execute("SET application_name = 'araliya'").await.unwrap();
    client
}

/// The codes that the release before finds for `rose`.
async fn found(client: &Client) -> Vec<String> {
    client.query(FORMER_FIND, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
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

/// What the release before wrote, its searches and its question for changes work beside this release.
#[tokio::test]
async fn the_release_before_goes_on_until_the_contract_step() {
    let database = database_of_the_release_before().await;
    assert_eq!(Postgres::migrate(database.url()).await.unwrap(), UNDONE.len());
    let former = former_session(&database).await;
    assert_eq!(found(&former).await, ["ROS-1"]);
    former.batch_execute("SELECT sum_up_sales(now()), fold_order_contacts()").await.unwrap();
    let snapshot: String = former.query_one("SELECT pg_current_snapshot()::text", &[]).await.unwrap().get(0);
    let postgres = database.postgres().await;
    let mark = postgres.since(None).await.unwrap().mark;

    let edit = "BEGIN; INSERT INTO search_words (word, typo_keys) VALUES ('jasmine', '{}');
        INSERT INTO product_words SELECT id, 'jasmine', 10 FROM products;
        UPDATE products SET name = 'Jasmine and rose', name_key = 'jasmine and rose'; COMMIT";
    former.batch_execute(edit).await.unwrap();
    let texts: i64 = former.query_one("SELECT count(*) FROM product_texts WHERE words @@ 'jasmine'::tsquery", &[]).await.unwrap().get(0);
    assert_eq!((texts, found(&former).await.len()), (1, 1));
    let news = postgres.since(Some(&mark)).await.unwrap();
    let ChangedProducts::Known { edited, sold } = news.products else { panic!("{news:?}") };
    assert_eq!((news.change, edited.len(), sold.len()), (Some(CatalogueChange::Content), 1, 0));

    let asked = format!(
        "SELECT bool_or(c.is_content) FROM catalogue_changes c, (SELECT '{snapshot}'::pg_snapshot AS seen) AS last \
         WHERE c.xid >= pg_snapshot_xmin(last.seen)::text::bigint AND NOT pg_visible_in_snapshot(c.xid::text::xid8, last.seen)"
    );
    assert_eq!(former.query_one(&asked, &[]).await.unwrap().get::<_, Option<bool>>(0), Some(true));
    let swept = "DELETE FROM catalogue_changes WHERE at < clock_timestamp() - interval '-1 hour' \
                 OR xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint";
    assert_eq!(former.execute(swept, &[]).await.unwrap(), 1, "the sweep of the release before spares the first row");
    assert_eq!(postgres.since(Some(&news.mark)).await.unwrap().products, ChangedProducts::none());
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
    assert_eq!((definitions(&one).await, found(&one).await), (before, vec!["ROS-1".to_owned()]));
    drop(one);
    assert_eq!(finish_when_sessions_are(&database, 0).await, FinishedMigrations::Finished(1));
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
    assert_eq!(postgres.finish_migrations().await.unwrap(), FinishedMigrations::Finished(1));
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
    assert_eq!(done, [0, 1]);
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
    assert_eq!(finishing.await.unwrap(), FinishedMigrations::Finished(1));
}

/// A database without the migrations of this release is not finished by accident: the step runs on its own.
#[tokio::test]
async fn the_steps_are_counted_apart() {
    let database = database_of_the_release_before().await;
    assert_eq!(std::fs::read_dir("../../migrations/contract").unwrap().count(), 1);
    Postgres::migrate(database.url()).await.unwrap();
    assert_eq!(Postgres::migrate(database.url()).await.unwrap(), 0, "an instance that starts leaves the step alone");
    assert_eq!(found(&former_session(&database).await).await, ["ROS-1"]);
}
