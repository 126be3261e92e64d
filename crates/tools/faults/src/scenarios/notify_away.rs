//! PostgreSQL is away, or its answers are lost, when the gateway notifies payments: the repeated notification books each once.

use std::time::Instant;

use futures_util::future::join_all;
use rustix::process::Signal;
use serde_json::json;

use super::Verdict;
use crate::database_server::count;
use crate::fixture::Fixture;
use crate::gateway::Gateway;
use crate::paying::{self, ANSWERED_WITHIN};
use crate::proxy::Proxy;
use crate::report::Figures;
use crate::{invariants, money};

/// Payments that are notified while the database is away.
const AWAY: usize = 4;
/// Payments that are booked while the database's answer to COMMIT is lost.
const LOST: usize = 6;
const CHARGED: &str = "order_payments WHERE charged_cents > 0";

/// Notifications are answered 503 in time, without a database and with the answer to COMMIT lost; repeated twice later, they are
/// answered 200.
pub(super) async fn away(fixture: &mut Fixture) -> Verdict {
    let gateway = Gateway::start().await;
    let proxy = Proxy::before(fixture.database_server.port()).await;
    fixture.set_database_port(proxy.port());
    // The sequences of a copied database go back at a crash unless a checkpoint came after the copy: PostgreSQL logs a sequence's
    // values ahead, and what the template logged is not copied.
    fixture.database_server.client(&fixture.database).await.batch_execute("CHECKPOINT").await.expect("a checkpoint");
    let instance = paying::open(fixture, gateway.port()).await;
    gateway.behave(json!({})).await;
    let orders = paying::place(fixture, AWAY + LOST).await;
    let pages = join_all(orders.iter().map(|order| order.open_page(&instance, &gateway))).await;
    let (away, lost) = pages.split_at(AWAY);

    fixture.database_server.signal(Signal::KILL);
    let gone = Instant::now();
    join_all(away.iter().map(|page| gateway.press(page, "pay"))).await;
    assert_eq!(gateway.answers(AWAY).await, [503; AWAY]);
    let mut figures = Figures::default();
    figures.refused(gone.elapsed());
    assert!(gone.elapsed() < ANSWERED_WITHIN, "notifications were refused after {:?}", gone.elapsed());
    fixture.database_server.start_again();
    figures.recovered(fixture.probe(&instance.origin()).recovery(Instant::now()).await);

    let superuser = fixture.database_server.client(&fixture.database).await;
    for page in lost {
        pay_without_answer(&gateway, &proxy, page).await;
        fixture.probe(&instance.origin()).recovery(Instant::now()).await;
    }
    let answers = gateway.answers(AWAY + LOST).await;
    let unavailable = answers[AWAY..].iter().filter(|status| **status == 503).count();
    assert!(unavailable > 0 && answers[AWAY..].iter().all(|status| [200, 503].contains(status)), "{answers:?}");
    assert_eq!((proxy.lost(), count(&superuser, CHARGED).await), (LOST, LOST as i64), "a payment was booked although its answer was lost");
    figures.note = format!("{} notifications got 503, {unavailable} of them were booked", AWAY + unavailable);
    repeat(&gateway).await;
    fixture.set_database_port(fixture.database_server.port());
    paying::reaches(&superuser, CHARGED, AWAY + LOST).await;
    let mut violations = invariants::violations(fixture, &[instance]).await;
    violations.extend(money::violations(fixture, &gateway).await);
    (figures, violations)
}

/// Every payment is notified twice more, and each is answered 200.
async fn repeat(gateway: &Gateway) {
    let before = gateway.answers(0).await.len();
    let payments = gateway.payments().await;
    assert_eq!(payments.len(), AWAY + LOST);
    for payment in payments.iter().chain(&payments) {
        gateway.notify_again(payment).await;
    }
    let answers = gateway.answers(before + 2 * payments.len()).await;
    assert!(answers[before..].iter().all(|status| *status == 200), "{answers:?}");
}

/// Pays, and loses the answer to the COMMIT that books the payment.
async fn pay_without_answer(gateway: &Gateway, proxy: &Proxy, page: &str) {
    let before = gateway.answers(0).await.len();
    proxy.lose_commits(1);
    gateway.press(page, "pay").await;
    gateway.answers(before + 1).await;
    proxy.lose_commits(0);
}
