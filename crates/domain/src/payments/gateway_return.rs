//! Money that the gateway returned without the shop having asked for it: a refund in the gateway's own portal (contract-commerce,
//! section 2: `REFUND…`).

use crate::payments::ledger::Booked;
use crate::payments::order_payment::{OrderPayment, Owed};
use crate::payments::refund::{Refund, RefundState, RefundVia};
use crate::shared::money::Money;

impl OrderPayment {
    /// Books that the gateway returned all of these charges: refunds of them that are under way are settled, one that was not sent yet
    /// and is for a part fails, and the rest is a refund of its own. What was refunded by hand beyond the order's other payments is taken
    /// for the same money: staff who refunded in the portal may have recorded it so. Returns whether staff are to compare, because there are
    /// refunds by hand and other payments.
    pub fn returned_whole(&mut self, owed: Owed, charges: &[u32], booked: &Booked) -> bool {
        for charge in charges {
            self.end_refunds_of(*charge, |_| true, booked);
        }
        let all_by_hand = self.settled_cents(|refund| refund.via == RefundVia::ByHand);
        let others = self.ledger.charges().into_iter().filter(|charge| charge.is_by_staff() && !charges.contains(&charge.number));
        let others = others.fold(0_i64, |sum, charge| sum.saturating_add(charge.amount.cents()));
        let mut by_hand = all_by_hand.saturating_sub(others).max(0);
        let mut is_unclear = false;
        for number in charges {
            let Some(charge) = self.ledger.charges().into_iter().find(|charge| charge.number == *number).cloned() else { continue };
            let open = charge.amount.cents().saturating_sub(self.settled_cents(|refund| refund.charge == Some(*number)));
            let recorded = open.min(by_hand).max(0);
            by_hand = by_hand.saturating_sub(recorded);
            let held = self.figures(owed).held_cents;
            let Ok(amount) = Money::from_cents(open.saturating_sub(recorded).min(held)) else { continue };
            if amount > Money::ZERO {
                self.book_return(owed, *number, amount, booked);
                is_unclear |= all_by_hand > 0 && others > 0;
            }
        }
        is_unclear
    }

    /// Settles the refunds under way that return the whole of a charge which the gateway is about to return. It may still decline, so
    /// nothing else is booked.
    pub fn returning_whole(&mut self, charge: u32, booked: &Booked) {
        self.end_refunds_of(charge, |is_whole| is_whole, booked);
    }

    fn end_refunds_of(&mut self, charge: u32, ends: impl Fn(bool) -> bool, booked: &Booked) {
        let whole = self.ledger.entry(charge).map(|entry| entry.amount);
        let of_charge = self.refunds.iter().filter(|refund| refund.charge == Some(charge) && refund.state.is_under_way());
        let under_way: Vec<_> = of_charge.map(|refund| (refund.number, refund.state, Some(refund.amount) == whole)).collect();
        for (number, state, is_whole) in under_way.into_iter().filter(|(_, _, is_whole)| ends(*is_whole)) {
            let steps: &[RefundState] = match state {
                RefundState::Requested if is_whole => &[RefundState::Sending, RefundState::Settled],
                RefundState::Requested => &[RefundState::Failed],
                _ => &[RefundState::Settled],
            };
            for step in steps {
                // Each leads on from the one before.
                let _ = self.move_refund(number, *step, booked);
            }
        }
    }

    /// The sum of the settled refunds of some kind, in cents.
    fn settled_cents(&self, is_counted: impl Fn(&Refund) -> bool) -> i64 {
        let counted = self.refunds.iter().filter(|refund| refund.state == RefundState::Settled && is_counted(refund));
        counted.fold(0, |sum, refund| sum.saturating_add(refund.amount.cents()))
    }
}
