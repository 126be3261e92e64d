//! What callers are told when the database is away, busy or broken.

use std::time::Duration;

use adapter_postgres::{PoolOptions, Postgres};
use domain::accounts::ports::{UserDirectory, UserRepository};
use domain::orders::ports::{OrderRepository, PlaceOrderOutcome};
use domain::shared::ports::Readiness;
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{sample_orders, sample_products, sample_users};

fn one_connection() -> PoolOptions {
    PoolOptions { max_connections: 1, acquire_timeout: Duration::from_millis(300) }
}

#[tokio::test]
async fn a_database_that_is_not_there_is_unreachable() {
    let database = TestDatabase::create().await;
    let url = database.url().replace("test_", "missing_");
    assert!(Postgres::connect(&url, PoolOptions::default()).await.is_err());
}

#[tokio::test]
async fn a_broken_connection_is_unavailable_once_and_then_replaced() {
    let database = TestDatabase::create().await;
    let postgres = Postgres::connect(database.url(), one_connection()).await.unwrap();
    postgres.any_admin().await.unwrap();
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    database.client().await.batch_execute(end).await.unwrap();
    let mut failures = 0;
    while let Err(error) = postgres.any_admin().await {
        assert!(error.is_unavailable(), "{error:?}");
        failures += 1;
        assert!(failures < 3, "the pool keeps a broken connection");
    }
}

#[tokio::test]
async fn a_pool_without_a_free_connection_is_unavailable() {
    let database = TestDatabase::create().await;
    let postgres = Postgres::connect(database.url(), one_connection()).await.unwrap();
    let client = database.client().await;
    client.batch_execute("BEGIN; LOCK TABLE users").await.unwrap();
    let waiting = tokio::spawn({
        let postgres = postgres.clone();
        async move { postgres.credentials(&sample_users::email()).await }
    });
    // Busy from the moment its statement waits for the table.
    let busy = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'users'::regclass";
    while client.query_one(busy, &[]).await.unwrap().get::<_, i64>(0) == 0 {
        tokio::task::yield_now().await;
    }
    let error = postgres.any_admin().await.unwrap_err();
    assert!(error.is_unavailable(), "{error:?}");
    client.batch_execute("ROLLBACK").await.unwrap();
    waiting.await.unwrap().unwrap();
    postgres.any_admin().await.unwrap();
}

/// Those of the HTTP server's workers end one by one, while others still answer.
#[tokio::test(flavor = "multi_thread")]
async fn a_connection_outlives_the_runtime_that_asked_for_it() {
    let database = TestDatabase::create().await;
    let postgres = Postgres::connect(database.url(), one_connection()).await.unwrap();
    let client = database.client().await;
    let sessions = "pg_stat_activity WHERE application_name = 'araliya/3' AND datname = current_database()";
    client.batch_execute(&format!("SELECT pg_terminate_backend(pid) FROM {sessions}")).await.unwrap();
    let count = format!("SELECT count(*) FROM {sessions} AND query LIKE 'SET %'");
    while client.query_one(&count, &[]).await.unwrap().get::<_, i64>(0) > 0 {
        tokio::task::yield_now().await;
    }

    let (asked, may_end) = (std::sync::mpsc::channel(), std::sync::mpsc::channel::<()>());
    let worker = std::thread::spawn({
        let postgres = postgres.clone();
        move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async { while postgres.any_admin().await.is_err() {} });
            asked.0.send(()).unwrap();
            may_end.1.recv().unwrap();
        }
    });
    asked.1.recv().unwrap();
    client.batch_execute("BEGIN; LOCK TABLE users").await.unwrap();
    let waiting = tokio::spawn(async move { postgres.credentials(&sample_users::email()).await });
    let busy = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'users'::regclass";
    while client.query_one(busy, &[]).await.unwrap().get::<_, i64>(0) == 0 {
        tokio::task::yield_now().await;
    }
    may_end.0.send(()).unwrap();
    worker.join().unwrap();
    client.batch_execute("ROLLBACK").await.unwrap();
    waiting.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_caller_who_stops_waiting_spoils_no_connection() {
    let database = TestDatabase::create().await;
    let options = PoolOptions { max_connections: 1, acquire_timeout: Duration::from_secs(30) };
    let postgres = Postgres::connect(database.url(), options).await.unwrap();
    let shop = Shop::of(postgres.clone());
    let product = shop.add(sample_products::product("Rose")).await;
    for patience in 0..20 {
        let change = sample_products::renamed();
        let (by, now) = (sample_users::actor(), testkit::moments::now());
        let editing = shop.products.update(&product.code, &change, &by, now);
        tokio::select! {
            biased;
            done = editing => { done.unwrap(); }
            () = async { for _ in 0..patience { tokio::task::yield_now().await } } => {}
        }
        postgres.any_admin().await.unwrap();
    }
    shop.customer().await;
}

