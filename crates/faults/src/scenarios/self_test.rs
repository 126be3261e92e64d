//! The checks themselves: each must find a violation that is made on purpose.

use reqwest::Client;
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;

use super::Verdict;
use crate::attempt::{Attempt, Outcome};
use crate::database_server::connect;
use crate::fixture::Fixture;
use crate::invariants;
use crate::report::Figures;

const ORDER_OF_NOTHING: &str = "
    INSERT INTO orders (id, user_id, email, status, placed_at, shipping_name, shipping_address, shipping_phone, total_cents, search_text)
    SELECT 'ARA-0000-0000', user_id, email, status, placed_at, shipping_name, shipping_address, shipping_phone, 0, search_text
    FROM orders LIMIT 1";

/// Statements that violate an invariant, statements that undo it, and the beginning of the expected violation.
const VIOLATIONS: [(&str, &str, &str); 9] = [
    ("UPDATE products SET stock = stock + 1", "UPDATE products SET stock = stock - 1", "stock is the sum of its movements: "),
    ("UPDATE products SET stock = stock + 1", "UPDATE products SET stock = stock - 1", "stock is reduced by acknowledged orders only: "),
    ("UPDATE products SET stock = stock + 1", "UPDATE products SET stock = stock - 1", "api doctor: stock"),
    (ORDER_OF_NOTHING, "DELETE FROM orders WHERE id = 'ARA-0000-0000'", "an order has items: ARA-0000-0000"),
    (ORDER_OF_NOTHING, "DELETE FROM orders WHERE id = 'ARA-0000-0000'", "every order was acknowledged: ARA-0000-0000"),
    (
        "INSERT INTO idempotency_keys SELECT owner_key, 'twice', meaning, order_id, created_at FROM idempotency_keys LIMIT 1",
        "DELETE FROM idempotency_keys WHERE key = 'twice'",
        "there is one order per key: ",
    ),
    (
        "UPDATE orders SET total_cents = total_cents + 1",
        "UPDATE orders SET total_cents = total_cents - 1",
        "an order equals what was acknowledged: ",
    ),
    (
        "UPDATE order_items SET quantity = quantity + 1 WHERE position = 0",
        "UPDATE order_items SET quantity = quantity - 1 WHERE position = 0",
        "an order equals what was acknowledged: ",
    ),
    (
        "UPDATE sessions SET revoked_at = created_at - interval '1 day' WHERE revoked_at IS NOT NULL;
         UPDATE sessions SET revoked_at = NULL WHERE revoked_at < created_at; UPDATE users SET is_blocked = false",
        "UPDATE sessions s SET revoked_at = now() FROM users u WHERE u.id = s.user_id AND u.email = ANY (string_to_array(:revoked, ','))",
        "revoked sessions are refused: ",
    ),
];

/// An intact shop has no violation, and every violation made on purpose is found.
pub(super) async fn every_check_can_fail(fixture: &mut Fixture) -> Verdict {
    let instances = fixture.open(&["a"]).await;
    let load = fixture.load();
    load.placed(20).await;
    fixture.settle(load).await;
    let mut violations = invariants::violations(fixture, &instances).await;

    let superuser = fixture.database_server.client(&fixture.database).await;
    let revoked: Vec<&str> = fixture.template.revoked.iter().map(|user| user.email.as_str()).collect();
    let revoked = format!("'{}'", revoked.join(","));
    for (violate, undo, expected) in VIOLATIONS {
        superuser.batch_execute(violate).await.expect("a violation");
        violations.extend(missed(fixture, &instances, expected).await);
        superuser.batch_execute(&undo.replace(":revoked", &revoked)).await.expect("a violation that is undone");
    }
    violations.extend(forged_attempts(fixture, &instances).await);
    violations.extend(open_transaction(fixture, &instances).await);
    violations.extend(dead_server(fixture).await);
    violations.extend(invariants::violations(fixture, &instances).await);
    (Figures { note: format!("{} violations found", VIOLATIONS.len() + 6), ..Figures::default() }, violations)
}

/// A message when the expected violation is not found.
async fn missed(fixture: &Fixture, instances: &[Instance], expected: &str) -> Option<String> {
    let found = invariants::violations(fixture, instances).await;
    let is_found = found.iter().any(|violation| violation.starts_with(expected));
    (!is_found).then(|| format!("not found: {expected}; only {found:?}"))
}

/// Answers that the shop did not give are found.
async fn forged_attempts(fixture: &mut Fixture, instances: &[Instance]) -> Vec<String> {
    let placed = fixture.attempts.iter().find(|attempt| matches!(attempt.outcome, Outcome::Placed { .. })).expect("an order").clone();
    let invented = Outcome::Placed { id: "ARA-0000-0001".to_owned(), total: 1.into() };
    let forged = [
        (Attempt { outcome: invented, ..placed.clone() }, "an acknowledged order exists: ARA-0000-0001"),
        (Attempt { key: "another".to_owned(), ..placed.clone() }, "one order per key: "),
        (Attempt { outcome: Outcome::OutOfStock, ..placed.clone() }, "a refused order does not exist: "),
        (Attempt { outcome: Outcome::Unavailable, ..placed }, "every attempt is resolved: "),
    ];
    let mut violations = Vec::new();
    for (attempt, expected) in forged {
        fixture.attempts.push(attempt);
        violations.extend(missed(fixture, instances, expected).await);
        fixture.attempts.pop();
    }
    violations
}

async fn open_transaction(fixture: &Fixture, instances: &[Instance]) -> Option<String> {
    let session = connect(&fixture.database_server.url("shop", &fixture.database)).await.expect("a session of the shop");
    session.batch_execute("BEGIN; SELECT 1").await.expect("a transaction");
    let missed = missed(fixture, instances, "no session holds a lock: ").await;
    session.batch_execute("ROLLBACK").await.expect("its end");
    missed
}

/// A connection that is refused counts as no answer.
async fn dead_server(fixture: &Fixture) -> Option<String> {
    let request = Client::new().get(format!("http://127.0.0.1:{}/api/orders", test_harness::instance::free_port()));
    let answered = request.try_ask().await.is_ok();
    answered.then(|| format!("an answer came from a port without a listener, beside {}", fixture.database))
}
