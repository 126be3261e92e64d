//! What must hold after every fault: within the database, and between the database and the answers that customers got.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;
use tokio::time::sleep;
use tokio_postgres::Client;

use crate::attempt::{Attempt, Outcome};
use crate::fixture::Fixture;

/// Rules, each with a statement that returns the rows that violate it. `api doctor` checks some of them too; these statements
/// share none of its code.
const RULES: [(&str, &str); 4] = [
    (
        "stock is the sum of its movements",
        "SELECT p.code FROM products p LEFT JOIN stock_movements m ON m.product_id = p.id
         GROUP BY p.id HAVING p.stock <> coalesce(sum(m.delta), 0) OR p.stock < 0",
    ),
    ("an order has items", "SELECT id FROM orders o WHERE NOT EXISTS (SELECT FROM order_items i WHERE i.order_id = o.id)"),
    ("there is one order per key", "SELECT order_id FROM idempotency_keys GROUP BY order_id HAVING count(*) > 1"),
    ("an order has its first event", "SELECT id FROM orders o WHERE NOT EXISTS (SELECT FROM order_events e WHERE e.order_id = o.id)"),
];

/// Sessions of the shop that hold or await a lock after the last request.
const LOCKING_SESSIONS: &str =
    "SELECT pid || ' ' || state || ' ' || coalesce(wait_event_type, '-') || ' ' || left(query, 60) FROM pg_stat_activity
     WHERE datname = current_database() AND usename = 'shop' AND (state LIKE 'idle in transaction%' OR wait_event_type = 'Lock')";
/// Time for statements of the last requests to end.
const LOCKS_TIMEOUT: Duration = Duration::from_secs(3);

/// Every violation, each beginning with the violated rule.
pub(crate) async fn violations(fixture: &Fixture, instances: &[Instance]) -> Vec<String> {
    let client = fixture.database_server.client(&fixture.database).await;
    let mut violations = Vec::new();
    for (rule, statement) in RULES {
        violations.extend(texts(&client, statement).await.into_iter().map(|found| format!("{rule}: {found}")));
    }
    violations.extend(locking_sessions(&client).await);
    violations.extend(orders_match_answers(fixture, &client).await);
    violations.extend(stock_matches_orders(fixture, &client).await);
    violations.extend(wrongly_cancelled(fixture, &client).await);
    for instance in instances {
        violations.extend(revoked(fixture, &instance.origin()).await);
    }
    violations.extend(doctor(fixture).await);
    violations
}

async fn texts(client: &Client, statement: &str) -> Vec<String> {
    let rows = client.query(statement, &[]).await.expect("a query that runs");
    rows.iter().map(|row| row.get(0)).collect()
}

async fn locking_sessions(client: &Client) -> Vec<String> {
    let begun = Instant::now();
    loop {
        let found = texts(client, LOCKING_SESSIONS).await;
        if found.is_empty() || begun.elapsed() > LOCKS_TIMEOUT {
            return found.into_iter().map(|session| format!("no session holds a lock: {session}")).collect();
        }
        sleep(Duration::from_millis(50)).await;
    }
}

/// An order in the database.
struct StoredOrder {
    cents: i64,
    /// Units by the product's code.
    lines: BTreeMap<String, i64>,
    key: Option<String>,
}

async fn stored_orders(client: &Client) -> BTreeMap<String, StoredOrder> {
    let mut orders = BTreeMap::new();
    let rows = client.query("SELECT o.id, o.total_cents, k.key FROM orders o LEFT JOIN idempotency_keys k ON k.order_id = o.id", &[]);
    for row in rows.await.expect("a query that runs") {
        orders.insert(row.get(0), StoredOrder { cents: row.get(1), key: row.get(2), lines: BTreeMap::new() });
    }
    let rows = client.query("SELECT order_id, code, quantity::bigint FROM order_items", &[]).await.expect("a query that runs");
    for row in rows {
        if let Some(order) = orders.get_mut(&row.get::<_, String>(0)) {
            *order.lines.entry(row.get(1)).or_default() += row.get::<_, i64>(2);
        }
    }
    orders
}

