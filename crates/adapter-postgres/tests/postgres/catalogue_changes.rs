//! Changes of the catalogue are told whatever else goes on in the database.

mod server_restarts;

use std::time::Duration;

use adapter_postgres::Postgres;
use chrono::Utc;
use domain::catalog::ports::{CatalogueChange, ChangeFeed as _, ChangedProducts, FeedCursor, ProductRepository as _, SearchSource as _};
use testkit::postgres::TestDatabase;
use testkit::{sample_products, sample_users};

async fn shop() -> (TestDatabase, Postgres) {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    add_product(&postgres, "Rose water").await;
    (database, postgres)
}

async fn add_product(postgres: &Postgres, name: &str) {
    postgres.create(&sample_products::product(name), &sample_users::actor()).await.unwrap();
}

async fn cursor(postgres: &Postgres) -> FeedCursor {
    postgres.since(None).await.unwrap().cursor
}

async fn change(postgres: &Postgres, cursor: &FeedCursor) -> Option<CatalogueChange> {
    postgres.since(Some(cursor)).await.unwrap().change
}

#[tokio::test]
async fn a_transaction_is_told_when_it_is_committed_and_not_before() {
    let (database, postgres) = shop().await;
    let early = database.client().await;
    early.batch_execute("BEGIN; UPDATE products SET stock = stock + 1").await.unwrap();
    let before = cursor(&postgres).await;
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
    let between = cursor(&postgres).await;
    assert_eq!(change(&postgres, &between).await, None);
    early.batch_execute("COMMIT").await.unwrap();
    assert_eq!(change(&postgres, &between).await, Some(CatalogueChange::Stock));
    let after = cursor(&postgres).await;
    assert_eq!(change(&postgres, &after).await, None);
}

#[tokio::test]
async fn what_is_undone_is_not_told() {
    let (database, postgres) = shop().await;
    let before = cursor(&postgres).await;
    let undone = "BEGIN; UPDATE products SET price_cents = price_cents + 1; ROLLBACK";
    database.client().await.batch_execute(undone).await.unwrap();
    assert_eq!(change(&postgres, &before).await, None);
}

