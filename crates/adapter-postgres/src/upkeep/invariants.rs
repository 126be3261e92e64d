//! What must hold in the shop's books whatever happens, and finding where it does not.
//!
//! Transactions and constraints keep all of this true. `api doctor` looks whether they did: after a crash, a restored
//! backup, or somebody's hand in the database.

use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use domain::shared::ports::PortError;

use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::query::sql::Sql;

/// Something that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule that is broken, in a few words.
    pub rule: &'static str,
    /// Where, and by how much.
    pub detail: String,
}

#[derive(diesel::QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// No rule answers more findings than this.
const LIMIT: &str = " LIMIT 20";

/// Every rule and the statement that answers what breaks it.
const RULES: [(&str, &str); 17] = [
    ("stock is the sum of its movements", STOCK),
    ("a product's last recorded price is its present one", PRICES),
    ("an order has items", ORDER_WITHOUT_ITEMS),
    ("an order's total is the sum of its lines", TOTAL),
    ("an order has taken its units, a cancelled one none", UNITS),
    ("an item repeats its order's moment and whether it is cancelled", COPIES),
    ("an order stands where its history says", HISTORY),
    ("each step of an order's history begins where the last one ended", STEPS),
    ("an order is remembered under one key", KEYS),
    ("a key and its order belong to the same customer", OWNERS_OF_KEYS),
    ("a blocked or deleted user has no live session", SESSIONS),
    ("an administrator can sign in", ADMINS),
    ("what is counted beside a table is what is in it", TALLIES),
    ("an order is found by whom it is addressed to, and counted there", CONTACTS),
    ("a product with little stock is listed with it, and no other", SCARCE),
    ("what a product sold is the sum of its items", PRODUCT_SALES),
    ("a day's takings are those of its orders", SALES_DAYS),
];

const STOCK: &str = "
    SELECT p.code || ': ' || p.stock || ' on the shelf, ' || coalesce(sum(m.delta), 0) || ' by its movements' AS detail
    FROM products p LEFT JOIN stock_movements m ON m.product_id = p.id
    GROUP BY p.id HAVING p.stock <> coalesce(sum(m.delta), 0) ORDER BY p.code";

const PRICES: &str = "
    SELECT p.code || ': ' || p.last_price_cents || ' cents, recorded ' || coalesce(h.last_price_cents::text, 'nothing') AS detail
    FROM products p LEFT JOIN LATERAL (
        SELECT r.price_cents, r.last_price_cents FROM price_history r WHERE r.product_id = p.id ORDER BY r.id DESC LIMIT 1
    ) AS h ON true
    WHERE (p.price_cents, p.last_price_cents) IS DISTINCT FROM (h.price_cents, h.last_price_cents) ORDER BY p.code";

const ORDER_WITHOUT_ITEMS: &str = "
    SELECT o.id AS detail FROM orders o
    WHERE NOT EXISTS (SELECT FROM order_items i WHERE i.order_id = o.id) ORDER BY o.id";

const TOTAL: &str = "
    SELECT o.id || ': ' || o.total_cents || ' cents, its lines make ' || sum(i.price_cents * i.quantity) AS detail
    FROM orders o JOIN order_items i ON i.order_id = o.id
    GROUP BY o.id HAVING o.total_cents <> sum(i.price_cents * i.quantity) ORDER BY o.id";

/// Products that are gone took their movements with them. A shelf that once was full may have had no room for all that
/// came back (1,000,000 units are the most it holds): what was lost then is no mistake.
const UNITS: &str = "
    WITH line AS (
        SELECT order_id, product_id, sum(quantity) AS units FROM order_items WHERE product_id IS NOT NULL GROUP BY 1, 2
    ), movement AS (
        SELECT order_id, product_id, -sum(delta) AS units FROM stock_movements WHERE order_id IS NOT NULL GROUP BY 1, 2
    )
    SELECT order_id || ' (' || coalesce(o.status, 'gone') || '): '
           || coalesce(p.code, product_id::text) || ' ordered ' || coalesce(line.units, 0)
           || ', taken from the shelf ' || coalesce(movement.units, 0) AS detail
    FROM line FULL JOIN movement USING (order_id, product_id)
    LEFT JOIN orders o ON o.id = order_id
    LEFT JOIN products p ON p.id = product_id
    WHERE coalesce(movement.units, 0) <> CASE WHEN o.status <> 'cancelled' THEN coalesce(line.units, 0) ELSE 0 END
      AND NOT EXISTS (
          SELECT FROM (SELECT sum(m.delta) OVER (ORDER BY m.id) AS units FROM stock_movements m
                       WHERE m.product_id = coalesce(line.product_id, movement.product_id)) AS shelf
          WHERE shelf.units >= 1000000)
    ORDER BY order_id, product_id";

