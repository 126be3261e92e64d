//! Large refunds need a session that was confirmed with the password, and are told to all owners.

use chrono::TimeDelta;

use crate::payments::order_payment::{OrderPayment, PaymentRefusal};
use crate::payments::refund::RefundState;
use crate::shared::money::Money;

/// The refunds that a member of staff began in this time count together.
pub const COUNTED_TOGETHER: TimeDelta = TimeDelta::hours(24);

/// The rule for refunds. The default lets every refund pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RefundGuard {
    /// Refunds of one order above this sum are large, and so are those that one member of staff began within [`COUNTED_TOGETHER`]: several
    /// small ones must not pass instead of a large one. `None`: none is.
    pub above: Option<Money>,
    /// Whether the session that asks for the refund was confirmed lately.
    pub is_confirmed: bool,
}

impl RefundGuard {
    /// The amount that a change of an order's payment refunds, if that is large; `None` where it is not, or nothing is refunded.
    /// `lately_cents` is the sum of the refunds that the same member of staff began within [`COUNTED_TOGETHER`] before and that did not
    /// fail.
    ///
    /// # Errors
    /// [`PaymentRefusal::ConfirmNeeded`] where it is large and the session is not confirmed.
    pub fn check(&self, before: &OrderPayment, after: &OrderPayment, lately_cents: i64) -> Result<Option<Money>, PaymentRefusal> {
        let (former, present) = (refunded_cents(before), refunded_cents(after));
        let amount = present.saturating_sub(former);
        let sum = present.max(lately_cents.saturating_add(amount));
        let is_large = amount > 0 && self.above.is_some_and(|above| sum > above.cents());
        match (is_large, self.is_confirmed) {
            (false, _) => Ok(None),
            (true, false) => Err(PaymentRefusal::ConfirmNeeded),
            (true, true) => Ok(Money::from_cents(amount).ok()),
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
    use crate::payments::ledger::EntrySource;
    use crate::payments::order_payment::{NewCharge, Owed, RefundRequest};
    use crate::payments::payment_method::PaymentMethod;
    use crate::payments::refund::RefundVia;
    use crate::payments::samples::{booked, cents};
    use crate::shared::order_status::OrderStatus;
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
            assert_eq!(guard(true).check(&before, &after, 0), Ok(large.map(cents)));
            let refused = guard(false).check(&before, &after, 0);
            assert_eq!(refused, large.map_or(Ok(None), |_| Err(PaymentRefusal::ConfirmNeeded)));
            assert_eq!(RefundGuard::default().check(&before, &after, 1_000_000), Ok(None));
        }
    }

    #[test]
    fn refunds_of_one_member_of_staff_are_large_together() {
        let guard = RefundGuard { above: Some(cents(2_000)), is_confirmed: false };
        let (before, after) = (refunded(&[]), refunded(&[500]));
        assert_eq!(guard.check(&before, &after, 1_500), Ok(None));
        assert_eq!(guard.check(&before, &after, 1_501), Err(PaymentRefusal::ConfirmNeeded));
        assert_eq!(RefundGuard { is_confirmed: true, ..guard }.check(&before, &after, 1_501), Ok(Some(cents(500))), "the refund is told");
        assert_eq!(guard.check(&after, &after, 1_000_000), Ok(None), "nothing is refunded");
        assert_eq!(guard.check(&refunded(&[2_000]), &refunded(&[2_000, 1]), 0), Err(PaymentRefusal::ConfirmNeeded), "by others before");
    }
}