/// Whose connection is not asked for again keeps no lock either.
#[tokio::test]
async fn a_caller_who_stops_waiting_leaves_no_lock() {
    let database = TestDatabase::create().await;
    let options = PoolOptions { max_connections: 4, acquire_timeout: Duration::from_secs(30) };
    let postgres = Postgres::connect(database.url(), options).await.unwrap();
    let shop = Shop::of(postgres.clone());
    let product = shop.add(sample_products::product("Rose")).await;
    let _ = tokio::join!(postgres.any_admin(), postgres.any_admin(), postgres.any_admin(), postgres.any_admin());
    assert_eq!(postgres.load().idle, 4);
    let (client, holder) = (database.client().await, database.client().await);
    client.batch_execute("SET lock_timeout = '30s'").await.unwrap();
    // The edit locks the product, then waits for its entry in the audit log: it is seen at work, however long that takes.
    holder.batch_execute("BEGIN; LOCK TABLE audit_log").await.unwrap();
    let is_locked = "SELECT FROM products WHERE id = $1 FOR UPDATE NOWAIT";
    let change = sample_products::renamed();
    let (by, now) = (sample_users::actor(), testkit::moments::now());
    let editing = shop.products.update(&product.code, &change, &by, now);
    tokio::select! {
        biased;
        () = async { while client.execute(is_locked, &[&product.id.uuid()]).await.is_ok() { tokio::task::yield_now().await } } => {}
        done = editing => panic!("done before it could be stopped: {done:?}"),
    }
    holder.batch_execute("ROLLBACK").await.unwrap();
    client.execute("SELECT FROM products WHERE id = $1 FOR UPDATE", &[&product.id.uuid()]).await.unwrap();
}

/// A readiness check does not queue behind requests.
#[tokio::test]
async fn readiness_needs_no_connection() {
    let database = TestDatabase::create().await;
    let postgres = Postgres::connect(database.url(), one_connection()).await.unwrap();
    let client = database.client().await;
    client.batch_execute("BEGIN; LOCK TABLE users").await.unwrap();
    let waiting = tokio::spawn({
        let postgres = postgres.clone();
        async move { postgres.credentials(&sample_users::email()).await }
    });
    let busy = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'users'::regclass";
    while client.query_one(busy, &[]).await.unwrap().get::<_, i64>(0) == 0 {
        tokio::task::yield_now().await;
    }
    for _ in 0..1_000 {
        postgres.check().await.unwrap();
    }
    assert!(postgres.any_admin().await.unwrap_err().is_unavailable(), "every connection was taken");
    client.batch_execute("ROLLBACK").await.unwrap();
    waiting.await.unwrap().unwrap();
}

#[tokio::test]
async fn readiness_follows_a_database_that_refuses() {
    let database = TestDatabase::create().await;
    let postgres = Postgres::connect(database.url(), one_connection()).await.unwrap();
    postgres.check().await.unwrap();
    let name = database.url().rsplit('/').next().unwrap().split('?').next().unwrap().to_owned();
    // A session cannot do that to its own database.
    let elsewhere = TestDatabase::create().await;
    let admin = elsewhere.client().await;
    let become_ready = async |ready: bool| {
        let told = async {
            while postgres.check().await.is_ok() != ready {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), told).await.expect("it follows")
    };
    admin.batch_execute(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false")).await.unwrap();
    let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
    admin.batch_execute(&end).await.unwrap();
    become_ready(false).await;
    assert!(postgres.check().await.unwrap_err().is_unavailable());
    admin.batch_execute(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS true")).await.unwrap();
    become_ready(true).await;
}

#[tokio::test]
async fn a_stored_value_that_breaks_a_rule_is_an_internal_error() {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    let user = Shop::of(postgres.clone()).customer().await;
    let client = database.client().await;
    client.batch_execute("UPDATE users SET email = 'no-address'").await.unwrap();
    let email = domain::shared::email::EmailAddress::parse("no-address@example.com").unwrap();
    client.batch_execute("UPDATE users SET email = 'no-address@example.com', first_name = ' '").await.unwrap();
    let error = postgres.credentials(&email).await.unwrap_err();
    assert!(!error.is_unavailable(), "{error:?}");
    assert_ne!(user.email, email);
}

/// A deadlock made on purpose: the order waits for a lock of another session, which then waits for a lock of the order.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_survives_being_the_victim_of_a_deadlock() {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    let shop = Shop::of(postgres.clone());
    let user = shop.customer().await;
    let mut products = [shop.add(sample_products::product("A")).await, shop.add(sample_products::product("B")).await];
    products.sort_by_key(|p| p.id);
    let [first, second] = &products;
    let client = database.client().await;
    // The session that waits first detects the deadlock first: the order, not this connection.
    client.batch_execute("SET deadlock_timeout = '60s'; BEGIN").await.unwrap();
    let lock = "SELECT FROM products WHERE id = $1 FOR UPDATE";
    client.execute(lock, &[&second.id.uuid()]).await.unwrap();
    let draft = sample_orders::draft(&user, &[(first, 1), (second, 1)]);
    let placing = tokio::spawn(async move { postgres.place(&draft).await });
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted";
    while client.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0) == 0 {
        tokio::task::yield_now().await;
    }
    client.execute(lock, &[&first.id.uuid()]).await.unwrap();
    client.batch_execute("COMMIT").await.unwrap();
    let answer = placing.await.unwrap().unwrap();
    assert!(matches!(answer, PlaceOrderOutcome::Placed(_)), "{answer:?}");
    assert_eq!((shop.stock(first).await, shop.stock(second).await), (9, 9));
}
