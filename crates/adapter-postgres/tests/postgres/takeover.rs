//! A database of the former release is taken over: it becomes equal to a fresh one, and keeps its rows.
//!
//! `tests/fixtures/former_release.sql` was filled by the former release and dumped: the demo shop with few products, and what
//! customers and an administrator did through the API.

mod catalogue;
mod contract_step;
mod former_payments;

use std::collections::BTreeSet;

use adapter_postgres::{FinishedMigrations, MigrateError, Postgres};
use domain::accounts::user::User;
use domain::catalog::product_code::ProductCode;
use domain::orders::idempotency::IdempotencyKey;
use domain::orders::order::OrderQuery;
use domain::orders::ports::PlaceOrderOutcome;
use domain::shared::email::EmailAddress;
use domain::shared::page::PageAnswer;
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{moments, sample_orders};
use tokio_postgres::Client;

use self::catalogue::{contents, definitions, rows};

const FORMER_RELEASE: &str = include_str!("../fixtures/former_release.sql");

/// The versions of the former release's migrations.
const FORMER_VERSIONS: &str = "SELECT version FROM __diesel_schema_migrations WHERE version < '20261123'";

/// A database as the former release left it.
async fn former_database() -> TestDatabase {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    client.batch_execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public").await.unwrap();
    client.batch_execute(FORMER_RELEASE).await.unwrap();
    database
}

/// The number of folders in `migrations/`.
fn migrations() -> usize {
    std::fs::read_dir("../../migrations").unwrap().count()
}

