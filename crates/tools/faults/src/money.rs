//! What must hold between the gateway's payments and the shop's books.

use std::collections::BTreeMap;

use tokio_postgres::Client;

use crate::fixture::Fixture;
use crate::gateway::{Gateway, TakenPayment};

/// The gateway's charges in the ledger: payment, attempt and cents. Numbers of attempts from 1,001 have names of three digits.
const CHARGES: &str =
    "SELECT reference, order_id || '-' || CASE WHEN attempt > 1000 THEN lpad((attempt - 1000)::text, 3, '0') ELSE attempt::text END,
        amount_cents
    FROM payment_ledger WHERE kind = 'charge' AND source = 'gateway'";
/// The refunds through the gateway: payment and state.
const REFUNDS: &str = "SELECT l.reference, r.state FROM refunds r JOIN payment_ledger l ON l.order_id = r.order_id AND l.number = r.charge";
/// Orders that were paid and cancelled.
const CANCELLED: &str = "SELECT o.id FROM orders o JOIN order_payments p ON p.order_id = o.id
    WHERE o.status = 'cancelled' AND p.charged_cents > 0";

/// A charge in the ledger: payment, attempt and cents.
type Charge = (String, String, i64);
/// A refund in the books: the payment, and the refund's state.
type Refund = (String, String);

/// Every violation, each beginning with the violated rule.
pub(crate) async fn violations(fixture: &Fixture, gateway: &Gateway) -> Vec<String> {
    let client = fixture.database_server.client(&fixture.database).await;
    let payments = gateway.payments().await;
    let charges = rows(&client, CHARGES).await;
    let charges: Vec<Charge> = charges.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect();
    let refunds: Vec<Refund> = rows(&client, REFUNDS).await.iter().map(|row| (row.get(0), row.get(1))).collect();
    let mut found = wrong_charges(&payments, &charges);
    found.extend(wrong_refunds(&payments, &refunds));
    let cancelled = rows(&client, CANCELLED).await;
    found.extend(cancelled.iter().map(|row| format!("no order that was paid is cancelled: {} is", row.get::<_, String>(0))));
    found
}

async fn rows(client: &Client, statement: &str) -> Vec<tokio_postgres::Row> {
    client.query(statement, &[]).await.expect("a query that runs")
}

/// Each payment is one charge of its amount, and each charge is a payment.
fn wrong_charges(payments: &[TakenPayment], charges: &[Charge]) -> Vec<String> {
    let mut sums: BTreeMap<Charge, i64> = BTreeMap::new();
    for payment in payments {
        *sums.entry((payment.id.to_string(), payment.attempt.clone(), payment.cents)).or_default() += 1;
    }
    for charge in charges {
        *sums.entry(charge.clone()).or_default() -= 1;
    }
    let wrong = sums.into_iter().filter(|(_, sum)| *sum != 0);
    wrong.map(|(charge, sum)| format!("each payment is one charge: of {charge:?} there are {sum:+} more payments than charges")).collect()
}

/// Of each payment the gateway made every refund that is settled, and beyond them at most those that are unknown.
fn wrong_refunds(payments: &[TakenPayment], refunds: &[Refund]) -> Vec<String> {
    let mut found = Vec::new();
    for payment in payments {
        let id = payment.id.to_string();
        let of = |wanted: &str| refunds.iter().filter(|(reference, state)| *reference == id && state == wanted).count();
        let (settled, unknown) = (of("settled"), of("unknown"));
        let made = usize::try_from(payment.refunds).unwrap_or(usize::MAX);
        if made < settled || made > settled + unknown {
            found.push(format!("a refund is made at most once: {id} has {made}, with {settled} settled and {unknown} unknown"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(refunds: i64) -> TakenPayment {
        TakenPayment { id: 320, attempt: "ARA-1-1".to_owned(), cents: 500, refunds }
    }

    fn charge(payment: &str, attempt: &str, cents: i64) -> Charge {
        (payment.to_owned(), attempt.to_owned(), cents)
    }

    #[test]
    fn lost_doubled_and_invented_charges_are_found() {
        let right = charge("320", "ARA-1-1", 500);
        assert!(wrong_charges(&[taken(0)], std::slice::from_ref(&right)).is_empty());
        for wrong in [vec![], vec![right.clone(), right.clone()], vec![right.clone(), charge("321", "ARA-1-1", 500)]] {
            assert_eq!(wrong_charges(&[taken(0)], &wrong).len(), 1, "{wrong:?}");
        }
        for other in [charge("320", "ARA-2-1", 500), charge("320", "ARA-1-1", 501)] {
            assert_eq!(wrong_charges(&[taken(0)], std::slice::from_ref(&other)).len(), 2, "{other:?}");
        }
    }

    #[test]
    fn refunds_that_are_lost_or_made_twice_are_found() {
        let refunds = |states: &[&str]| states.iter().map(|state| ("320".to_owned(), (*state).to_owned())).collect::<Vec<_>>();
        for (made, states) in [(0, vec![]), (1, vec!["settled"]), (0, vec!["unknown"]), (1, vec!["unknown"]), (0, vec!["requested"])] {
            assert!(wrong_refunds(&[taken(made)], &refunds(&states)).is_empty(), "{made} {states:?}");
        }
        for (made, states) in
            [(0, vec!["settled"]), (2, vec!["settled"]), (2, vec!["unknown"]), (1, vec!["requested"]), (1, vec!["failed"])]
        {
            assert_eq!(wrong_refunds(&[taken(made)], &refunds(&states)).len(), 1, "{made} {states:?}");
        }
    }
}