const HISTORY: &str = "
    SELECT o.id || ': ' || o.status || ', its history says ' || coalesce(last.to_status, 'nothing') AS detail
    FROM orders o LEFT JOIN LATERAL (
        SELECT e.to_status FROM order_events e WHERE e.order_id = o.id ORDER BY e.id DESC LIMIT 1
    ) AS last ON true
    WHERE o.status IS DISTINCT FROM last.to_status ORDER BY o.id";

/// Sales are summed from the items alone.
const COPIES: &str = "
    SELECT o.id || ': line ' || i.position AS detail FROM orders o JOIN order_items i ON i.order_id = o.id
    WHERE i.placed_at <> o.placed_at OR i.cancelled <> (o.status = 'cancelled') ORDER BY o.id, i.position";

const STEPS: &str = "
    SELECT order_id || ': ' || coalesce(from_status, 'nothing') || ' after ' || coalesce(before, 'nothing') AS detail
    FROM (SELECT order_id, id, from_status, lag(to_status) OVER (PARTITION BY order_id ORDER BY id) AS before FROM order_events) AS step
    WHERE from_status IS DISTINCT FROM before ORDER BY order_id, id";

const KEYS: &str = "
    SELECT order_id || ': ' || count(*) || ' keys' AS detail FROM idempotency_keys
    GROUP BY order_id HAVING count(*) > 1 ORDER BY order_id";

/// A deleted customer takes their keys with them.
const OWNERS_OF_KEYS: &str = "
    SELECT o.id AS detail FROM idempotency_keys k JOIN orders o ON o.id = k.order_id
    WHERE o.user_id IS DISTINCT FROM k.user_id ORDER BY o.id";

/// One that ran out would be dead anyway; blocking revokes it all the same.
const SESSIONS: &str = "
    SELECT coalesce(u.email, 'a deleted user') || ': ' || count(*) || ' sessions' AS detail
    FROM sessions s LEFT JOIN users u ON u.id = s.user_id
    WHERE s.revoked_at IS NULL AND u.is_blocked IS DISTINCT FROM false
    GROUP BY u.email ORDER BY u.email";

const ADMINS: &str = "
    SELECT 'all ' || count(*) || ' administrators are blocked' AS detail FROM users
    WHERE user_type = 'admin' HAVING count(*) > 0 AND bool_and(is_blocked)";

const TALLIES: &str = "
    SELECT subject || ' ' || kind || ': ' || coalesce(kept.n, 0) || ' counted, ' || coalesce(real.n, 0) || ' are there' AS detail
    FROM (SELECT subject, kind, sum(n) AS n FROM tallies GROUP BY 1, 2) AS kept
    FULL JOIN (
        SELECT 'orders' AS subject, status AS kind, count(*) AS n FROM orders GROUP BY 2
        UNION ALL SELECT 'users', kind_of_user(user_type, is_blocked), count(*) FROM users GROUP BY 2
        UNION ALL SELECT 'products', 'all', count(*) FROM products
        UNION ALL SELECT 'reviews', 'all', count(*) FROM reviews
        UNION ALL SELECT 'scarce', kind_of_scarcity(stock), count(*) FROM products WHERE stock <= 5 GROUP BY 2
    ) AS real USING (subject, kind)
    WHERE coalesce(kept.n, 0) <> coalesce(real.n, 0) ORDER BY subject, kind";

