//! `api doctor --repair` mends what can be computed again, leaves the rest to people, and writes the audit log.

use adapter_postgres::Postgres;
use domain::accounts::actor::Actor;
use serde_json::json;
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;
use testkit::moments;

use crate::checkout::{count, fresh_key, order_of, place, product};
use crate::shop::Shop;
use crate::users::{admin, customer};

/// Statements that break a rule, and the beginning of the finding. Each is repaired before the next.
const REPAIRABLE: [(&str, &str); 13] = [
    (
        "INSERT INTO user_addresses SELECT gen_random_uuid(), id, NULL, 'N', '0771234567', '1', NULL, 'Kandy', 'Kandy', NULL, false, now()
             FROM users, generate_series(1, 2)",
        "one address of a user is the default: user ",
    ),
    (
        "UPDATE order_items SET placed_at = placed_at - interval '1 day'",
        "an item repeats its order's moment and whether it is cancelled: ARA-",
    ),
    ("UPDATE order_items SET cancelled = NOT cancelled", "an item repeats its order's moment and whether it is cancelled: ARA-"),
    (
        "UPDATE idempotency_keys SET owner_key = 'user:' || (SELECT id FROM users WHERE user_type = 'admin')",
        "a key and its order belong to the same customer: ARA-",
    ),
    (
        "INSERT INTO sessions (id, user_id, created_at, last_used_at, expires_at)
             SELECT gen_random_uuid(), id, now(), now(), now() + interval '1 day' FROM users WHERE is_blocked",
        "a blocked or deleted user has no live session: blocked@example.com: 1 sessions",
    ),
    (
        "INSERT INTO order_contact_changes (contact_id, status, n) SELECT id, 'shipped', 1 FROM order_contacts",
        "an order is found by whom it is addressed to, and counted there: contact ",
    ),
    ("UPDATE order_contacts SET search_text = search_text || '!'", "an order is found by whom it is addressed to, and counted there: ARA-"),
    ("INSERT INTO tallies (subject, kind, n) VALUES ('reviews', 'all', 1)", "what is counted beside a table is what is in it: reviews all"),
    ("DELETE FROM tallies", "what is counted beside a table is what is in it: orders "),
    // The minute's task may have summed up the sales already.
    (
        "INSERT INTO product_sales SELECT 30, id, 1, 100 FROM products ON CONFLICT (days, product_id) DO UPDATE SET units = product_sales.units + 1",
        "what a product sold is the sum of its items: ",
    ),
    ("INSERT INTO sales_days VALUES ('2020-01-01', '2020-01-02', 1, 100)", "a day's takings are those of its orders: "),
    (
        "WITH paid AS (UPDATE orders SET payment_id = 'lost', refunded = true)
         INSERT INTO order_payments (order_id, charged_cents, returned_cents) SELECT id, 100, 200 FROM orders",
        "the figures of a payment are those of its ledger: ARA-",
    ),
    (
        "WITH uploaded AS (INSERT INTO uploads (name, is_face, uploaded_at) VALUES ('1-a.webp', false, now()))
         INSERT INTO content_drafts VALUES ('identity', 1, '{\"logo\": \"/images/1-a.webp\"}', now(), NULL)",
        "the pictures of content are kept: identity shows 1-a.webp",
    ),
];

/// A shop with an order, a cancelled order, a scarce product and a blocked user.
async fn busy_shop() -> Shop {
    let shop = Shop::new().await;
    let (wanted, customer, admin) = (product(&shop, "Rose water", 10).await, customer(&shop).await, admin(&shop).await);
    product(&shop, "Jasmine", 3).await;
    let server = shop.start("a").await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let placed = place(&server, &customer, &fresh_key(), &order_of(&[(&wanted, 1)])).ask().await.expect_status(201);
        ids.push(placed["order"]["orderId"].as_str().unwrap().to_owned());
    }
    let cancel = json!({"status": "cancelled"});
    server.put(&format!("/api/orders/{}", ids[0])).signed_in_as(&admin).json(&cancel).ask().await.expect_status(200);
    assert!(server.terminate().await.success());
    let blocked = "INSERT INTO users (id, email, first_name, last_name, user_type, is_blocked, created_at, search_text, search_grams)
        VALUES (gen_random_uuid(), 'blocked@example.com', 'B', 'C', 'customer', true, now(), 'b', '{}')";
    shop.database().client().await.execute(blocked, &[]).await.unwrap();
    shop
}

