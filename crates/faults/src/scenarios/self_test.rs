//! The checks themselves: what somebody's hand does to the books is found by each of them.

use reqwest::Client;

use super::Verdict;
use crate::instance::Instance;
use crate::invariants;
use crate::ledger::{Attempt, Outcome};
use crate::report::Figures;
use crate::server::connect;
use crate::stage::Stage;

const ORDER_OF_NOTHING: &str = "
    INSERT INTO orders (id, user_id, email, status, placed_at, shipping_name, shipping_address, shipping_phone, total_cents, search_text)
    SELECT 'ARA-0000-0000', user_id, email, status, placed_at, shipping_name, shipping_address, shipping_phone, 0, search_text
    FROM orders LIMIT 1";

/// What somebody does in the database, how it is undone, and the beginning of the complaint that has to come.
const MISDEEDS: [(&str, &str, &str); 9] = [
    ("UPDATE products SET stock = stock + 1", "UPDATE products SET stock = stock - 1", "stock is the sum of its movements: "),
    ("UPDATE products SET stock = stock + 1", "UPDATE products SET stock = stock - 1", "the shelf lacks what was sold"),
    ("UPDATE products SET stock = stock + 1", "UPDATE products SET stock = stock - 1", "api doctor: stock"),
    (ORDER_OF_NOTHING, "DELETE FROM orders WHERE id = 'ARA-0000-0000'", "an order has items: ARA-0000-0000"),
    (ORDER_OF_NOTHING, "DELETE FROM orders WHERE id = 'ARA-0000-0000'", "there are no orders nobody was told of: ARA-0000-0000"),
    (
        "INSERT INTO idempotency_keys SELECT owner_key, 'twice', meaning, order_id, created_at FROM idempotency_keys LIMIT 1",
        "DELETE FROM idempotency_keys WHERE key = 'twice'",
        "there is one order per key: ",
    ),
    (
        "UPDATE orders SET total_cents = total_cents + 1",
        "UPDATE orders SET total_cents = total_cents - 1",
        "an order is what was acknowledged: ",
    ),
    (
        "UPDATE order_items SET quantity = quantity + 1 WHERE position = 0",
        "UPDATE order_items SET quantity = quantity - 1 WHERE position = 0",
        "an order is what was acknowledged: ",
    ),
    (
        "UPDATE sessions SET revoked_at = created_at - interval '1 day' WHERE revoked_at IS NOT NULL;
         UPDATE sessions SET revoked_at = NULL WHERE revoked_at < created_at; UPDATE users SET is_blocked = false",
        "UPDATE sessions s SET revoked_at = now() FROM users u WHERE u.id = s.user_id AND u.email = ANY (string_to_array(:gone, ','))",
        "revoked sessions stay out: ",
    ),
];

/// Nothing is complained of when all is well, and everything when it is not.
pub(super) async fn every_check_can_fail(stage: &mut Stage) -> Verdict {
    let instances = stage.open(&["a"]).await;
    let load = stage.load();
    load.placed(20).await;
    stage.settle(load).await;
    let mut complaints = invariants::complaints(stage, &instances).await;

    let outside = stage.server.client(&stage.database).await;
    let gone: Vec<&str> = stage.model.strangers.iter().map(|person| person.email.as_str()).collect();
    let gone = format!("'{}'", gone.join(","));
    for (misdeed, undoing, expected) in MISDEEDS {
        outside.batch_execute(misdeed).await.expect("a misdeed");
        complaints.extend(missed(stage, &instances, expected).await);
        outside.batch_execute(&undoing.replace(":gone", &gone)).await.expect("its undoing");
    }
    complaints.extend(tampered_ledger(stage, &instances).await);
    complaints.extend(left_open(stage, &instances).await);
    complaints.extend(dead_server(stage).await);
    complaints.extend(invariants::complaints(stage, &instances).await);
    (Figures { note: format!("{} misdeeds found", MISDEEDS.len() + 6), ..Figures::default() }, complaints)
}

/// A complaint when the complaint that is expected does not come.
async fn missed(stage: &Stage, instances: &[Instance], expected: &str) -> Option<String> {
    let found = invariants::complaints(stage, instances).await;
    let heard = found.iter().any(|complaint| complaint.starts_with(expected));
    (!heard).then(|| format!("not found: {expected}; only {found:?}"))
}

/// What customers say they were told, and what the shop says.
async fn tampered_ledger(stage: &mut Stage, instances: &[Instance]) -> Vec<String> {
    let placed = stage.attempts.iter().find(|attempt| matches!(attempt.outcome, Outcome::Placed { .. })).expect("an order").clone();
    let unheard = Outcome::Placed { id: "ARA-0000-0001".to_owned(), total: 1.into() };
    let made_up = [
        (Attempt { outcome: unheard, ..placed.clone() }, "every acknowledged order is there: ARA-0000-0001"),
        (Attempt { key: "another".to_owned(), ..placed.clone() }, "one order per key: "),
        (Attempt { outcome: Outcome::OutOfStock, ..placed.clone() }, "what was refused is not there: "),
        (Attempt { outcome: Outcome::Unavailable, ..placed }, "everybody finds out: "),
    ];
    let mut complaints = Vec::new();
    for (attempt, expected) in made_up {
        stage.attempts.push(attempt);
        complaints.extend(missed(stage, instances, expected).await);
        stage.attempts.pop();
    }
    complaints
}

async fn left_open(stage: &Stage, instances: &[Instance]) -> Option<String> {
    let session = connect(&stage.server.url("shop", &stage.database)).await.expect("a session of the shop");
    session.batch_execute("BEGIN; SELECT 1").await.expect("a transaction");
    let missed = missed(stage, instances, "nothing is left hanging: ").await;
    session.batch_execute("ROLLBACK").await.expect("its end");
    missed
}

/// A place where nobody answers is no place where strangers are kept out.
async fn dead_server(stage: &Stage) -> Option<String> {
    let nobody = Client::new().get(format!("http://127.0.0.1:{}/api/orders", crate::server::free_port()));
    let answered = crate::answer::ask(nobody).await.is_ok();
    answered.then(|| format!("somebody answers where nobody listens, beside {}", stage.database))
}