async fn versions(client: &Client) -> BTreeSet<String> {
    client.query("SELECT version FROM __diesel_schema_migrations", &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}

#[tokio::test]
async fn it_becomes_equal_to_a_fresh_database() {
    let database = former_database().await;
    Postgres::migrate(database.url()).await.unwrap();
    assert_eq!(database.postgres().await.finish_migrations().await.unwrap(), FinishedMigrations::Finished(1));
    assert_equals_a_fresh_one(&database).await;
}

/// Every definition is that of a fresh database.
async fn assert_equals_a_fresh_one(database: &TestDatabase) {
    let fresh = definitions(&TestDatabase::create().await.client().await).await;
    let migrated = definitions(&database.client().await).await;
    assert!(fresh.len() > 300, "{}", fresh.len());
    assert_eq!(migrated.difference(&fresh).collect::<Vec<_>>(), Vec::<&String>::new(), "only in the migrated database");
    assert_eq!(fresh.difference(&migrated).collect::<Vec<_>>(), Vec::<&String>::new(), "only in a fresh database");
}

#[tokio::test]
async fn it_keeps_its_rows() {
    const KEYS: &str = "SELECT user_id, key, meaning, order_id, created_at FROM idempotency_keys";
    const MESSAGES: &str = "SELECT id, name, email, message, sent_at, mail_attempts, next_mail_at, mailed_at FROM contact_messages";
    const SESSIONS: &str = "SELECT id, user_id, created_at, last_used_at, expires_at, revoked_at FROM sessions";
    const EVENTS: &str = "SELECT id, order_id, at, actor_email, from_status, to_status, request_id FROM order_events";
    const USERS: &str = "SELECT id, email, first_name, last_name, profile_picture, user_type, is_blocked, password_hash, created_at, last_login, \
                         search_text, search_grams, email_verified_at FROM users";
    let database = former_database().await;
    let client = database.client().await;
    let users = rows(&client, USERS).await;
    let (mut before, keys) = (contents(&client).await, rows(&client, KEYS).await);
    let (events, messages) = (rows(&client, EVENTS).await, rows(&client, MESSAGES).await);
    let sessions = rows(&client, SESSIONS).await;
    for table in ["orders", "uploads", "reviews", "audit_log", "contact_messages", "login_attempts", "identities", "password_resets"] {
        assert!(before.get(table).is_some_and(|(rows, _)| *rows > 0), "the fixture has no {table}");
    }
    assert!(keys.0 > 5, "{keys:?}");
    Postgres::migrate(database.url()).await.unwrap();
    let mut after = contents(&client).await;
    assert_eq!((rows(&client, KEYS).await, rows(&client, EVENTS).await), (keys, events));
    assert_eq!(rows(&client, MESSAGES).await, messages);
    assert_eq!(rows(&client, SESSIONS).await, sessions);
    assert_eq!(rows(&client, "SELECT FROM idempotency_keys WHERE owner_key <> 'user:' || user_id").await.0, 0);
    assert_eq!(rows(&client, USERS).await, users);
    let wrong_roles = "SELECT FROM users WHERE staff_role IS DISTINCT FROM CASE user_type WHEN 'admin' THEN 'owner' END";
    assert_eq!(rows(&client, wrong_roles).await.0, 0);
    let widened = ["users", "sessions", "idempotency_keys", "catalogue_changes", "order_events", "contact_messages"];
    // Days with credits are summed up again.
    assert!(after.remove("sales_days").zip(before.remove("sales_days")).is_some_and(|(after, before)| after.0 <= before.0));
    for changed in widened.into_iter().chain(["login_failures"]) {
        assert!(before.remove(changed).is_some(), "{changed}");
    }
    let payments =
        ["order_payments", "payment_ledger", "refunds", "payment_slips", "attention", "payment_attempts", "payment_notifications"];
    let delivery = ["order_delivery", "order_pricing", "product_weights", "shop_settings", "user_addresses"];
    for new in widened.into_iter().chain(["price_history", "catalogue_identity"]).chain(payments).chain(delivery) {
        assert!(after.remove(new).is_some(), "{new}");
    }
    let of_staff = ["staff_invitations", "data_keys", "second_factors", "recovery_codes", "seen_devices", "sign_in_alerts", "shop_setup"];
    let of_content = ["content_drafts", "content_versions"];
    let of_backups = ["backup_runs", "mail_hold", "schema_compatibility"];
    for empty in ["order_fulfilment", "order_notes"].into_iter().chain(of_staff).chain(of_content).chain(of_backups) {
        assert_eq!(after.remove(empty).map(|(rows, _)| rows), Some(0), "{empty}");
    }
    assert_eq!(after.remove("mail_outbox").map(|(rows, _)| rows), Some(0), "no former order is mailed");
    assert_eq!(after, before);
}

#[tokio::test]
async fn each_product_gets_its_first_recorded_price() {
    let database = former_database().await;
    Postgres::migrate(database.url()).await.unwrap();
    let client = database.client().await;
    let present = rows(&client, "SELECT id, price_cents, last_price_cents FROM products").await;
    assert!(present.0 > 3, "{present:?}");
    assert_eq!(rows(&client, "SELECT product_id, price_cents, last_price_cents FROM price_history").await, present);
    let begun = "SELECT FROM price_history WHERE at BETWEEN now() - interval '5 minutes' AND now()";
    assert_eq!(rows(&client, begun).await.0, present.0);
}

#[tokio::test]
async fn the_shop_goes_on() {
    let database = former_database().await;
    Postgres::migrate(database.url()).await.unwrap();
    let postgres = database.postgres().await;
    assert_eq!(postgres.check_invariants().await.unwrap(), []);

    let shop = Shop::of(postgres.clone());
    let code = ProductCode::parse("FIX-001").unwrap();
    let lipstick = shop.catalogue.by_code(&code, moments::now()).await.unwrap().expect("the lipstick of the fixture");
    let customer = customer(&shop).await;
    let mut draft = sample_orders::draft(&customer, &[(&lipstick, 2)]);
    draft.claim = Some(sample_orders::claim("two lipsticks"));
    let stock = shop.stock(&lipstick).await;
    let placed = shop.place(&draft).await;
    assert_eq!(shop.stock(&lipstick).await, stock - 2);
    assert!(matches!(shop.orders.place(&draft).await.unwrap(), PlaceOrderOutcome::Replayed(order) if order.id == placed.id));
    let PageAnswer::Page(orders) = shop.order_reader.list(&OrderQuery::default()).await.unwrap() else { panic!("no page") };
    assert!(orders.items.len() > 20, "{}", orders.items.len());
    assert_eq!(postgres.check_invariants().await.unwrap(), []);
}

/// The customer whose orders the fixture has.
async fn customer(shop: &Shop) -> User {
    shop.user_directory.by_email(&EmailAddress::parse("anushka@example.com").unwrap()).await.unwrap().expect("a customer")
}

/// A key that was used at the former release answers the same order.
#[tokio::test]
async fn keys_used_before_are_known() {
    let database = former_database().await;
    Postgres::migrate(database.url()).await.unwrap();
    let shop = Shop::of(database.postgres().await);
    let customer = customer(&shop).await;
    let key = IdempotencyKey::parse("fixture-2").unwrap();
    let (_, order) = shop.orders.placed_with(customer.id, &key).await.unwrap().expect("an order under the key");
    assert_eq!((order.email.as_str(), order.status.as_str()), ("anushka@example.com", "cancelled"));
    // As an instance of the former release asks.
    let former = "SELECT order_placed_with($1::uuid, 'fixture-2') ->> 'order_id'";
    let answer: Option<String> = database.client().await.query_one(former, &[&customer.id.uuid()]).await.unwrap().get(0);
    assert_eq!(answer.as_deref(), Some(order.id.as_str()));
}

#[tokio::test]
async fn the_former_versions_stay_and_nothing_runs_twice() {
    let database = former_database().await;
    let client = database.client().await;
    let former = versions(&client).await;
    assert_eq!(former.len(), 39);
    assert_eq!(Postgres::migrate(database.url()).await.unwrap(), migrations());
    let (contents_once, versions_once) = (contents(&client).await, versions(&client).await);
    assert!(versions_once.is_superset(&former));
    assert_eq!(versions_once.len(), 39 + migrations());
    assert_eq!(Postgres::migrate(database.url()).await.unwrap(), 0);
    assert_eq!((contents(&client).await, versions(&client).await), (contents_once, versions_once));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_instances_take_it_over_once() {
    let database = former_database().await;
    let migrating = (0..2).map(|_| {
        let url = database.url().to_owned();
        tokio::spawn(async move { Postgres::migrate(&url).await.unwrap() })
    });
    let mut done: Vec<usize> = futures_util::future::try_join_all(migrating).await.unwrap();
    done.sort_unstable();
    assert_eq!(done, [0, migrations()]);
}

/// Any of the former versions may be the missing one: the first, one between, the last.
#[tokio::test]
async fn an_older_database_is_refused_and_left_alone() {
    for missing in ["min(version)", "max(version)", "(array_agg(version ORDER BY version))[20]"] {
        let database = former_database().await;
        let client = database.client().await;
        let forget = format!("DELETE FROM __diesel_schema_migrations WHERE version = (SELECT {missing} FROM __diesel_schema_migrations)");
        assert_eq!(client.execute(&forget, &[]).await.unwrap(), 1);
        let before = (contents(&client).await, definitions(&client).await, versions(&client).await);
        let error = Postgres::migrate(database.url()).await.unwrap_err();
        assert!(matches!(error, MigrateError::TooOld), "{error:?}");
        assert!(error.to_string().contains("start the last release"), "{error}");
        assert_eq!((contents(&client).await, definitions(&client).await, versions(&client).await), before);
    }
}

/// A takeover that fails changes nothing.
#[tokio::test]
async fn a_takeover_that_fails_changes_nothing() {
    let database = former_database().await;
    let client = database.client().await;
    client.batch_execute("CREATE TABLE price_history (id integer CONSTRAINT price_history_in_the_way UNIQUE)").await.unwrap();
    let before = (contents(&client).await, definitions(&client).await, versions(&client).await);
    assert!(matches!(Postgres::migrate(database.url()).await.unwrap_err(), MigrateError::Failed(_)));
    assert_eq!((contents(&client).await, definitions(&client).await, versions(&client).await), before);
    client.batch_execute("DROP TABLE price_history").await.unwrap();
    assert_eq!(Postgres::migrate(database.url()).await.unwrap(), migrations());
}

/// An order that is being placed holds locks that the takeover needs.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_placed_meanwhile_is_waited_for() {
    let database = former_database().await;
    let buyer = database.client().await;
    buyer.batch_execute("BEGIN; UPDATE products SET stock = stock WHERE code = 'FIX-001'").await.unwrap();
    let url = database.url().to_owned();
    let migrating = tokio::spawn(async move { Postgres::migrate(&url).await.unwrap() });
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'products'::regclass";
    while buyer.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0) == 0 {
        tokio::task::yield_now().await;
    }
    // Waits for no lock of the takeover for longer than the takeover's own timeout.
    buyer.batch_execute("UPDATE idempotency_keys SET meaning = meaning; COMMIT").await.unwrap();
    assert_eq!(migrating.await.unwrap(), migrations());
    assert_eq!(rows(&buyer, FORMER_VERSIONS).await.0, 39);
}