const CONTACTS: &str = "
    SELECT o.id || ': found by ' || coalesce(c.search_text, 'nobody') || ', addressed to ' || o.search_text AS detail
    FROM orders o LEFT JOIN order_contacts c ON c.id = o.contact_id WHERE c.search_text IS DISTINCT FROM o.search_text
    UNION ALL
    SELECT 'contact ' || contact_id || ': ' || coalesce(kept.n, 0) || ' ' || status || ' counted, ' || coalesce(real.n, 0) || ' are there'
    FROM (
        SELECT contact_id, status, sum(n) AS n FROM (
            SELECT contact_id, status, n FROM order_contact_changes
            UNION ALL SELECT id, kind.status, kind.n FROM order_contacts CROSS JOIN LATERAL (VALUES
                ('processing', processing), ('shipped', shipped), ('completed', completed), ('cancelled', cancelled)
            ) AS kind (status, n)
        ) AS part GROUP BY 1, 2
    ) AS kept
    FULL JOIN (SELECT contact_id, status, count(*) AS n FROM orders GROUP BY 1, 2) AS real USING (contact_id, status)
    WHERE coalesce(kept.n, 0) <> coalesce(real.n, 0) ORDER BY 1";

const SCARCE: &str = "
    SELECT coalesce(p.code, s.product_id::text) || ': ' || coalesce(p.stock::text, 'no') || ' on the shelf, '
           || coalesce(s.stock::text, 'not') || ' listed' AS detail
    FROM (SELECT id, code, stock, created_at FROM products WHERE stock <= 5) AS p FULL JOIN scarce_products s ON s.product_id = p.id
    WHERE (p.stock, p.created_at) IS DISTINCT FROM (s.stock, s.created_at) ORDER BY 1";

const PRODUCT_SALES: &str = "
    SELECT coalesce(p.code, product_id::text) || ' in ' || days || ' days: ' || coalesce(kept.units, 0) || ' units for '
           || coalesce(kept.revenue_cents, 0) || ' cents, its items make ' || coalesce(real.units, 0) || ' for '
           || coalesce(real.revenue_cents, 0) AS detail
    FROM product_sales kept FULL JOIN (
        SELECT span.days, i.product_id, sum(i.quantity) AS units, sum(i.quantity * i.price_cents) AS revenue_cents
        FROM sales_spans span JOIN order_items i ON i.placed_at > span.since AND i.placed_at <= span.until
        WHERE i.product_id IS NOT NULL AND NOT i.cancelled GROUP BY 1, 2
    ) AS real USING (days, product_id)
    LEFT JOIN products p ON p.id = product_id
    WHERE (coalesce(kept.units, 0), coalesce(kept.revenue_cents, 0)) <> (coalesce(real.units, 0), coalesce(real.revenue_cents, 0))
    ORDER BY days, 1";

const SALES_DAYS: &str = "
    SELECT day.begins || ': ' || day.orders || ' orders for ' || day.revenue_cents || ' cents kept, ' || real.orders || ' for '
           || real.revenue_cents || ' placed' AS detail
    FROM sales_days day CROSS JOIN LATERAL (
        SELECT count(*) AS orders, coalesce(sum(o.total_cents), 0) AS revenue_cents FROM orders o
        WHERE o.placed_at >= day.begins AND o.placed_at < day.ends AND o.status <> 'cancelled'
    ) AS real
    WHERE (day.orders, day.revenue_cents) <> (real.orders, real.revenue_cents) ORDER BY day.begins";

/// Reading the whole of a large shop's books may take longer than any request.
const PATIENCE: &str = "SET LOCAL statement_timeout = '30min'";

impl Postgres {
    /// Checks every rule, each in one statement, and answers what breaks it: nothing when all is well, and at most 20
    /// findings per rule. Reads one snapshot and blocks nobody, so it may be run while the shop is open.
    ///
    /// # Errors
    /// [`PortError`] when the database fails.
    pub async fn check_invariants(&self) -> Result<Vec<Finding>, PortError> {
        let mut connection = self.connection().await?;
        let findings: Result<_, DbError> = connection.build_transaction().read_only().repeatable_read().run(check).await;
        Ok(findings?)
    }
}

async fn check(connection: &mut AsyncPgConnection) -> Result<Vec<Finding>, DbError> {
    connection.batch_execute(PATIENCE).await?;
    let mut findings = Vec::new();
    for (rule, statement) in RULES {
        let rows: Vec<Row> = Sql::new(statement).sql(LIMIT).load(connection).await?;
        findings.extend(rows.into_iter().map(|row| Finding { rule, detail: row.detail }));
    }
    Ok(findings)
}
