//! `api doctor` finds every violated invariant.

use serde_json::json;
use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;

use crate::checkout::{fresh_key, order_of, place, product};
use crate::shop::Shop;
use crate::users::{admin, customer};

/// Statements that violate an invariant, statements that undo it, and the violated rule.
const MISDEEDS: [(&str, &str, &str); 34] = [
    ("UPDATE products SET stock = stock + 1", "UPDATE products SET stock = stock - 1", "stock is the sum of its movements: "),
    (
        "UPDATE price_history SET last_price_cents = last_price_cents - 1",
        "UPDATE price_history SET last_price_cents = last_price_cents + 1",
        "a product's last recorded price is its present one: ",
    ),
    (
        "INSERT INTO orders SELECT 'ARA-0000-0000', user_id, email, 'processing', placed_at, shipping_name, shipping_address,
             shipping_phone, NULL, false, '', 0, search_text, contact_id FROM orders LIMIT 1",
        "DELETE FROM orders WHERE id = 'ARA-0000-0000'",
        "an order has items: ARA-0000-0000",
    ),
    (
        "UPDATE orders SET total_cents = total_cents + 1",
        "UPDATE orders SET total_cents = total_cents - 1",
        "an order's total is the sum of its lines, delivery and fee: ",
    ),
    (
        "INSERT INTO order_pricing SELECT id, total_cents, 0, 0, 'cod', 0, '[{\"code\": \"goods\", \"label\": \"Goods\", \"cents\": 1}]' FROM orders",
        "DELETE FROM order_pricing",
        "an order's total is the sum of its explanation: ARA-",
    ),
    (
        "UPDATE order_items SET discount_cents = 1",
        "UPDATE order_items SET discount_cents = 0",
        "a promotion's discount is the sum of its lines': ",
    ),
    (
        "INSERT INTO promotions VALUES (gen_random_uuid(), 'Sale', NULL, '{}', NULL, NULL, '{}', '{}', '{}', false, NULL, NULL, 9, NULL, true, 1, 1,
             now(), now())",
        "DELETE FROM promotions",
        "a promotion's uses are counted, within its limit, and none is of a cancelled order: Sale: counts 1 uses, has 0, at most 9",
    ),
    (
        "INSERT INTO promotion_uses SELECT id, gen_random_uuid(), 1, now() FROM orders WHERE status = 'cancelled'",
        "DELETE FROM promotion_uses",
        "a promotion's uses are counted, within its limit, and none is of a cancelled order: ",
    ),
    (
        "INSERT INTO shop_settings VALUES ('delivery', 1, '{\"zones\": [{\"name\": \"A\", \"districts\": [\"Galle\"]},
             {\"name\": \"B\", \"districts\": [\"Galle\"]}], \"methods\": [\"standard\"], \"defaultMethod\": \"standard\"}', now())",
        "DELETE FROM shop_settings",
        "a district is in one zone, and one method is the default: district Galle is in 2 zones",
    ),
    (
        "INSERT INTO user_addresses SELECT gen_random_uuid(), id, NULL, 'N', '0771234567', '1', NULL, 'Kandy', 'Kandy', NULL, false, now() FROM users",
        "DELETE FROM user_addresses",
        "one address of a user is the default: user ",
    ),
    (
        "UPDATE order_items SET returned = 1",
        "UPDATE order_items SET returned = 0",
        "no more comes back of an item than was bought, and the item says what came: ARA-",
    ),
    (
        "UPDATE stock_movements SET order_id = 'ARA-0000-0000' WHERE reason = 'cancellation'",
        "UPDATE stock_movements m SET order_id = o.id FROM orders o WHERE m.reason = 'cancellation' AND o.status = 'cancelled'",
        "an order has taken its units, a cancelled one none: ",
    ),
    (
        "UPDATE orders SET status = 'completed' WHERE status = 'cancelled'",
        "UPDATE orders SET status = 'cancelled' WHERE status = 'completed'",
        "an order has taken its units, a cancelled one none: ",
    ),
    (
        "UPDATE orders SET status = 'shipped' WHERE status = 'processing'",
        "UPDATE orders SET status = 'processing' WHERE status = 'shipped'",
        "an order stands where its history says: ",
    ),
    (
        "INSERT INTO idempotency_keys SELECT owner_key, 'twice', meaning, order_id, created_at FROM idempotency_keys LIMIT 1",
        "DELETE FROM idempotency_keys WHERE key = 'twice'",
        "an order is remembered under one key: ",
    ),
    (
        "UPDATE idempotency_keys SET owner_key = 'user:' || (SELECT id FROM users WHERE user_type = 'admin')",
        "UPDATE idempotency_keys SET owner_key = 'user:' || (SELECT id FROM users WHERE user_type = 'customer')",
        "a key and its order belong to the same customer: ",
    ),
    (
        "UPDATE users SET is_blocked = true WHERE user_type = 'customer'",
        "UPDATE users SET is_blocked = false",
        "a blocked or deleted user has no live session: ",
    ),
    (
        "UPDATE users SET is_blocked = true WHERE user_type = 'admin'",
        "UPDATE users SET is_blocked = false",
        "an owner can sign in: all 1 owners are blocked",
    ),
    (
        "INSERT INTO tallies (subject, kind, n) VALUES ('reviews', 'all', 1)",
        "DELETE FROM tallies WHERE subject = 'reviews'",
        "what is counted beside a table is what is in it: reviews all: 1 counted, 0 are there",
    ),
    (
        "INSERT INTO order_contact_changes (contact_id, status, n) SELECT id, 'shipped', 1 FROM order_contacts",
        "DELETE FROM order_contact_changes WHERE status = 'shipped'",
        "an order is found by whom it is addressed to, and counted there: contact ",
    ),
    (
        "UPDATE order_contacts SET search_text = search_text || '!'",
        "UPDATE order_contacts SET search_text = rtrim(search_text, '!')",
        "an order is found by whom it is addressed to, and counted there: ARA-",
    ),
    // The minute's task may have summed up the sales already.
    (
        "INSERT INTO product_sales SELECT 30, id, 1, 100 FROM products ON CONFLICT (days, product_id) DO UPDATE SET units = product_sales.units + 1",
        "WITH fewer AS (UPDATE product_sales SET units = units - 1 WHERE units > 1) DELETE FROM product_sales WHERE units = 1",
        "what a product sold is the sum of its items: ",
    ),
    (
        "INSERT INTO sales_days VALUES ('2020-01-01', '2020-01-02', 1, 100)",
        "DELETE FROM sales_days",
        "a day's takings are those of its orders: ",
    ),
    (
        "UPDATE mail_outbox SET kind = 'lost' WHERE kind = 'order'",
        "UPDATE mail_outbox SET kind = 'order' WHERE kind = 'lost'",
        "every mail that an order owes is in the outbox: order ARA-",
    ),
    (
        "UPDATE mail_outbox SET queued_at = queued_at - interval '2 days', dedupe_key =
             CASE kind WHEN 'cancelled' THEN 'lost:' || dedupe_key ELSE dedupe_key END",
        "UPDATE mail_outbox SET queued_at = queued_at + interval '2 days', dedupe_key = replace(dedupe_key, 'lost:', '')",
        " has no mail cancelled:ARA-",
    ),
    (
        "UPDATE mail_outbox SET queued_at = queued_at - interval '2 days', kind =
             CASE WHEN dedupe_key = (SELECT max(dedupe_key) FROM mail_outbox WHERE kind = 'placed') THEN 'lost' ELSE kind END,
             dedupe_key = CASE WHEN dedupe_key = (SELECT max(dedupe_key) FROM mail_outbox WHERE kind = 'placed')
                 THEN replace(dedupe_key, 'placed:', 'lost:') ELSE dedupe_key END",
        "UPDATE mail_outbox SET queued_at = queued_at + interval '2 days', kind = CASE kind WHEN 'lost' THEN 'placed' ELSE kind END,
             dedupe_key = replace(dedupe_key, 'lost:', 'placed:')",
        " has no mail\n",
    ),
    (
        "INSERT INTO attention (at, kind, detail) VALUES (now() + interval '2 days', 'unmatched', 'x')",
        "DELETE FROM attention",
        " for staff has no mail",
    ),
    (
        "WITH past AS (UPDATE mail_outbox SET queued_at = queued_at - interval '2 days')
         INSERT INTO payment_ledger (order_id, number, kind, source, method, amount_cents, reference, at)
             SELECT id, 1, 'charge', 'gateway', 'payhere', 100, '320012345', now() FROM orders WHERE status = 'processing'",
        "WITH ledger AS (DELETE FROM payment_ledger) UPDATE mail_outbox SET queued_at = queued_at + interval '2 days'",
        " has no mail paid:ARA-",
    ),
    (
        "WITH past AS (UPDATE mail_outbox SET queued_at = queued_at - interval '2 days'),
             earlier AS (UPDATE orders SET placed_at = placed_at - interval '20 hours')
         INSERT INTO order_payments (order_id, method, expires_at)
             SELECT id, 'bankTransfer', now() + interval '1 hour' FROM orders WHERE status = 'processing'",
        "WITH payments AS (DELETE FROM order_payments), later AS (UPDATE orders SET placed_at = placed_at + interval '20 hours')
         UPDATE mail_outbox SET queued_at = queued_at + interval '2 days'",
        " has no mail reminder:ARA-",
    ),
    (
        "INSERT INTO order_payments (order_id, charged_cents) SELECT id, 100 FROM orders WHERE status = 'processing'",
        "DELETE FROM order_payments",
        "the figures of a payment are those of its ledger: ARA-",
    ),
    (
        "INSERT INTO refunds (order_id, number, state, via, amount_cents, credit_cents, at)
             SELECT id, 1, 'requested', 'byHand', 100, 0, now() FROM orders",
        "DELETE FROM refunds",
        "no more is refunded than was charged: ARA-",
    ),
    (
        "INSERT INTO order_payments (order_id, method, expires_at)
             SELECT id, 'bankTransfer', now() - interval '2 hours' FROM orders WHERE status = 'processing'",
        "DELETE FROM order_payments",
        "an unpaid order is cancelled within an hour after its time: ARA-",
    ),
    (
        "INSERT INTO invoice_series VALUES ('invoice', 1)",
        "DELETE FROM invoice_series",
        "invoices are numbered without gaps, and credited up to their total: invoice: counts to 1, has 0 up to 0",
    ),
    (
        "WITH counted AS (INSERT INTO invoice_series VALUES ('invoice', 1), ('creditNote', 1)), invoiced AS (
             INSERT INTO invoices SELECT 'invoice', 1, 'INV-000001', id, now(), 100, 0, NULL, NULL, NULL, 0, '{}' FROM orders LIMIT 1)
         INSERT INTO invoices SELECT 'creditNote', 1, 'CRN-000001', id, now(), 101, 0, 'INV-000001', 'cancelled', NULL, 0, '{}'
             FROM orders LIMIT 1",
        "WITH documents AS (DELETE FROM invoices) DELETE FROM invoice_series",
        "invoices are numbered without gaps, and credited up to their total: INV-000001: 101 cents credited of 100",
    ),
];

