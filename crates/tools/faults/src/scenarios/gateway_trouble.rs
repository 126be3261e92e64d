//! The payment gateway answers slowly, with errors or refusals, and notifies twice and in the wrong order, while customers pay.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use test_harness::instance::Instance;
use tokio::time::sleep;

use super::Verdict;
use crate::fixture::Fixture;
use crate::gateway::Gateway;
use crate::paying::{self, ANSWERED_WITHIN, CardOrder, RECORDS_DUE};
use crate::report::Figures;
use crate::{invariants, money};

/// Customers who pay during each trouble.
const CUSTOMERS: usize = 4;
/// What the shop logs of an attempt whose records it did not get.
const NOT_READ: &str = "were not read: ";
/// Orders that were charged.
const CHARGED: &str = "order_payments WHERE charged_cents > 0";

/// The gateway's troubles, each with whether the shop gets no records meanwhile.
fn troubles() -> [(Value, bool); 4] {
    [
        (json!({"delayAnswers": 1_500}), false),
        (json!({"failAnswers": true}), true),
        (json!({"callsAllowed": 0}), true),
        (json!({"denyDomain": true}), true),
    ]
}

/// In each trouble customers order and pay; in the end each payment is booked once.
pub(super) async fn trouble(fixture: &mut Fixture) -> Verdict {
    let gateway = Gateway::start().await;
    let mut instance = paying::open(fixture, gateway.port()).await;
    let (mut lost, mut notified, mut refused) = (Vec::new(), 0, Vec::new());
    let mut figures = Figures::default();
    for (mut behaviour, hides_records) in troubles() {
        gateway.behave(json!({"dropNotifications": true})).await;
        let unheard = paying::place(fixture, 1).await;
        paying::pay_all(&unheard, &instance, &gateway).await;
        lost.extend(unheard);
        behaviour["repeatNotifications"] = json!(2);
        behaviour["reorderNotifications"] = json!(true);
        gateway.behave(behaviour).await;
        let known = instance.log().matches(NOT_READ).count();
        instance = paying::restart(fixture, instance, &[RECORDS_DUE]).await;
        let orders = paying::place(fixture, CUSTOMERS).await;
        let (paid, without_page) = start_and_pay(&orders, &instance, &gateway, &mut figures).await;
        // A success and the state before it, each twice.
        notified += 4 * paid;
        assert!(gateway.answers(notified).await.iter().all(|status| *status == 200), "a notification was refused");
        refused.extend(without_page);
        if hides_records {
            paying::logged(&instance, NOT_READ, known).await;
        } else {
            let superuser = fixture.database_server.client(&fixture.database).await;
            paying::reaches(&superuser, CHARGED, paid + 1).await;
        }
    }
    assert_eq!(refused.len(), CUSTOMERS, "customers whom the gateway refused");
    gateway.behave(json!({})).await;
    let instance = paying::restart(fixture, instance, &[RECORDS_DUE]).await;
    pay_begun(&refused, &instance, &gateway).await;
    let superuser = fixture.database_server.client(&fixture.database).await;
    paying::reaches(&superuser, CHARGED, notified / 4 + lost.len() + refused.len()).await;
    gateway.answers(notified + refused.len()).await;
    figures.note = format!("{notified} doubled and reordered notifications, {} dropped", lost.len());
    let mut violations = invariants::violations(fixture, &[instance]).await;
    violations.extend(money::violations(fixture, &gateway).await);
    (figures, violations)
}

/// Starts and pays orders at the same time. Returns the number of payments, and the orders for which the gateway shows no page.
async fn start_and_pay(orders: &[CardOrder], instance: &Instance, gateway: &Gateway, figures: &mut Figures) -> (usize, Vec<CardOrder>) {
    let answers = join_all(orders.iter().map(|order| pay(order, instance, gateway))).await;
    for took in answers.iter().flat_map(|(refusals, _)| refusals) {
        figures.refused(*took);
    }
    let refused: Vec<CardOrder> = orders.iter().zip(&answers).filter(|(_, (_, paid))| !paid).map(|(order, _)| order.clone()).collect();
    (orders.len() - refused.len(), refused)
}

/// Starts a payment, again after each 503, and pays. Returns the times of the 503s, and whether the gateway showed its page.
async fn pay(order: &CardOrder, instance: &Instance, gateway: &Gateway) -> (Vec<Duration>, bool) {
    let mut refusals = Vec::new();
    let form = loop {
        let answer = order.try_start(instance).await;
        assert!(answer.took < ANSWERED_WITHIN, "a customer waited {:?} for the gateway", answer.took);
        if answer.status != 503 {
            break answer.expect_status(201);
        }
        refusals.push(answer.took);
        sleep(Duration::from_millis(100)).await;
    };
    match gateway.open_page(&form).await {
        Ok(page) => {
            gateway.press(&page, "pay").await;
            (refusals, true)
        }
        Err(status) => {
            assert_eq!(status, 403);
            (refusals, false)
        }
    }
}

/// Pays orders whose payment was begun.
async fn pay_begun(orders: &[CardOrder], instance: &Instance, gateway: &Gateway) {
    for order in orders {
        let form = order.try_start(instance).await.expect_status(200);
        gateway.press(&gateway.open_page(&form).await.expect("a page of the gateway"), "pay").await;
    }
}
