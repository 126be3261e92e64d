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

/// A violation that is made on purpose: the statements that make it and undo it, and the beginning of the expected finding.
struct Violation {
    make: String,
    undo: String,
    expected: &'static str,
}

/// An order without items.
const ORDER_OF_NOTHING: &str = include_str!("self_test/order_of_nothing.sql");
/// A second key of one order.
const SECOND_KEY: &str = include_str!("self_test/second_key.sql");
/// Revoked sessions that are live again, marked by a time of revocation before their beginning.
const REVIVED_SESSIONS: &str = include_str!("self_test/revived_sessions.sql");
/// Revokes the sessions of the users `:revoked`, e-mail addresses separated by commas.
const REVOKED_SESSIONS: &str = include_str!("self_test/revoked_sessions.sql");

/// Adds one to a column of some rows; undone by subtracting one.
fn shifted(table: &str, column: &str, rows: &str, expected: &'static str) -> Violation {
    let shift = |sign| format!("UPDATE {table} SET {column} = {column} {sign} 1 WHERE {rows}");
    Violation { make: shift('+'), undo: shift('-'), expected }
}

/// Adds a row; undone by deleting the row whose `column` has this value.
fn added(insert: &str, (table, column, value): (&str, &str, &str), expected: &'static str) -> Violation {
    Violation { make: insert.to_owned(), undo: format!("DELETE FROM {table} WHERE {column} = '{value}'"), expected }
}

/// An order that is cancelled without a reason.
fn cancelled() -> Violation {
    let change = |to, from| format!("UPDATE orders SET status = '{to}' WHERE id = (SELECT min(id) FROM orders) AND status = '{from}'");
    let expected = "orders are cancelled for a reason only: ";
    Violation { make: change("cancelled", "processing"), undo: change("processing", "cancelled"), expected }
}

/// All violations. `revoked` are the e-mail addresses of the users with revoked sessions, separated by commas.
fn all(revoked: &str) -> [Violation; 10] {
    let stock = |expected| shifted("products", "stock", "true", expected);
    let order_of_nothing = |expected| added(ORDER_OF_NOTHING, ("orders", "id", "ARA-0000-0000"), expected);
    [
        stock("stock is the sum of its movements: "),
        stock("stock is reduced by acknowledged orders only: "),
        stock("api doctor: stock"),
        order_of_nothing("an order has items: ARA-0000-0000"),
        order_of_nothing("every order was acknowledged: ARA-0000-0000"),
        added(SECOND_KEY, ("idempotency_keys", "key", "twice"), "there is one order per key: "),
        shifted("orders", "total_cents", "true", "an order equals what was acknowledged: "),
        shifted("order_items", "quantity", "position = 0", "an order equals what was acknowledged: "),
        cancelled(),
        Violation {
            make: REVIVED_SESSIONS.to_owned(),
            undo: REVOKED_SESSIONS.replace(":revoked", &format!("'{revoked}'")),
            expected: "revoked sessions are refused: ",
        },
    ]
}

/// An intact shop has no violation, and every violation made on purpose is found.
pub(super) async fn every_check_can_fail(fixture: &mut Fixture) -> Verdict {
    let instances = fixture.open(&["a"]).await;
    let load = fixture.load();
    load.placed(20).await;
    fixture.settle(load).await;
    let mut violations = invariants::violations(fixture, &instances).await;

    let superuser = fixture.database_server.client(&fixture.database).await;
    let revoked: Vec<&str> = fixture.template.revoked.iter().map(|user| user.email.as_str()).collect();
    let made = all(&revoked.join(","));
    for violation in &made {
        superuser.batch_execute(&violation.make).await.expect("a violation");
        violations.extend(missed(fixture, &instances, violation.expected).await);
        superuser.batch_execute(&violation.undo).await.expect("a violation that is undone");
    }
    violations.extend(forged_attempts(fixture, &instances).await);
    violations.extend(open_transaction(fixture, &instances).await);
    violations.extend(dead_server(fixture).await);
    violations.extend(invariants::violations(fixture, &instances).await);
    (Figures { note: format!("{} violations found", made.len() + 6), ..Figures::default() }, violations)
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
