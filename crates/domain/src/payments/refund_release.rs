//! Releasing the refunds of an order, and moving them on until they are booked.

use crate::payments::ledger::{Booked, EntryKind, EntrySource, NewEntry};
use crate::payments::order_payment::{OrderPayment, Owed, PaymentRefusal, RefundRequest};
use crate::payments::refund::{Refund, RefundState, RefundVia};
use crate::shared::money::Money;

/// The money that a refund returns.
#[derive(Clone, Copy, Debug)]
struct Source {
    /// The charge of the gateway; `None` by hand.
    charge: Option<u32>,
    /// See [`Refund::part_of`].
    part_of: Option<u32>,
}

impl OrderPayment {
    /// Releases a refund and answers its number: at most what is held less the refunds under way. The part that exceeds what is
    /// due becomes a credit. One by hand is settled at once. One of the gateway is requested; where no payment covers it, it is a refund
    /// of each of several payments, of which the number is the first ([`Refund::part_of`]).
    ///
    /// # Errors
    /// [`PaymentRefusal::ChargedBack`], [`PaymentRefusal::ExceedsHeld`] and [`PaymentRefusal::ExceedsGateway`]; nothing is changed then.
    pub fn release(&mut self, owed: Owed, request: RefundRequest, booked: &Booked) -> Result<u32, PaymentRefusal> {
        if self.ledger.is_charged_back() {
            return Err(PaymentRefusal::ChargedBack);
        }
        if request.amount.cents() > self.refundable(owed).by_hand_cents {
            return Err(PaymentRefusal::ExceedsHeld);
        }
        let parts = match request.via {
            RefundVia::ByHand => vec![(None, request.amount)],
            RefundVia::Gateway => {
                let parts = self.split(request.amount).ok_or(PaymentRefusal::ExceedsGateway)?;
                parts.into_iter().map(|(charge, amount)| (Some(charge), amount)).collect()
            }
        };
        let first = self.next_refund();
        for (charge, amount) in parts {
            let credit = self.credit_of(owed, amount);
            let part_of = Some(first).filter(|first| *first != self.next_refund());
            self.add_refund(RefundRequest { amount, ..request.clone() }, Source { charge, part_of }, credit, booked);
        }
        Ok(first)
    }

    /// The part of a refund that lowers the price: what exceeds the refund that is due, of an order that is paid. The refund of a part payment
    /// lowers nothing: the customer owes it again.
    fn credit_of(&self, owed: Owed, amount: Money) -> Money {
        let figures = self.figures(owed);
        if figures.amount_due_cents() > 0 {
            return Money::ZERO;
        }
        let due = figures.refund_due_cents().saturating_sub(self.under_way_cents()).max(0);
        Money::from_cents(amount.cents().saturating_sub(due).max(0)).unwrap_or(amount)
    }

    /// Books a refund of a charge that the gateway made by itself.
    pub(super) fn book_return(&mut self, owed: Owed, charge: u32, amount: Money, booked: &Booked) {
        let credit = self.credit_of(owed, amount);
        let request = RefundRequest { amount, via: RefundVia::Gateway, reference: None, reason: None };
        let number = self.add_refund(request, Source { charge: Some(charge), part_of: None }, credit, booked);
        for state in [RefundState::Sending, RefundState::Settled] {
            // Each leads on from the one before.
            let _ = self.move_refund(number, state, booked);
        }
    }

    /// The number of the next refund.
    fn next_refund(&self) -> u32 {
        self.refunds.last().map_or(1, |last| last.number.saturating_add(1))
    }

    fn add_refund(&mut self, request: RefundRequest, Source { charge, part_of }: Source, credit: Money, booked: &Booked) -> u32 {
        let number = self.next_refund();
        let RefundRequest { amount, via, reference, reason } = request;
        let (actor, at) = (booked.by.clone(), booked.at);
        let is_by_hand = via == RefundVia::ByHand;
        let state = if is_by_hand { RefundState::Settled } else { RefundState::Requested };
        let refund = Refund { number, part_of, state, via, amount, charge, credit, reference, reason, actor, at, key: None };
        if is_by_hand {
            self.book_refund(&refund, booked);
        }
        self.refunds.push(refund);
        number
    }

    /// Moves a refund of the gateway to its next state; settled, it is booked.
    ///
    /// # Errors
    /// [`PaymentRefusal::RefundEnded`] where it cannot get there ([`RefundState::may_become`]); nothing is changed then.
    pub fn move_refund(&mut self, number: u32, next: RefundState, booked: &Booked) -> Result<(), PaymentRefusal> {
        let found = self.refunds.iter_mut().find(|refund| refund.number == number && refund.state.may_become(next));
        let refund = found.ok_or(PaymentRefusal::RefundEnded)?;
        refund.state = next;
        if next == RefundState::Settled {
            let settled = refund.clone();
            self.book_refund(&settled, booked);
        }
        Ok(())
    }

    fn book_refund(&mut self, refund: &Refund, booked: &Booked) {
        let charges = self.ledger.charges();
        let of = refund.charge.and_then(|number| self.ledger.entry(number)).or_else(|| charges.first().copied());
        let (method, attempt) = (of.map_or(self.method, |charge| charge.method), refund.charge.and(of).and_then(|charge| charge.attempt));
        let source = if refund.via == RefundVia::Gateway { EntrySource::Gateway } else { EntrySource::Hand };
        let kind = EntryKind::Refund { refund: refund.number };
        let (amount, reference) = (refund.amount, refund.reference.clone());
        self.ledger.book(NewEntry { kind, source, method, amount, reference, attempt }, booked);
    }
}