async fn findings(postgres: &Postgres) -> Vec<String> {
    let findings = postgres.check_invariants().await.unwrap();
    findings.into_iter().map(|finding| format!("{}: {}", finding.rule, finding.detail)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_can_be_computed_again_is_repaired_alone() {
    let shop = busy_shop().await;
    let (database, postgres) = (shop.database().client().await, shop.database().postgres().await);
    let by = Actor::operator("a test");
    let mut repairs = 0;
    assert_eq!(findings(&postgres).await, Vec::<String>::new());
    for (misdeed, complaint) in REPAIRABLE {
        assert!(database.execute(misdeed, &[]).await.unwrap() > 0, "{misdeed}");
        let found = findings(&postgres).await;
        assert!(found.iter().any(|finding| finding.starts_with(complaint)), "{misdeed}: {found:?}");
        let repaired = postgres.repair_invariants(&by, moments::now()).await.unwrap();
        assert!(repaired.iter().any(|repair| complaint.starts_with(repair.rule) && repair.after.is_empty()), "{misdeed}: {repaired:?}");
        assert_eq!(findings(&postgres).await, Vec::<String>::new(), "{misdeed}");
        repairs += i64::try_from(repaired.len()).unwrap();
    }
    let audited = "SELECT count(*) FROM audit_log WHERE action = 'repair' AND entity = 'invariant' AND request_id = 'a test'";
    assert_eq!(count(&shop, audited).await, repairs);
    assert_eq!(count(&shop, "SELECT count(*) FROM sessions WHERE revoked_at IS NULL").await, 2, "those of others go on");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_says_what_it_would_repair_and_leaves_money_and_stock_to_people() {
    let shop = busy_shop().await;
    let server = shop.start("a").await;
    let database = shop.database().client().await;
    let tally = "INSERT INTO tallies (subject, kind, n) VALUES ('reviews', 'all', 1)";
    for misdeed in [tally, "UPDATE products SET stock = stock + 1 WHERE stock > 5"] {
        assert!(database.execute(misdeed, &[]).await.unwrap() > 0);
    }
    let postgres = shop.database().postgres().await;
    let broken = findings(&postgres).await;
    let stock = "SELECT sum(stock)::bigint FROM products";
    let shelf = count(&shop, stock).await;

    let tried = shop.run("b", &["doctor", "--repair", "--dry-run"]).await;
    assert_eq!(tried.status.code(), Some(1), "{tried:?}");
    assert!(tried.stdout.contains("reviews all: 1 counted, 0 are there\n  -> would be repaired: Counts the rows again.\n"), "{tried:?}");
    assert!(tried.stdout.contains("  -> a person has to look: Stock is money"), "{tried:?}");
    assert_eq!(findings(&postgres).await, broken, "nothing is changed");
    assert_eq!(count(&shop, "SELECT count(*) FROM audit_log WHERE action = 'repair'").await, 0);

    let repaired = shop.run("b", &["doctor", "--repair"]).await;
    assert_eq!(repaired.status.code(), Some(1), "the stock is not in order: {repaired:?}");
    assert!(
        repaired.stdout.contains("repaired: what is counted beside a table is what is in it. Counts the rows again.\n"),
        "{repaired:?}"
    );
    assert!(repaired.stdout.contains("stock is the sum of its movements: "), "{repaired:?}");
    assert_eq!(count(&shop, stock).await, shelf);

    let boss = admin(&shop).await;
    let log = server.get("/api/admin/audit?entity=invariant").signed_in_as(&boss).ask().await.expect_status(200);
    let entry = &log[0];
    assert_eq!((&entry["action"], &entry["requestId"]), (&json!("repair"), &json!("doctor --repair")), "{log}");
    assert_eq!(entry["entityId"], "what is counted beside a table is what is in it");
    assert!(entry["before"].to_string().contains("reviews all: 1 counted") && !entry["after"].to_string().contains("reviews"), "{entry}");

    database.execute("UPDATE products SET stock = stock - 1 WHERE stock > 5", &[]).await.unwrap();
    shop.is_in_order("b").await;
    let refused = shop.run("b", &["doctor", "--dry-run"]).await;
    assert_eq!(refused.status.code(), Some(2), "there is nothing to try: {refused:?}");
}

/// A restore that failed must not look like one that succeeded.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_without_the_tables_of_this_version_is_no_shop_in_order() {
    let shop = Shop::new().await;
    let client = shop.database().client().await;
    client.batch_execute("DELETE FROM __diesel_schema_migrations WHERE version = '20261203000310'").await.unwrap();
    for command in [&["doctor"][..], &["backup", "kept.backup"]] {
        let refused = shop.run("a", command).await;
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        assert!(refused.stderr.contains("the tables are of an earlier version"), "{refused:?}");
    }
    client.batch_execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public").await.unwrap();
    for command in [&["doctor"][..], &["doctor", "--repair"], &["backup", "kept.backup"]] {
        let refused = shop.run("a", command).await;
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        assert!(refused.stderr.contains("there is no shop in the database"), "{refused:?}");
    }
    assert_eq!(count(&shop, "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace").await, 0, "nothing was made");
}
