//! The payments at the gateway from which a refund is returned (contract-commerce, section 2): the gateway returns no more of a payment
//! than came by it.

use crate::payments::ledger::EntrySource;
use crate::payments::order_payment::{OrderPayment, Owed};
use crate::payments::refund::RefundState;
use crate::shared::money::Money;

/// What is left of a charge of the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left {
    /// The number of the charge.
    charge: u32,
    /// Its amount less its refunds, those under way too.
    amount: Money,
}

/// What may be refunded of an order, in cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Refundable {
    /// By hand: what is held less the refunds under way.
    pub by_hand_cents: i64,
    /// Through the gateway: the part of it that came through the gateway.
    pub by_gateway_cents: i64,
}

impl OrderPayment {
    /// What may be refunded; nothing after a chargeback.
    #[must_use]
    pub fn refundable(&self, owed: Owed) -> Refundable {
        if self.ledger.is_charged_back() {
            return Refundable::default();
        }
        let by_hand_cents = self.figures(owed).held_cents.saturating_sub(self.under_way_cents()).max(0);
        let at_gateway = self.left().iter().fold(0_i64, |sum, left| sum.saturating_add(left.amount.cents()));
        Refundable { by_hand_cents, by_gateway_cents: at_gateway.min(by_hand_cents) }
    }

    /// The charges of the gateway that return `amount`, with the part of each; `None` where less came through the gateway.
    pub(super) fn split(&self, amount: Money) -> Option<Vec<(u32, Money)>> {
        split(self.left(), amount)
    }

    fn left(&self) -> Vec<Left> {
        let charges = self.ledger.charges().into_iter().filter(|charge| charge.source == EntrySource::Gateway);
        let left = charges.map(|charge| {
            let refunds = self.refunds.iter().filter(|refund| refund.charge == Some(charge.number) && refund.state != RefundState::Failed);
            let cents = refunds.fold(charge.amount.cents(), |left, refund| left.saturating_sub(refund.amount.cents()));
            Left { charge: charge.number, amount: Money::from_cents(cents.max(0)).unwrap_or(Money::ZERO) }
        });
        left.filter(|left| left.amount > Money::ZERO).collect()
    }
}

/// Takes the smallest payment that is enough; where none is, the whole of the largest one, and the rest from the others in the same way.
/// So few refunds are made, and large payments stay whole for later ones. Of equal payments the first is taken.
fn split(mut left: Vec<Left>, amount: Money) -> Option<Vec<(u32, Money)>> {
    let (mut parts, mut rest) = (Vec::new(), amount);
    while rest > Money::ZERO {
        let enough = left.iter().filter(|left| left.amount >= rest).min_by_key(|left| (left.amount, left.charge));
        let taken = *enough.or_else(|| left.iter().max_by_key(|left| (left.amount, std::cmp::Reverse(left.charge))))?;
        left.retain(|left| left.charge != taken.charge);
        let part = taken.amount.min(rest);
        parts.push((taken.charge, part));
        rest = rest.minus(part).ok()?;
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::payments::samples::cents;

    fn of(amounts: &[i64]) -> Vec<Left> {
        (1..).zip(amounts).map(|(charge, amount)| Left { charge, amount: cents(*amount) }).collect()
    }

    fn parts(amounts: &[i64], amount: i64) -> Option<Vec<(u32, i64)>> {
        split(of(amounts), cents(amount)).map(|parts| parts.into_iter().map(|(charge, part)| (charge, part.cents())).collect())
    }

    #[test]
    fn the_smallest_payment_that_is_enough_returns_it() {
        assert_eq!(parts(&[1_000, 100], 50), Some(vec![(2, 50)]), "the large one stays whole");
        assert_eq!(parts(&[1_000, 100], 100), Some(vec![(2, 100)]));
        assert_eq!(parts(&[1_000, 100], 101), Some(vec![(1, 101)]));
        assert_eq!(parts(&[500, 500], 500), Some(vec![(1, 500)]));
    }

    #[test]
    fn a_refund_that_no_payment_covers_is_split() {
        assert_eq!(parts(&[1_000, 100], 1_100), Some(vec![(1, 1_000), (2, 100)]));
        assert_eq!(parts(&[300, 1_000, 400, 100], 1_350), Some(vec![(2, 1_000), (3, 350)]));
        assert_eq!((parts(&[1_000, 100], 1_101), parts(&[], 1)), (None, None));
    }

    proptest! {
        #[test]
        fn every_amount_up_to_the_sum_is_returned_and_no_payment_twice(amounts in prop::collection::vec(1..1_000_i64, 1..8), share in 0..=1_000_i64) {
            let sum: i64 = amounts.iter().sum();
            let amount = (sum * share / 1_000).max(1);
            let parts = parts(&amounts, amount).unwrap();
            prop_assert_eq!(parts.iter().map(|(_, part)| part).sum::<i64>(), amount);
            let mut charges: Vec<u32> = parts.iter().map(|(charge, _)| *charge).collect();
            charges.sort_unstable();
            charges.dedup();
            prop_assert_eq!(charges.len(), parts.len());
            for (charge, part) in parts {
                prop_assert!(part > 0 && part <= amounts[usize::try_from(charge).unwrap() - 1]);
            }
            prop_assert_eq!(super::tests::parts(&amounts, sum + 1), None);
        }
    }
}