/// Every acknowledged order exists once, as acknowledged; no refused order exists; every order in the database was acknowledged.
async fn orders_match_answers(fixture: &Fixture, client: &Client) -> Vec<String> {
    let mut violations = Vec::new();
    let orders = stored_orders(client).await;
    let mut acknowledged = BTreeSet::new();
    for attempt in &fixture.attempts {
        match &attempt.outcome {
            Outcome::Placed { id, total } => {
                if !acknowledged.insert(id.clone()) {
                    violations.push(format!("one order per key: {id} was acknowledged twice"));
                }
                let Some(order) = orders.get(id) else {
                    violations.push(format!("an acknowledged order exists: {id} does not"));
                    continue;
                };
                let cents = total.as_f64().map(|rupees| (rupees * 100.0).round());
                #[allow(clippy::cast_precision_loss, reason = "totals are far below 2^53 cents")]
                let same = cents == Some(order.cents as f64) && order.lines == lines_of(fixture, attempt);
                if !same || order.key.as_deref() != Some(attempt.key.as_str()) {
                    violations.push(format!("an order equals what was acknowledged: {id} does not"));
                }
            }
            Outcome::OutOfStock => {
                if orders.values().any(|order| order.key.as_deref() == Some(attempt.key.as_str())) {
                    violations.push(format!("a refused order does not exist: the one under {} does", attempt.key));
                }
            }
            unresolved => violations.push(format!("every attempt is resolved: {} is not ({unresolved:?})", attempt.key)),
        }
    }
    let unacknowledged = orders.keys().filter(|id| !acknowledged.contains(*id));
    violations.extend(unacknowledged.map(|id| format!("every order was acknowledged: {id} was not")));
    violations
}

fn lines_of(fixture: &Fixture, attempt: &Attempt) -> BTreeMap<String, i64> {
    attempt.lines.iter().map(|(product, units)| (fixture.customers.product_codes[*product].clone(), *units)).collect()
}

/// The shop cancelled the orders that it had to cancel, and no others.
async fn wrongly_cancelled(fixture: &Fixture, client: &Client) -> Vec<String> {
    let cancelled: BTreeSet<String> = texts(client, "SELECT id FROM orders WHERE status = 'cancelled'").await.into_iter().collect();
    let wrong = cancelled.symmetric_difference(&fixture.cancelled);
    wrong.map(|id| format!("orders are cancelled for a reason only: {id} is not as it should be")).collect()
}

/// The stock of each product is the initial stock minus the units of acknowledged orders that were not cancelled.
async fn stock_matches_orders(fixture: &Fixture, client: &Client) -> Vec<String> {
    let mut left: BTreeMap<&str, i64> =
        fixture.customers.product_codes.iter().map(String::as_str).zip(fixture.template.stock.iter().copied()).collect();
    for attempt in &fixture.attempts {
        if matches!(&attempt.outcome, Outcome::Placed { id, .. } if !fixture.cancelled.contains(id)) {
            for (product, units) in &attempt.lines {
                *left.entry(fixture.customers.product_codes[*product].as_str()).or_default() -= units;
            }
        }
    }
    let rows = client.query("SELECT code, stock::bigint FROM products", &[]).await.expect("a query that runs");
    let wrong = rows.iter().map(|row| (row.get::<_, String>(0), row.get::<_, i64>(1)));
    let wrong = wrong.filter(|(code, stock)| left.get(code.as_str()) != Some(stock));
    wrong.map(|(code, stock)| format!("stock is reduced by acknowledged orders only: {code} has {stock}")).collect()
}

/// Revoked sessions are refused.
async fn revoked(fixture: &Fixture, origin: &str) -> Vec<String> {
    let mut violations = Vec::new();
    for user in &fixture.template.revoked {
        let answer = fixture.customers.client.get(format!("{origin}/api/orders")).signed_in_as(user).try_ask().await;
        let status = answer.map(|answer| answer.status.as_u16());
        if !matches!(status, Ok(401)) {
            violations.push(format!("revoked sessions are refused: {} got {status:?} at {origin}", user.email));
        }
    }
    violations
}

/// The violations that `api doctor` finds.
async fn doctor(fixture: &Fixture) -> Vec<String> {
    let output = fixture.shop.run("doctor", &["doctor"]).await;
    if output.status.success() && output.stdout.trim() == "Everything is in order." {
        return Vec::new();
    }
    output.stdout.lines().chain([output.stderr.as_str()]).map(|line| format!("api doctor: {line}")).collect()
}
