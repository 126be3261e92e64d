//! A shop that is copied out of one database and into another: every table is equal row by row, and the tables work as before.

use std::collections::BTreeMap;

use adapter_postgres::{BackupError, Postgres, Restore, RestoredKeys, SequenceState, Settled, TableShape};
use chrono::{DateTime, TimeDelta, Utc};
use domain::backups::backup_run::{BackupFile, BackupRuns as _, Verification};
use domain::messages::contact::{ContactInbox, ContactMessage, ContactText};
use domain::messages::mail_hold::MailHold as _;
use domain::messages::mail_message::{MailMessage, OrderStep};
use domain::messages::outbox::{DedupeKey, NewMail};
use domain::messages::ports::MailOutbox;
use domain::orders::order_mails::summary_of;
use domain::orders::payment::repository::PaymentRepository;
use domain::shared::order_status::OrderStatus;
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{moments, sample_orders, sample_products, sample_users};
use tokio_postgres::Client;

/// A copy in memory.
struct Copy {
    migrations: Vec<String>,
    tables: Vec<(TableShape, Vec<u8>, u64)>,
    sequences: Vec<SequenceState>,
}

async fn copied(postgres: &Postgres) -> Copy {
    let snapshot = postgres.snapshot().await.unwrap();
    let mut tables = Vec::new();
    for table in snapshot.tables() {
        let (mut rows, mut bytes) = (snapshot.rows(table).await.unwrap(), Vec::new());
        while let Some(next) = rows.next().await.unwrap() {
            bytes.extend_from_slice(&next);
        }
        tables.push((table.clone(), bytes, rows.count()));
    }
    Copy { migrations: snapshot.migrations().to_vec(), sequences: snapshot.sequences().await.unwrap(), tables }
}

fn times() -> Settled {
    Settled { snapshot_at: moments::now(), now: moments::now() + TimeDelta::hours(5) }
}

async fn restored(copy: &Copy, url: &str) -> Result<(), BackupError> {
    let mut restore = Restore::begin(url, &copy.migrations).await?;
    let shapes: Vec<TableShape> = copy.tables.iter().map(|(shape, _, _)| shape.clone()).collect();
    let load = restore.tables(&shapes).await?;
    for (shape, bytes, count) in &copy.tables {
        let mut sink = load.table(shape).await?;
        for part in bytes.chunks(1_000) {
            sink.send(part.to_vec()).await?;
        }
        assert_eq!(sink.finish().await?, *count, "{}", shape.name);
    }
    let keys = RestoredKeys { token_key: Some("k".repeat(40)), data_keys: vec!["n".repeat(43), "o".repeat(43)] };
    load.commit(&copy.sequences, &keys, times()).await?;
    restore.bring_up_to_date().await
}

/// A shop with something in most tables: users, products with changed prices, orders placed, shipped, cancelled and unpaid.
async fn filled(postgres: &Postgres) -> Shop {
    let shop = Shop::of(postgres.clone());
    let (customer, admin) = (shop.customer().await, shop.admin().await);
    shop.session(&customer).await;
    let products = [shop.add(sample_products::full_product()).await, shop.add(sample_products::product("Rose water")).await];
    let mut orders = Vec::new();
    for product in &products {
        orders.push(shop.place(&sample_orders::draft(&customer, &[(product, 2)])).await);
    }
    shop.place(&sample_orders::prepaid(&admin, &products[0])).await;
    shop.set_status(&orders[0], OrderStatus::Cancelled).await.unwrap();
    let summary = Box::new(summary_of(&orders[1]));
    let key = DedupeKey::new("shipped", orders[1].id.as_str());
    let to = Some(sample_users::customer().email);
    let mail = NewMail { key, to, message: MailMessage::Order(OrderStep::Shipped, summary), at: moments::now() };
    assert!(MailOutbox::enqueue(postgres, &mail).await.unwrap());
    postgres.sum_up(moments::now(), &[]).await.unwrap();
    let run = postgres.claim(moments::now(), moments::now()).await.unwrap().unwrap();
    postgres.note_file(run, &BackupFile { name: "a".to_owned(), bytes: 1 }).await.unwrap();
    postgres.end(run, Ok(Verification::Restored), moments::now()).await.unwrap();
    shop
}

/// Asserts that the doctor finds nothing, but for the unpaid order: the moments of the tests are long past.
async fn assert_in_order(postgres: &Postgres) {
    let mut findings = postgres.check_invariants().await.unwrap();
    findings.retain(|finding| finding.rule != "an unpaid order is cancelled within an hour after its time");
    assert_eq!(findings, []);
}

/// The rows of each table as text, in any order of the table.
async fn contents(client: &Client) -> BTreeMap<String, String> {
    let tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1";
    let mut all = BTreeMap::new();
    for row in client.query(tables, &[]).await.unwrap() {
        let table: String = row.get(0);
        let rows = format!("SELECT coalesce(string_agg(r::text, E'\\n' ORDER BY r::text), '') FROM \"{table}\" r");
        all.insert(table, client.query_one(&rows, &[]).await.unwrap().get(0));
    }
    all
}

