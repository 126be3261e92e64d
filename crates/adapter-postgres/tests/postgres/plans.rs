//! Lists that are read in the order of an index, whatever else the tables hold.

use testkit::postgres::TestDatabase;

#[tokio::test]
async fn the_log_of_one_thing_is_read_from_an_index() {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    client.batch_execute("SET enable_seqscan = off; SET enable_sort = off; SET enable_incremental_sort = off").await.unwrap();
    for (asked, condition) in [("entity_id = 'x'", "(entity_id = 'x'"), ("entity = 'user' AND entity_id = 'x'", "(entity_id = 'x'")] {
        let explain = format!("EXPLAIN SELECT * FROM audit_log WHERE {asked} ORDER BY at DESC, id DESC LIMIT 21");
        let plan: Vec<String> = client.query(&explain, &[]).await.unwrap().iter().map(|row| row.get(0)).collect();
        let plan = plan.join("\n");
        assert!(plan.contains(&format!("Index Cond: {condition}")) && !plan.contains("Sort"), "{plan}");
    }
}

#[tokio::test]
async fn the_filters_and_searches_of_orders_are_read_from_indexes() {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    client.batch_execute("SET enable_seqscan = off; SET enable_bitmapscan = off").await.unwrap();
    for (from, index) in [
        (
            "orders WHERE right(ltrim(translate(shipping_phone, ' +()-', ''), '0'), 9) COLLATE \"C\" BETWEEN '77' AND '78'",
            "orders_phone_idx",
        ),
        (
            "user_addresses WHERE right(ltrim(translate(phone, ' +()-', ''), '0'), 9) COLLATE \"C\" BETWEEN '77' AND '78'",
            "user_addresses_phone_idx",
        ),
        ("orders WHERE total_cents = 0", "orders_free_idx"),
        ("order_payments WHERE charged_cents > 0", "order_payments_charged_idx"),
        ("order_payments WHERE returned_cents > 0", "order_payments_returned_idx"),
        ("order_payments WHERE refund_due_cents > 0", "order_payments_refund_due_idx"),
        ("order_payments WHERE is_pending", "order_payments_pending_idx"),
        ("payment_ledger WHERE kind = 'chargeback'", "payment_ledger_chargeback_idx"),
        ("payment_slips WHERE state = 'inReview'", "payment_slips_in_review_idx"),
        ("attention WHERE closed_at IS NULL AND order_id IS NOT NULL", "attention_"),
        (
            "payment_ledger WHERE reference <> 'Cash on delivery' AND lower(reference COLLATE \"C\") BETWEEN 'a' AND 'b'",
            "payment_ledger_reference_idx",
        ),
        (
            "payment_slips WHERE bank_reference IS NOT NULL AND lower(bank_reference COLLATE \"C\") BETWEEN 'a' AND 'b'",
            "payment_slips_reference_idx",
        ),
    ] {
        let plan = client.query(&format!("EXPLAIN SELECT 1 FROM {from}"), &[]).await.unwrap();
        let plan: Vec<String> = plan.iter().map(|row| row.get(0)).collect();
        let plan = plan.join("\n");
        assert!(plan.contains(index), "{from}: {plan}");
        assert!(!from.contains("BETWEEN") || plan.contains("Index Cond"), "{plan}");
    }
}
