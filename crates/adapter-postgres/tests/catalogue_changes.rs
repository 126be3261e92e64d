//! Changes of the catalogue are told whatever else goes on in the database.
#![allow(clippy::unwrap_used)]

use adapter_postgres::Postgres;
use chrono::Utc;
use domain::catalog::ports::{CatalogueChange, CatalogueChanges as _, CatalogueMark, CreateProductOutcome, ProductRepository as _};
use testkit::postgres::TestDatabase;
use testkit::{sample_products, sample_users};

async fn shop() -> (TestDatabase, Postgres) {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    add_product(&postgres, "Rose water").await;
    (database, postgres)
}

async fn add_product(postgres: &Postgres, name: &str) {
    let made = postgres.create(&sample_products::product(name), &sample_users::actor()).await.unwrap();
    assert!(matches!(made, CreateProductOutcome::Created(_)));
}

async fn mark(postgres: &Postgres) -> CatalogueMark {
    postgres.since(None).await.unwrap().mark
}

async fn change(postgres: &Postgres, mark: &CatalogueMark) -> Option<CatalogueChange> {
    postgres.since(Some(mark)).await.unwrap().change
}

#[tokio::test]
async fn a_transaction_is_told_when_it_is_committed_and_not_before() {
    let (database, postgres) = shop().await;
    let early = database.client().await;
    early.batch_execute("BEGIN; UPDATE products SET stock = stock + 1").await.unwrap();
    let before = mark(&postgres).await;
    // One that began later is done sooner.
    database
        .client()
        .await
        .batch_execute("UPDATE products SET name = name || '!' WHERE false; DELETE FROM reviews WHERE false")
        .await
        .unwrap();
    assert_eq!(change(&postgres, &before).await, None, "no row changed");
    add_product(&postgres, "Lip balm").await;
    assert_eq!(change(&postgres, &before).await, Some(CatalogueChange::Content));
    let between = mark(&postgres).await;
    assert_eq!(change(&postgres, &between).await, None);
    early.batch_execute("COMMIT").await.unwrap();
    assert_eq!(change(&postgres, &between).await, Some(CatalogueChange::Stock));
    let after = mark(&postgres).await;
    assert_eq!(change(&postgres, &after).await, None);
}

#[tokio::test]
async fn what_is_undone_is_not_told() {
    let (database, postgres) = shop().await;
    let before = mark(&postgres).await;
    let undone = "BEGIN; UPDATE products SET price_cents = price_cents + 1; ROLLBACK";
    database.client().await.batch_execute(undone).await.unwrap();
    assert_eq!(change(&postgres, &before).await, None);
}

#[tokio::test]
async fn changes_at_once_do_not_wait_for_each_other() {
    let (database, postgres) = shop().await;
    let other = postgres.create(&sample_products::product("Lip balm"), &sample_users::actor()).await.unwrap();
    let CreateProductOutcome::Created(other) = other else { unreachable!() };
    let before = mark(&postgres).await;
    let (one, two) = (database.client().await, database.client().await);
    let id = other.id.uuid();
    one.batch_execute(&format!("BEGIN; UPDATE products SET stock = 5 WHERE id = '{id}'")).await.unwrap();
    two.batch_execute(&format!("SET lock_timeout = '5s'; BEGIN; UPDATE products SET stock = 6 WHERE id <> '{id}'; COMMIT")).await.unwrap();
    assert_eq!(change(&postgres, &before).await, Some(CatalogueChange::Stock));
    one.batch_execute("COMMIT").await.unwrap();
}

#[tokio::test]
async fn a_broken_connection_is_replaced() {
    let (database, postgres) = shop().await;
    let before = mark(&postgres).await;
    let cut = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity \
               WHERE datname = current_database() AND query LIKE '%pg_current_snapshot%' AND pid <> pg_backend_pid()";
    assert_eq!(database.client().await.query(cut, &[]).await.unwrap().len(), 1);
    database.client().await.batch_execute("UPDATE products SET stock = 7").await.unwrap();
    // The first question may find the connection broken; the next one has a new connection.
    let answer = match postgres.since(Some(&before)).await {
        Ok(news) => news.change,
        Err(error) => {
            assert!(error.is_unavailable(), "{error:?}");
            change(&postgres, &before).await
        }
    };
    assert_eq!(answer, Some(CatalogueChange::Stock));
}

#[tokio::test]
async fn old_changes_are_swept_and_old_marks_are_not_trusted() {
    let (database, postgres) = shop().await;
    let before = mark(&postgres).await;
    let client = database.client().await;
    // As a restored backup may bring it along: a number that this server has not reached yet.
    client.batch_execute("INSERT INTO catalogue_changes (xid, is_content) VALUES (9000000000000, true)").await.unwrap();
    client.batch_execute("UPDATE catalogue_changes SET at = at - interval '2 hours' WHERE xid < 9000000000000").await.unwrap();
    assert_eq!(change(&postgres, &before).await, Some(CatalogueChange::Content));
    #[allow(clippy::disallowed_methods, reason = "the database notes changes by its own clock")]
    let now = Utc::now();
    assert!(postgres.sweep(now).await.unwrap().catalogue_changes >= 2);
    assert_eq!(change(&postgres, &before).await, None);
    let (at, snapshot) = before.0.split_once(' ').unwrap();
    let at: i64 = at.parse().unwrap();
    let old = CatalogueMark(format!("{} {snapshot}", at - 45 * 60 * 1_000_000));
    assert_eq!(change(&postgres, &old).await, Some(CatalogueChange::Content));
}