/// An index keeps this from happening: a misdeed drops it.
const CHARGED_TWICE: &str = "DROP INDEX payment_ledger_gateway_key;
    INSERT INTO payment_ledger (order_id, number, kind, source, method, amount_cents, reference, at)
        SELECT id, n, 'charge', 'gateway', 'payhere', 100, '320012345', now() FROM orders, generate_series(1, 2) AS n";

/// A trigger keeps this from being undone: it is disabled.
const VERSION_TWO: &str = "INSERT INTO content_versions VALUES ('home', 2, '{}', now(), NULL)";
const NO_VERSION: &str = "ALTER TABLE content_versions DISABLE TRIGGER USER; DELETE FROM content_versions;
    ALTER TABLE content_versions ENABLE TRIGGER USER";
const LOST_PICTURE: &str = "INSERT INTO uploads (name, is_face, uploaded_at) VALUES ('1-a.webp', false, now());
    INSERT INTO content_drafts VALUES ('identity', 1, '{\"logo\": \"/images/1-a.webp\"}', now(), NULL)";

#[tokio::test(flavor = "multi_thread")]
async fn every_misdeed_is_found_and_named() {
    let shop = Shop::new().await;
    let (wanted, customer, admin) = (product(&shop, "Rose water", 10).await, customer(&shop).await, admin(&shop).await);
    let server = shop.start("a").await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let placed = place(&server, &customer, &fresh_key(), &order_of(&[(&wanted, 1)])).ask().await.expect_status(201);
        ids.push(placed["order"]["orderId"].as_str().unwrap().to_owned());
    }
    let cancel = json!({"status": "cancelled"});
    server.put(&format!("/api/orders/{}", ids[0])).signed_in_as(&admin).json(&cancel).ask().await.expect_status(200);
    assert!(server.terminate().await.success());
    shop.is_in_order("a").await;

    let database = shop.database().client().await;
    for (misdeed, undoing, complaint) in MISDEEDS {
        let rows = database.execute(misdeed, &[]).await.unwrap_or_else(|error| panic!("{misdeed}: {error:?}"));
        assert!(rows > 0, "{misdeed}");
        let doctor = shop.run("a", &["doctor"]).await;
        assert_eq!(doctor.status.code(), Some(1), "{misdeed}: {doctor:?}");
        assert!(doctor.stdout.contains(complaint), "{misdeed}: {}", doctor.stdout);
        assert!(doctor.stderr.contains("not in order"), "{misdeed}: {}", doctor.stderr);
        database.execute(undoing, &[]).await.unwrap();
    }
    database.batch_execute(CHARGED_TWICE).await.unwrap();
    let doctor = shop.run("a", &["doctor"]).await;
    assert!(doctor.stdout.contains("a payment at the gateway is charged once: 320012345: 4 charges"), "{doctor:?}");
    database.batch_execute("DELETE FROM payment_ledger").await.unwrap();
    for (misdeed, undoing, complaint) in [
        (VERSION_TWO, NO_VERSION, "the versions of a document are counted from 1: home has 1 versions up to 2"),
        (LOST_PICTURE, "DELETE FROM content_drafts", "the pictures of content are kept: identity shows 1-a.webp, which is not kept"),
    ] {
        database.batch_execute(misdeed).await.unwrap();
        let doctor = shop.run("a", &["doctor"]).await;
        assert!(doctor.stdout.contains(complaint), "{doctor:?}");
        database.batch_execute(undoing).await.unwrap();
    }
    shop.is_in_order("a").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_full_shelf_has_no_room_for_is_no_misdeed() {
    let shop = Shop::new().await;
    let (wanted, customer, admin) = (product(&shop, "Rose water", 10).await, customer(&shop).await, admin(&shop).await);
    let server = shop.start("a").await;
    let placed = place(&server, &customer, &fresh_key(), &order_of(&[(&wanted, 5)])).ask().await.expect_status(201);
    let edit = json!({"productName": "Rose water", "price": 1200, "stock": 999_998});
    server.put(&format!("/api/products/update/{wanted}")).signed_in_as(&admin).json(&edit).ask().await.expect_status(200);
    let path = format!("/api/orders/{}", placed["order"]["orderId"].as_str().unwrap());
    for status in ["cancelled", "processing", "cancelled"] {
        server.put(&path).signed_in_as(&admin).json(&json!({"status": status})).ask().await.expect_status(200);
        shop.is_in_order("b").await;
    }
}
