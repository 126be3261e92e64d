//! Placing an order reads the products it takes, however many others the shop has.

use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::sample_products;
use tokio_postgres::Transaction;

/// An order for three of the products, one each.
const DRAFT: &str = "
SELECT jsonb_build_object(
    'id', 'ARA-0000-0000', 'user_id', u.id, 'email', u.email, 'placed_at', now(), 'shipping_name', 'Nimal Perera',
    'shipping_address', '1 Galle Road', 'shipping_phone', '077 123 4567', 'search_text', 'nimal perera',
    'total_cents', sum(p.last_price_cents), 'items', jsonb_agg(jsonb_build_object(
        'position', p.position - 1, 'product_id', p.id, 'code', p.code, 'name', p.name, 'price_cents', p.last_price_cents, 'quantity', 1)))::text
FROM users u, (SELECT row_number() OVER (ORDER BY id) AS position, * FROM products ORDER BY id LIMIT 3) p
GROUP BY u.id";

#[tokio::test(flavor = "multi_thread")]
async fn an_order_reads_no_other_products() {
    let database = TestDatabase::create().await;
    let shop = Shop::of(database.postgres().await);
    shop.customer().await;
    for n in 0..500 {
        shop.add(sample_products::with_stock(10, sample_products::product(&format!("Rose {n}")))).await;
    }
    let mut client = database.client().await;
    client.batch_execute("UPDATE products SET description = repeat('A rose. ', 100)").await.unwrap();
    client.batch_execute("VACUUM ANALYZE products").await.unwrap();
    let draft: String = client.query_one(DRAFT, &[]).await.unwrap().get(0);
    let order = client.transaction().await.unwrap();
    let before = reads(&order).await;
    let outcome: String = order.query_one("SELECT place_order($1::text::jsonb) ->> 'outcome'", &[&draft]).await.unwrap().get(0);
    assert_eq!(outcome, "placed");
    let after = reads(&order).await;
    assert_eq!(after.in_turn - before.in_turn, 0, "all products were read");
    assert!((3..=12).contains(&(after.by_key - before.by_key)), "{before:?}, then {after:?}");
}

/// How many products this connection read so far.
#[derive(Debug)]
struct Reads {
    in_turn: i64,
    by_key: i64,
}

async fn reads(connection: &Transaction<'_>) -> Reads {
    let read = "SELECT seq_tup_read, idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = 'products'";
    let row = connection.query_one(read, &[]).await.unwrap();
    Reads { in_turn: row.get(0), by_key: row.get(1) }
}
