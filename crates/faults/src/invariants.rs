//! What must hold whatever happened: in the shop's books, and between them and what the customers were told.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use tokio::time::sleep;
use tokio_postgres::Client;

use crate::answer::ask;
use crate::instance::Instance;
use crate::ledger::{Attempt, Outcome};
use crate::stage::Stage;

/// A rule and the statement that answers what breaks it. `api doctor` knows some of them as well: here they are looked at
/// by somebody who shares none of its code.
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

/// Sessions of the shop that hold something up, once nobody asks for anything any more.
const HANGING: &str = "SELECT pid || ' ' || state || ' ' || coalesce(wait_event_type, '-') || ' ' || left(query, 60) FROM pg_stat_activity
     WHERE datname = current_database() AND usename = 'shop' AND (state LIKE 'idle in transaction%' OR wait_event_type = 'Lock')";
/// How long such a session may take to be gone: what was begun may end.
const ENDING: Duration = Duration::from_secs(3);

/// Everything that is not as it must be, each with the rule it breaks.
pub(crate) async fn complaints(stage: &Stage, instances: &[Instance]) -> Vec<String> {
    let client = stage.server.client(&stage.database).await;
    let mut complaints = Vec::new();
    for (rule, statement) in RULES {
        complaints.extend(texts(&client, statement).await.into_iter().map(|found| format!("{rule}: {found}")));
    }
    complaints.extend(hanging(&client).await);
    complaints.extend(told(stage, &client).await);
    complaints.extend(shelf(stage, &client).await);
    for instance in instances {
        complaints.extend(strangers(stage, instance.base()).await);
    }
    complaints.extend(doctor(stage).await);
    complaints
}

async fn texts(client: &Client, statement: &str) -> Vec<String> {
    let rows = client.query(statement, &[]).await.expect("a query that runs");
    rows.iter().map(|row| row.get(0)).collect()
}

async fn hanging(client: &Client) -> Vec<String> {
    let begun = Instant::now();
    loop {
        let found = texts(client, HANGING).await;
        if found.is_empty() || begun.elapsed() > ENDING {
            return found.into_iter().map(|session| format!("nothing is left hanging: {session}")).collect();
        }
        sleep(Duration::from_millis(50)).await;
    }
}

/// An order as the books have it.
struct Booked {
    cents: i64,
    /// Units by the product's code.
    lines: BTreeMap<String, i64>,
    key: Option<String>,
}

async fn booked(client: &Client) -> BTreeMap<String, Booked> {
    let mut orders = BTreeMap::new();
    let rows = client.query("SELECT o.id, o.total_cents, k.key FROM orders o LEFT JOIN idempotency_keys k ON k.order_id = o.id", &[]);
    for row in rows.await.expect("a query that runs") {
        orders.insert(row.get(0), Booked { cents: row.get(1), key: row.get(2), lines: BTreeMap::new() });
    }
    let rows = client.query("SELECT order_id, code, quantity::bigint FROM order_items", &[]).await.expect("a query that runs");
    for row in rows {
        if let Some(order) = orders.get_mut(&row.get::<_, String>(0)) {
            *order.lines.entry(row.get(1)).or_default() += row.get::<_, i64>(2);
        }
    }
    orders
}

/// What was acknowledged is there, whole and once; what was refused is not there; nothing is there that nobody asked for.
async fn told(stage: &Stage, client: &Client) -> Vec<String> {
    let mut complaints = Vec::new();
    let orders = booked(client).await;
    let mut acknowledged = BTreeSet::new();
    for attempt in &stage.attempts {
        match &attempt.outcome {
            Outcome::Placed { id, total } => {
                if !acknowledged.insert(id.clone()) {
                    complaints.push(format!("one order per key: {id} was answered to two"));
                }
                let Some(order) = orders.get(id) else {
                    complaints.push(format!("every acknowledged order is there: {id} is not"));
                    continue;
                };
                let cents = total.as_f64().map(|rupees| (rupees * 100.0).round());
                #[allow(clippy::cast_precision_loss, reason = "totals are far below 2^53 cents")]
                let same = cents == Some(order.cents as f64) && order.lines == lines_of(stage, attempt);
                if !same || order.key.as_deref() != Some(attempt.key.as_str()) {
                    complaints.push(format!("an order is what was acknowledged: {id} is not"));
                }
            }
            Outcome::OutOfStock => {
                if orders.values().any(|order| order.key.as_deref() == Some(attempt.key.as_str())) {
                    complaints.push(format!("what was refused is not there: the order under {} is", attempt.key));
                }
            }
            open => complaints.push(format!("everybody finds out: {} did not ({open:?})", attempt.key)),
        }
    }
    let unasked = orders.keys().filter(|id| !acknowledged.contains(*id));
    complaints.extend(unasked.map(|id| format!("there are no orders nobody was told of: {id} is one")));
    complaints
}

fn lines_of(stage: &Stage, attempt: &Attempt) -> BTreeMap<String, i64> {
    attempt.lines.iter().map(|(product, units)| (stage.counter.codes[*product].clone(), *units)).collect()
}

/// What is left is what there was without what was sold.
async fn shelf(stage: &Stage, client: &Client) -> Vec<String> {
    let mut left: BTreeMap<&str, i64> = stage.counter.codes.iter().map(String::as_str).zip(stage.model.stock.iter().copied()).collect();
    for attempt in &stage.attempts {
        if matches!(attempt.outcome, Outcome::Placed { .. }) {
            for (product, units) in &attempt.lines {
                *left.entry(stage.counter.codes[*product].as_str()).or_default() -= units;
            }
        }
    }
    let rows = client.query("SELECT code, stock::bigint FROM products", &[]).await.expect("a query that runs");
    let wrong = rows.iter().map(|row| (row.get::<_, String>(0), row.get::<_, i64>(1)));
    let wrong = wrong.filter(|(code, stock)| left.get(code.as_str()) != Some(stock));
    wrong.map(|(code, stock)| format!("the shelf lacks what was sold and nothing else: {code} has {stock}")).collect()
}

/// Revoked sessions stay out.
async fn strangers(stage: &Stage, base: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    for person in &stage.model.strangers {
        let answer = ask(stage.counter.client.get(format!("{base}/api/orders")).bearer_auth(&person.token)).await;
        let status = answer.map(|answer| answer.status);
        if status != Ok(401) {
            complaints.push(format!("revoked sessions stay out: {} got {status:?} at {base}", person.email));
        }
    }
    complaints
}

/// What the program itself finds.
async fn doctor(stage: &Stage) -> Vec<String> {
    let output = stage.shop.run("doctor").await;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() && said.trim() == "Everything is in order." {
        return Vec::new();
    }
    said.lines()
        .map(|line| format!("api doctor: {line}"))
        .chain([format!("api doctor: {}", String::from_utf8_lossy(&output.stderr))])
        .collect()
}