/// The definitions of indexes, constraints and triggers.
async fn definitions(client: &Client) -> Vec<String> {
    let all = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION ALL SELECT conrelid::regclass::text || ' ' || conname::text || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated::text FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        UNION ALL SELECT pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text FROM pg_trigger t WHERE NOT tgisinternal ORDER BY 1";
    client.query(all, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}

/// Tables that a restore settles, and those that are not copied; the list of migrations has other times.
const OTHERS: [&str; 9] = [
    "__diesel_schema_migrations",
    "catalogue_changes",
    "catalogue_identity",
    "data_keys",
    "mail_hold",
    "order_payments",
    "payment_attempts",
    "sessions",
    "signing_key",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_table_comes_back_row_by_row() {
    let (source, target) = (TestDatabase::create().await, TestDatabase::create().await);
    let postgres = source.postgres().await;
    filled(&postgres).await;
    let copy = copied(&postgres).await;
    restored(&copy, target.url()).await.unwrap();
    let (one, other) = (source.client().await, target.client().await);
    let (before, after) = (contents(&one).await, contents(&other).await);
    let snapshot = postgres.snapshot().await.unwrap();
    let left_out = before.keys().filter(|table| !snapshot.tables().iter().any(|shape| shape.name == **table));
    let of_the_database = ["__diesel_schema_migrations", "catalogue_changes", "catalogue_identity", "data_keys", "signing_key"];
    assert_eq!(left_out.collect::<Vec<_>>(), of_the_database);
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    for (table, rows) in before.iter().filter(|(table, _)| !OTHERS.contains(&table.as_str())) {
        assert_eq!(rows, &after[table], "{table}");
    }
    let filled = before.iter().filter(|(table, rows)| !OTHERS.contains(&table.as_str()) && !rows.is_empty()).count();
    assert!(filled >= 16, "only {filled} tables have rows");
    assert_eq!(definitions(&one).await, definitions(&other).await);
    assert_ne!(before["catalogue_identity"], after["catalogue_identity"], "it is another catalogue");
    assert!(after["data_keys"].contains(&"n".repeat(43)) && after["signing_key"].contains(&"k".repeat(40)));

    // It works on: sequences do not give a number twice, and triggers count.
    let restored = target.postgres().await;
    let shop = Shop::of(restored.clone());
    let customer = shop.customer().await;
    let product = shop.add(sample_products::product("Sandalwood")).await;
    shop.place(&sample_orders::draft(&customer, &[(&product, 1)])).await;
    assert_in_order(&restored).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restore_ends_sessions_holds_mails_and_lets_the_time_to_pay_stand_still() {
    let (source, target) = (TestDatabase::create().await, TestDatabase::create().await);
    let postgres = source.postgres().await;
    filled(&postgres).await;
    let (name, message) = (sample_users::name("Ama"), ContactText::parse("Is the rose water back?").unwrap());
    postgres.store(&ContactMessage { name, email: sample_users::customer().email, message, sent_at: moments::now() }).await.unwrap();
    restored(&copied(&postgres).await, target.url()).await.unwrap();
    let client = target.client().await;
    let live: i64 = client.query_one("SELECT count(*) FROM sessions WHERE revoked_at IS NULL", &[]).await.unwrap().get(0);
    assert_eq!(live, 0);
    let restored = target.postgres().await;
    let later = times().now + TimeDelta::days(1);
    assert_eq!(MailOutbox::take_due(&restored, later, 10).await.unwrap().len(), 0);
    assert_eq!(ContactInbox::take_due(&restored, later, 10).await.unwrap().len(), 0);
    let held = restored.held().await.unwrap().unwrap();
    assert_eq!((held.since, held.snapshot_at), (times().now, times().snapshot_at));
    assert!(held.waiting > 0);
    assert_eq!(restored.release(&sample_users::operator(), later).await.unwrap(), Some(held.waiting));
    assert_eq!(restored.release(&sample_users::operator(), later).await.unwrap(), None);
    assert!(!MailOutbox::take_due(&restored, later, 10).await.unwrap().is_empty());
    assert!(!ContactInbox::take_due(&restored, later, 10).await.unwrap().is_empty());

    let ends = async |client: &Client| -> DateTime<Utc> {
        client.query_one("SELECT expires_at FROM order_payments WHERE expires_at IS NOT NULL", &[]).await.unwrap().get(0)
    };
    let (before, after) = (ends(&source.client().await).await, ends(&client).await);
    assert_eq!(after - before, TimeDelta::hours(5));
    assert_eq!(restored.overdue(before + TimeDelta::hours(1)).await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attempts_of_the_last_seven_days_are_asked_for_and_waiting_refunds_are_not_sent_again() {
    let (source, target) = (TestDatabase::create().await, TestDatabase::create().await);
    let postgres = source.postgres().await;
    filled(&postgres).await;
    let client = source.client().await;
    let rows = "INSERT INTO payment_attempts (order_id, number, state, amount_cents, started_at)
        SELECT o.id, a.n, 'succeeded', 100, $1::timestamptz - a.age
        FROM (SELECT id FROM orders ORDER BY id LIMIT 1) o, (VALUES (1, interval '6 days'), (2, interval '8 days')) AS a (n, age)";
    client.execute(rows, &[&moments::now()]).await.unwrap();
    let refund = "INSERT INTO refunds (order_id, number, state, via, amount_cents, charge, credit_cents, at)
        SELECT id, 1, 'requested', 'gateway', 100, 1, 0, $1 FROM orders ORDER BY id LIMIT 1";
    client.execute(refund, &[&moments::now()]).await.unwrap();
    restored(&copied(&postgres).await, target.url()).await.unwrap();
    let restored = target.postgres().await;
    let due = PaymentRepository::due_attempts(&restored, times().now, 10).await.unwrap();
    assert_eq!(due.iter().map(|attempt| attempt.number).collect::<Vec<_>>(), [1]);
    assert_eq!(PaymentRepository::due_refunds(&restored, times().now, 10).await.unwrap(), []);
    assert_eq!(PaymentRepository::stranded_refunds(&restored, times().now).await.unwrap().len(), 1);
}

/// Orders that are placed while the snapshot is read are not in it, not even in part.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_snapshot_is_of_one_moment() {
    let (source, target) = (TestDatabase::create().await, TestDatabase::create().await);
    let postgres = source.postgres().await;
    let shop = filled(&postgres).await;
    let snapshot = postgres.snapshot().await.unwrap();
    let customer = shop.customer().await;
    let product = shop.add(sample_products::product("Sandalwood")).await;
    shop.place(&sample_orders::draft(&customer, &[(&product, 1)])).await;
    let mut counts = BTreeMap::new();
    for table in snapshot.tables() {
        let mut rows = snapshot.rows(table).await.unwrap();
        while rows.next().await.unwrap().is_some() {}
        counts.insert(table.name.clone(), rows.count());
    }
    assert_eq!((counts["users"], counts["products"], counts["orders"]), (2, 2, 3));
    drop(snapshot);
    restored(&copied(&postgres).await, target.url()).await.unwrap();
    assert_in_order(&target.postgres().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_place_that_is_not_empty_is_refused_and_unchanged() {
    let (source, target) = (TestDatabase::create().await, TestDatabase::create().await);
    let postgres = source.postgres().await;
    filled(&postgres).await;
    let copy = copied(&postgres).await;
    assert!(matches!(restored(&copy, source.url()).await, Err(BackupError::InUse)));
    let client = target.client().await;
    let row = "INSERT INTO payment_notifications (at, attempt, status_code, amount, currency) VALUES (now(), 'x', 2, '1.00', 'LKR')";
    client.execute(row, &[]).await.unwrap();
    let refused = restored(&copy, target.url()).await.unwrap_err().to_string();
    assert!(refused.contains("the table payment_notifications has rows"), "{refused}");
    assert_eq!(client.query("SELECT FROM payment_notifications", &[]).await.unwrap().len(), 1);
    client.batch_execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE of_another_program ()").await.unwrap();
    let refused = restored(&copy, target.url()).await.unwrap_err().to_string();
    assert!(refused.contains("of_another_program"), "{refused}");
    client.batch_execute("DROP TABLE of_another_program").await.unwrap();
    restored(&copy, target.url()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newer_backup_or_other_tables_are_refused() {
    let (source, target) = (TestDatabase::create().await, TestDatabase::create().await);
    let postgres = source.postgres().await;
    let copy = copied(&postgres).await;
    let newer = Copy { migrations: [&copy.migrations[..], &["20991231000000".to_owned()]].concat(), ..copied(&postgres).await };
    assert!(matches!(restored(&newer, target.url()).await, Err(BackupError::Newer(version)) if version == "20991231000000"));
    let mut other = copied(&postgres).await;
    other.tables[0].0.columns[0].type_name = "money".to_owned();
    assert!(matches!(restored(&other, target.url()).await, Err(BackupError::Shape(_))));
    let mut short = copied(&postgres).await;
    let users = short.tables.iter_mut().find(|(shape, _, _)| shape.name == "shop_settings" || shape.name == "users").unwrap();
    users.1.truncate(10);
    assert!(matches!(restored(&short, target.url()).await, Err(BackupError::Statement(_))));
    // What failed left an empty place.
    restored(&copy, target.url()).await.unwrap();
    source.client().await.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231000000')", &[]).await.unwrap();
    assert!(matches!(postgres.snapshot().await, Err(BackupError::Newer(_))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_without_a_shop_is_not_copied() {
    let database = TestDatabase::create().await;
    database.client().await.batch_execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public").await.unwrap();
    assert!(matches!(database.postgres().await.snapshot().await, Err(BackupError::NoShop)));
}
