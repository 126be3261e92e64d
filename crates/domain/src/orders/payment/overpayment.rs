//! Orders that hold more than they cost, because more came than was asked for or the same money came twice (contract-commerce,
//! section 2).

use crate::orders::order::Order;
use crate::payments::attention::{AttentionKind, NewAttention, Repeat};
use crate::shared::money::Money;

/// More money than an order costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overpayment {
    /// What the order holds.
    pub held: Money,
    /// What it costs: its total less the credits of refunds, whatever its status.
    pub price: Money,
}

impl Order {
    /// The overpayment that the change from `before` made or raised; `None` where no money came or the order does not hold too much. A
    /// cancelled order that holds its price is no overpayment: the money came late, or waits for its return.
    #[must_use]
    pub fn overpayment_since(&self, before: &Self) -> Option<Overpayment> {
        let held = self.figures().held_cents;
        let price = self.total.cents().saturating_sub(self.payment.credits_cents()).max(0);
        let is_raised = held > before.figures().held_cents && held > price;
        let amounts = Money::from_cents(held).ok().zip(Money::from_cents(price).ok()).filter(|_| is_raised);
        amounts.map(|(held, price)| Overpayment { held, price })
    }
}

impl NewAttention {
    /// The item about an order that holds more than it costs by the change from `current`.
    #[must_use]
    pub fn of_overpayment(current: &Order, changed: &Order) -> Option<Self> {
        let Overpayment { held, price } = changed.overpayment_since(current)?;
        let detail = format!("The order {} was paid {} and costs {}.", changed.id, held.with_currency(), price.with_currency());
        Some(Self { kind: AttentionKind::Overpaid, detail, repeat: Repeat::UnlessEqual })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::payment::samples::order;
    use crate::payments::order_payment::RefundRequest;
    use crate::payments::refund::RefundVia;
    use crate::payments::samples::{booked, cents, charge};
    use crate::shared::order_status::OrderStatus;

    fn charged(order: &Order, amount: i64) -> Order {
        let mut payment = order.payment.clone();
        payment.ledger.book(charge(amount, "A"), &booked());
        order.clone().with_payment(payment)
    }

    #[test]
    fn each_payment_past_the_price_is_an_overpayment() {
        let new = order(OrderStatus::Processing);
        let paid = charged(&new, 123_450);
        assert_eq!((paid.overpayment_since(&new), new.overpayment_since(&new)), (None, None));
        let twice = charged(&paid, 1);
        assert_eq!(twice.overpayment_since(&paid), Some(Overpayment { held: cents(123_451), price: cents(123_450) }));
        assert_eq!(twice.overpayment_since(&twice), None, "nothing came");
        assert!(charged(&twice, 1).overpayment_since(&twice).is_some());
    }

    #[test]
    fn what_was_credited_is_not_to_be_paid() {
        let paid = charged(&order(OrderStatus::Processing), 123_450);
        let mut payment = paid.payment.clone();
        let request = RefundRequest { amount: cents(100), via: RefundVia::ByHand, reference: None, reason: None };
        payment.release(paid.owed(), request, &booked()).unwrap();
        let credited = paid.clone().with_payment(payment);
        assert_eq!(credited.overpayment_since(&paid), None);
        let again = charged(&credited, 50).overpayment_since(&credited);
        assert_eq!(again, Some(Overpayment { held: cents(123_400), price: cents(123_350) }));
    }

    #[test]
    fn the_price_of_a_cancelled_order_comes_late() {
        let cancelled = order(OrderStatus::Cancelled);
        let late = charged(&cancelled, 123_450);
        assert_eq!(late.overpayment_since(&cancelled), None);
        assert!(charged(&late, 123_450).overpayment_since(&late).is_some());
    }
}
