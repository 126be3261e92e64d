//! The adapter passes every port's suite, and the books are right after each rule.
#![allow(clippy::unwrap_used)]

use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;

testkit::contracts!(crate::fixture);

struct Fixture {
    shop: Shop,
    database: TestDatabase,
}

async fn fixture() -> Fixture {
    let database = TestDatabase::create().await;
    Fixture { shop: Shop::of(database.postgres().await), database }
}

/// Each finds rows that must not be there.
const BROKEN: [(&str, &str); 7] = [
    (
        "items that are not cancelled as their order is",
        "SELECT o.id FROM orders o JOIN order_items i ON i.order_id = o.id WHERE i.cancelled <> (o.status = 'cancelled')",
    ),
    (
        "stock that is not the sum of its movements",
        "SELECT p.code FROM products p LEFT JOIN stock_movements m ON m.product_id = p.id \
         GROUP BY p.id HAVING p.stock <> coalesce(sum(m.delta), 0)",
    ),
    (
        "orders whose total is not the sum of their items",
        "SELECT o.id FROM orders o LEFT JOIN order_items i ON i.order_id = o.id \
         GROUP BY o.id HAVING o.total_cents <> coalesce(sum(i.price_cents * i.quantity), 0)",
    ),
    (
        "items placed at another time than their order",
        "SELECT o.id FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.placed_at <> i.placed_at",
    ),
    (
        "orders whose history does not end where they stand",
        "SELECT o.id FROM orders o WHERE o.status IS DISTINCT FROM \
         (SELECT e.to_status FROM order_events e WHERE e.order_id = o.id ORDER BY e.id DESC LIMIT 1)",
    ),
    (
        "steps of a history that do not follow each other",
        "SELECT e.order_id FROM (SELECT order_id, from_status, lag(to_status) OVER (PARTITION BY order_id ORDER BY id) AS before \
         FROM order_events) e WHERE e.from_status IS DISTINCT FROM e.before",
    ),
    (
        "live orders of products that did not lose their units",
        "SELECT o.id FROM orders o JOIN order_items i ON i.order_id = o.id WHERE i.product_id IS NOT NULL AND o.status <> 'cancelled' \
         AND -i.quantity <> (SELECT coalesce(sum(m.delta), 0) FROM stock_movements m \
         WHERE m.order_id = o.id AND m.product_id = i.product_id)",
    ),
];

impl Fixture {
    fn shop(&self) -> &Shop {
        &self.shop
    }

    async fn check(&self) {
        let client = self.database.client().await;
        for (what, query) in BROKEN {
            let rows = client.query(query, &[]).await.unwrap();
            let found: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
            assert!(found.is_empty(), "{what}: {found:?}");
        }
    }
}
