//! Large refunds need a session that was confirmed with the password, and are told to all owners.

use crate::payments::order_payment::{OrderPayment, PaymentRefusal};
use crate::payments::refund::RefundState;
use crate::shared::money::Money;

/// The rule for the refunds of one order. The default lets every refund pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RefundGuard {
    /// Refunds of one order above this sum are large: several small ones must not pass instead of a large one. `None`: none is.
    pub above: Option<Money>,
    /// Whether the session that asks for the refund was confirmed lately.
    pub is_confirmed: bool,
}

impl RefundGuard {
    /// The amount that a change of an order's payment refunds, if that is large; `None` where it is not, or nothing is refunded.
    ///
    /// # Errors
    /// [`PaymentRefusal::ConfirmNeeded`] where it is large and the session is not confirmed.
    pub fn check(&self, before: &OrderPayment, after: &OrderPayment) -> Result<Option<Money>, PaymentRefusal> {
        let (former, present) = (refunded_cents(before), refunded_cents(after));
        let is_large = present > former && self.above.is_some_and(|above| present > above.cents());
        match (is_large, self.is_confirmed) {
            (false, _) => Ok(None),
            (true, false) => Err(PaymentRefusal::ConfirmNeeded),
            (true, true) => Ok(Money::from_cents(present.saturating_sub(former)).ok()),
        }
    }
}

/// The sum of the refunds of an order that did not fail.
fn refunded_cents(payment: &OrderPayment) -> i64 {
    let refunds = payment.refunds.iter().filter(|refund| refund.state != RefundState::Failed);
    refunds.fold(0, |sum, refund| sum.saturating_add(refund.amount.cents()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::order_status::OrderStatus;
    use crate::payments::ledger::EntrySource;
    use crate::payments::order_payment::{NewCharge, Owed, RefundRequest};
    use crate::payments::payment_method::PaymentMethod;
    use crate::payments::refund::RefundVia;
    use crate::payments::samples::{booked, cents};
    use crate::shared::text::PaymentId;

    /// A paid order after refunds by hand of these amounts.
    fn refunded(amounts: &[i64]) -> OrderPayment {
        let mut payment = OrderPayment::by(PaymentMethod::Cod, None);
        let (source, method, reference) = (EntrySource::Hand, PaymentMethod::Cod, PaymentId::parse("cash").unwrap());
        payment.charge(NewCharge { source, method, amount: cents(10_000), reference, attempt: None }, &booked());
        for amount in amounts {
            let request = RefundRequest { amount: cents(*amount), via: RefundVia::ByHand, reference: None, reason: None };
            payment.release(Owed { total: cents(10_000), status: OrderStatus::Cancelled }, request, &booked()).unwrap();
        }
        payment
    }

    #[test]
    fn refunds_of_one_order_are_large_together() {
        let guard = |is_confirmed| RefundGuard { above: Some(cents(2_000)), is_confirmed };
        for (before, after, large) in
            [(&[][..], &[2_000][..], None), (&[], &[2_001], Some(2_001)), (&[1_500], &[1_500, 501], Some(501)), (&[2_500], &[2_500], None)]
        {
            let (before, after) = (refunded(before), refunded(after));
            assert_eq!(guard(true).check(&before, &after), Ok(large.map(cents)));
            let refused = guard(false).check(&before, &after);
            assert_eq!(refused, large.map_or(Ok(None), |_| Err(PaymentRefusal::ConfirmNeeded)));
            assert_eq!(RefundGuard::default().check(&before, &after), Ok(None));
        }
    }
}
