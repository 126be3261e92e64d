//! Requests that are dropped while their statement runs: the statement ends, and the connection is not lost.

use std::collections::HashSet;
use std::time::Duration;

use adapter_postgres::{PoolOptions, Postgres};
use domain::accounts::ports::{UserDirectory as _, UserRepository as _};
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::sample_users;
use tokio_postgres::Client;

/// What the shop's sessions are doing. The one that asks all the time whether the database is there is always idle.
const ACTIVE: &str = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'araliya/3' \
                      AND state <> 'idle'";
/// Those that wait for a lock.
const WAITING: &str = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'araliya/3' \
                       AND wait_event_type = 'Lock'";
/// The sessions there are, but those that watch.
const SESSIONS: &str = "SELECT coalesce(string_agg(pid::text, ' ' ORDER BY pid), '') FROM pg_stat_activity \
                        WHERE datname = current_database() AND application_name = 'araliya/3' AND query LIKE '%users%'";
/// Shorter than any lock or statement times out by itself.
const SOON: Duration = Duration::from_secs(4);

async fn until(client: &Client, statement: &str, wanted: i64) {
    while client.query_one(statement, &[]).await.unwrap().get::<_, i64>(0) != wanted {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn open(database: &TestDatabase, connections: usize) -> Postgres {
    let options = PoolOptions { max_connections: connections, acquire_timeout: Duration::from_secs(30) };
    Postgres::connect(database.url(), options).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn dropped_reads_do_not_go_on_in_the_database() {
    let database = TestDatabase::create().await;
    let postgres = open(&database, 4).await;
    let client = database.client().await;
    let holder = database.client().await;
    holder.batch_execute("BEGIN; LOCK TABLE users").await.unwrap();
    let reading: Vec<_> = (0..4)
        .map(|_| {
            let postgres = postgres.clone();
            tokio::spawn(async move { postgres.credentials(&sample_users::email()).await })
        })
        .collect();
    until(&client, WAITING, 4).await;
    for read in reading {
        read.abort();
        assert!(read.await.unwrap_err().is_cancelled());
    }
    tokio::time::timeout(SOON, until(&client, ACTIVE, 0)).await.expect("statements of dropped requests are cancelled");
    tokio::time::timeout(SOON, async {
        while postgres.load().in_use > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .expect("the pool has all of its connections again");
    holder.batch_execute("ROLLBACK").await.unwrap();
    let (one, two, three, four) = tokio::join!(postgres.any_admin(), postgres.any_admin(), postgres.any_admin(), postgres.any_admin());
    assert!([one, two, three, four].into_iter().all(|looked| !looked.unwrap()));
}

/// What it holds is held no longer, too.
#[tokio::test(flavor = "multi_thread")]
async fn dropped_transactions_do_not_go_on_in_the_database() {
    let database = TestDatabase::create().await;
    let postgres = open(&database, 2).await;
    let shop = Shop::of(postgres.clone());
    let user = shop.customer().await;
    let client = database.client().await;
    let holder = database.client().await;
    holder.batch_execute("BEGIN; LOCK TABLE audit_log").await.unwrap();
    let (email, by) = (user.email.clone(), sample_users::actor());
    let blocking = tokio::spawn({
        let postgres = postgres.clone();
        async move { postgres.set_blocked(&email, true, &by, testkit::moments::now()).await }
    });
    until(&client, WAITING, 1).await;
    blocking.abort();
    assert!(blocking.await.unwrap_err().is_cancelled());
    let row = "SELECT FROM users WHERE id = $1 FOR UPDATE";
    tokio::time::timeout(SOON, client.execute(row, &[&user.id.uuid()])).await.expect("its lock is gone").unwrap();
    tokio::time::timeout(SOON, until(&client, ACTIVE, 0)).await.expect("its statement is gone");
    holder.batch_execute("ROLLBACK").await.unwrap();
    assert!(!shop.users.credentials(&user.email).await.unwrap().unwrap().user.is_blocked, "nothing of it was done");
}

/// A new connection costs more than the end of a short statement.
#[tokio::test(flavor = "multi_thread")]
async fn a_short_statement_ends_and_its_connection_is_used_again() {
    let database = TestDatabase::create().await;
    let postgres = open(&database, 1).await;
    let client = database.client().await;
    postgres.credentials(&sample_users::email()).await.unwrap();
    let mut sessions = HashSet::new();
    for turns in 0..20 {
        let email = sample_users::email();
        tokio::select! {
            biased;
            _ = postgres.credentials(&email) => {}
            () = async { for _ in 0..turns { tokio::task::yield_now().await } } => {}
        }
        postgres.credentials(&email).await.unwrap();
        sessions.insert(client.query_one(SESSIONS, &[]).await.unwrap().get::<_, String>(0));
    }
    // On a busy machine a statement may outlast the time that it has to end, now and then.
    assert!(sessions.len() <= 10, "{sessions:?}");
}