#[tokio::test]
async fn changes_at_once_do_not_wait_for_each_other() {
    let (database, postgres) = shop().await;
    let other = postgres.create(&sample_products::product("Lip balm"), &sample_users::actor()).await.unwrap();
    let before = cursor(&postgres).await;
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
    let before = cursor(&postgres).await;
    let cut = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity \
               WHERE datname = current_database() AND query LIKE '%pg_current_snapshot%' AND pid <> pg_backend_pid()";
    assert_eq!(database.client().await.query(cut, &[]).await.unwrap().len(), 1);
    database.client().await.batch_execute("UPDATE products SET stock = 7").await.unwrap();
    // The first question may find the connection broken; the next one has a new connection.
    let answer = match postgres.since(Some(&before)).await {
        Ok(batch) => batch.change,
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
    let before = cursor(&postgres).await;
    let client = database.client().await;
    // As a restored backup may bring it along: a number that this server has not reached yet.
    client.batch_execute("INSERT INTO catalogue_changes (xid, is_content) VALUES (9000000000000, true)").await.unwrap();
    client
        .batch_execute("UPDATE catalogue_changes SET at = at - interval '2 hours' WHERE xid < 9000000000000 AND at < 'infinity'")
        .await
        .unwrap();
    assert_eq!(change(&postgres, &before).await, Some(CatalogueChange::Content));
    #[allow(clippy::disallowed_methods, reason = "the database notes changes by its own clock")]
    let now = Utc::now();
    assert!(postgres.sweep(now).await.unwrap().catalogue_changes >= 2);
    assert_eq!(change(&postgres, &before).await, None);
    let (at, snapshot) = before.0.split_once(' ').unwrap();
    let at: i64 = at.parse().unwrap();
    let old = FeedCursor(format!("{} {snapshot}", at - 45 * 60 * 1_000_000));
    assert_eq!(change(&postgres, &old).await, Some(CatalogueChange::Content));
}

/// The number of products that an answer names as sold; `None` where it names none because it may be any.
async fn sold(postgres: &Postgres, cursor: &FeedCursor) -> Option<usize> {
    match postgres.since(Some(cursor)).await.unwrap().products {
        ChangedProducts::Known { sold, .. } => Some(sold.len()),
        ChangedProducts::Unknown => None,
    }
}

/// Whether any product may have changed since a cursor, and nothing since the answer to that.
async fn is_forgotten(postgres: &Postgres, cursor: &FeedCursor) -> bool {
    let batch = postgres.since(Some(cursor)).await.unwrap();
    let next = postgres.since(Some(&batch.cursor)).await.unwrap();
    assert_eq!((next.change, next.products), (None, ChangedProducts::none()));
    batch.change == Some(CatalogueChange::Content) && batch.products == ChangedProducts::Unknown
}

#[tokio::test]
async fn notes_that_are_lost_are_missed() {
    let (database, postgres) = shop().await;
    let client = database.client().await;
    for loss in ["DELETE FROM catalogue_changes", "TRUNCATE catalogue_changes", "TRUNCATE products CASCADE", "TRUNCATE order_items CASCADE"]
    {
        let before = cursor(&postgres).await;
        assert!(!is_forgotten(&postgres, &before).await, "before {loss}");
        client.batch_execute(loss).await.unwrap();
        assert!(is_forgotten(&postgres, &before).await, "after {loss}");
    }
}

#[tokio::test]
async fn notes_that_a_backup_brings_along_are_not_trusted() {
    let (database, postgres) = shop().await;
    let before = cursor(&postgres).await;
    let restored = "CREATE TABLE backup AS SELECT * FROM catalogue_changes; TRUNCATE catalogue_changes;
        INSERT INTO catalogue_changes SELECT * FROM backup; DROP TABLE backup";
    database.client().await.batch_execute(restored).await.unwrap();
    assert!(is_forgotten(&postgres, &before).await);
    #[allow(clippy::disallowed_methods, reason = "the database notes changes by its own clock")]
    let now = Utc::now();
    assert_eq!(postgres.sweep(now).await.unwrap().catalogue_changes, 1, "the first row of the backup");
    assert!(!is_forgotten(&postgres, &cursor(&postgres).await).await);
}

/// An index of the catalogue before must not be taken for one of the restored catalogue, nor one of a database for its copy.
#[tokio::test]
async fn a_restored_or_copied_catalogue_has_another_id() {
    let (database, postgres) = shop().await;
    let id = postgres.catalogue_id().await.unwrap();
    let copy = TestDatabase::create().await;
    assert_ne!(copy.postgres().await.catalogue_id().await.unwrap(), id, "both are copies of one template");
    let maintained = "VACUUM (FULL, FREEZE, ANALYZE) catalogue_identity";
    database.client().await.batch_execute(maintained).await.unwrap();
    assert_eq!(postgres.catalogue_id().await.unwrap(), id);
    let restored = "CREATE TABLE backup AS SELECT * FROM catalogue_identity; TRUNCATE catalogue_identity;
        INSERT INTO catalogue_identity SELECT * FROM backup";
    database.client().await.batch_execute(restored).await.unwrap();
    assert_ne!(postgres.catalogue_id().await.unwrap(), id);
}

#[tokio::test]
async fn marks_of_another_server_are_not_trusted() {
    let (_database, postgres) = shop().await;
    let before = cursor(&postgres).await.0;
    let [at, xid, id, snapshot]: [&str; 4] = before.split(' ').collect::<Vec<_>>().try_into().unwrap();
    // The numbers of transactions that run in other databases of the server may follow.
    let [xmin, xmax, _]: [&str; 3] = snapshot.splitn(3, ':').collect::<Vec<_>>().try_into().unwrap();
    let xmax: u64 = xmax.parse().unwrap();
    for foreign in [
        format!("{at} {xid} 6f1b0f3e-2c54-4a52-9d53-8f5c8a1f6d11 {snapshot}"),
        format!("{at} {}1 {id} {snapshot}", xid),
        format!("{at} {xid} {id} {xmin}:{}:", xmax + 1_000_000),
        format!("{at} {xid} {id} {}:{}:", xmax + 1_000_000, xmax + 1_000_000),
        format!("{at} {xid} {id} {xmax}:{xmin}:x"),
        format!("{at} {snapshot}"),
        format!("{} {xid} {id} {snapshot}", at.parse::<i64>().unwrap() + 45 * 60 * 1_000_000),
        format!("1 {xid} {id} {snapshot}"),
        String::new(),
    ] {
        assert!(is_forgotten(&postgres, &FeedCursor(foreign.clone())).await, "{foreign}");
    }
    assert!(!is_forgotten(&postgres, &FeedCursor(before)).await);
}

#[tokio::test]
async fn an_answer_names_a_bounded_number_of_products() {
    let (database, postgres) = shop().await;
    let before = cursor(&postgres).await;
    let client = database.client().await;
    let many = "INSERT INTO catalogue_changes (product_id, is_content) SELECT gen_random_uuid(), false FROM generate_series(1, 20000)";
    client.batch_execute(many).await.unwrap();
    assert_eq!(sold(&postgres, &before).await, Some(20_000));
    client.batch_execute("INSERT INTO catalogue_changes (product_id, is_content) VALUES (gen_random_uuid(), false)").await.unwrap();
    assert_eq!(sold(&postgres, &before).await, None);
}

/// A poll that finds nothing new reads the index alone, and in it no note that it has read before.
#[tokio::test]
async fn a_poll_reads_no_old_note() {
    let (database, postgres) = shop().await;
    let client = database.client().await;
    let old = "INSERT INTO catalogue_changes (xid, product_id, is_content) \
               SELECT n % 700, gen_random_uuid(), false FROM generate_series(1, 50000) n; ANALYZE catalogue_changes";
    client.batch_execute(old).await.unwrap();
    let before = cursor(&postgres).await;
    // A session reports what it read at the end of a statement, at most once a second.
    let read = async || -> i64 {
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        assert_eq!(sold(&postgres, &before).await, Some(0));
        tokio::time::sleep(Duration::from_millis(200)).await;
        let read = "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_user_tables WHERE relname = 'catalogue_changes'";
        client.query_one(read, &[]).await.unwrap().get(0)
    };
    let earlier = read().await;
    for _ in 0..20 {
        assert_eq!(sold(&postgres, &before).await, Some(0));
    }
    let rows = read().await - earlier;
    // A poll before these may be reported with them. Each old transaction has 71 notes.
    assert!((1..71).contains(&rows), "{rows} rows read by 21 polls: the first row, and no note");
}
