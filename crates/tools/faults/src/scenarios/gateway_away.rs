//! The payment gateway cannot be reached: payments are booked when it is back, and no order that was paid is cancelled.

use serde_json::json;
use test_harness::instance::Instance;

use super::Verdict;
use crate::fixture::Fixture;
use crate::gateway::Gateway;
use crate::paying::{self, CardOrder, RECORDS_DUE};
use crate::proxy::{Proxy, Traffic};
use crate::report::Figures;
use crate::{invariants, money};

/// Orders whose payment is not notified.
const PAID: usize = 5;
/// Orders whose payment is begun and not made.
const BEGUN: usize = 2;
/// The end of the time to pay of all orders.
const OVERDUE: &str = "UPDATE order_payments SET expires_at = now() - interval '1 minute'";
const CANCELLED: &str = "orders WHERE status = 'cancelled'";
const CHARGED: &str = "(SELECT order_id FROM payment_ledger WHERE kind = 'charge' GROUP BY order_id HAVING count(*) = 1) AS charged";

/// Notifications are dropped, and the gateway is gone when the orders are overdue.
pub(super) async fn away(fixture: &mut Fixture) -> Verdict {
    let gateway = Gateway::start().await;
    let proxy = Proxy::before(gateway.port()).await;
    let instance = paying::open(fixture, proxy.port()).await;
    gateway.behave(json!({"dropNotifications": true})).await;
    let orders = paying::place(fixture, PAID + BEGUN + 1).await;
    let (paid, unpaid) = orders.split_at(PAID);
    paying::pay_all(paid, &instance, &gateway).await;
    for order in &unpaid[..BEGUN] {
        order.open_page(&instance, &gateway).await;
    }

    proxy.set(Traffic::Cut);
    let instance = paying::restart(fixture, instance, &[OVERDUE, RECORDS_DUE]).await;
    kept_while_away(fixture, &instance, unpaid).await;

    proxy.set(Traffic::Passes);
    let superuser = fixture.database_server.client(&fixture.database).await;
    superuser.batch_execute(RECORDS_DUE).await.expect("a statement that runs");
    // The contract has three minutes, of which the statement skips the two before the first reading.
    let took = paying::reaches(&superuser, CHARGED, PAID).await;
    paying::reaches(&superuser, CANCELLED, 1 + BEGUN).await;
    fixture.cancelled = unpaid.iter().map(|order| order.id.clone()).collect();
    assert!(gateway.answers(0).await.is_empty(), "a notification was sent");
    let mut figures = Figures { note: format!("{PAID} payments booked from the records"), ..Figures::default() };
    figures.recovered(took);
    let mut violations = invariants::violations(fixture, &[instance]).await;
    violations.extend(money::violations(fixture, &gateway).await);
    (figures, violations)
}

/// While the gateway is gone, only the order for which no payment was begun is cancelled.
async fn kept_while_away(fixture: &Fixture, instance: &Instance, unpaid: &[CardOrder]) {
    paying::logged(instance, "orders that were not paid in time were not cancelled", 0).await;
    for attempt in 0..PAID + BEGUN {
        paying::logged(instance, "were not read: ", attempt).await;
    }
    let superuser = fixture.database_server.client(&fixture.database).await;
    paying::reaches(&superuser, CANCELLED, 1).await;
    let cancelled = superuser.query(&format!("SELECT id FROM {CANCELLED}"), &[]).await.expect("a query that runs");
    let cancelled: Vec<String> = cancelled.iter().map(|row| row.get(0)).collect();
    assert_eq!(cancelled, [unpaid[BEGUN].id.clone()], "cancelled while the gateway was away");
}
