//! `paymentId` and `refunded` of an order, which an administrator sets by hand, as entries of the ledger (contract-commerce,
//! section 2).

use crate::payments::ledger::{Booked, Entry, EntryKind, EntrySource};
use crate::payments::order_payment::{NewCharge, OrderPayment, Owed, PaymentRefusal, RefundRequest};
use crate::payments::refund::{RefundState, RefundVia};
use crate::shared::edit::Edit;
use crate::shared::money::Money;
use crate::shared::text::PaymentId;

impl OrderPayment {
    /// The payment after an edit of `paymentId`: the first value books a charge of the total, another one replaces the reference of
    /// the first charge, and clearing reverses it with the refunds that the other charges do not cover.
    ///
    /// # Errors
    /// [`PaymentRefusal::NotByHand`] where the first charge, or a refund that would have to go, is not by hand, or the gateway charged it back.
    pub fn with_reference(mut self, total: Money, edit: Edit<PaymentId>, booked: &Booked) -> Result<Self, PaymentRefusal> {
        let first = self.ledger.charges().first().copied().cloned();
        match (edit, first) {
            (Edit::Keep, _) | (Edit::Clear, None) => {}
            (Edit::Set(reference), None) => self.charge_by_hand(total, reference, booked),
            (Edit::Set(reference), Some(first)) if first.reference.as_ref() == Some(&reference) => {}
            (Edit::Set(reference), Some(first)) => {
                self.require_by_hand(&first)?;
                self.ledger.correct(&first, reference, booked);
            }
            (Edit::Clear, Some(first)) => self.reverse_charge(&first, booked)?,
        }
        Ok(self)
    }

    /// The payment after `refunded` is set: true books a refund by hand of what is held, false reverses the newest one.
    ///
    /// # Errors
    /// [`PaymentRefusal::NothingHeld`] where there is nothing to return, [`PaymentRefusal::ExceedsHeld`] where a part of it is under
    /// way, [`PaymentRefusal::NotByHand`] where the gateway returned it.
    pub fn with_refunded(mut self, owed: Owed, refunded: bool, booked: &Booked) -> Result<Self, PaymentRefusal> {
        if refunded == self.is_refunded() {
            return Ok(self);
        }
        if !refunded {
            return if self.reverse_newest_refund(booked) { Ok(self) } else { Err(PaymentRefusal::NotByHand) };
        }
        let held = Money::from_cents(self.figures(owed).held_cents).unwrap_or(Money::ZERO);
        if held == Money::ZERO {
            return Err(PaymentRefusal::NothingHeld);
        }
        self.release(owed, RefundRequest { amount: held, via: RefundVia::ByHand, reference: None, reason: None }, booked)?;
        Ok(self)
    }

    fn charge_by_hand(&mut self, amount: Money, reference: PaymentId, booked: &Booked) {
        let method = self.method;
        self.charge(NewCharge { source: EntrySource::Hand, method, amount, reference, attempt: None }, booked);
    }

    fn reverse_charge(&mut self, charge: &Entry, booked: &Booked) -> Result<(), PaymentRefusal> {
        self.require_by_hand(charge)?;
        self.ledger.reverse(charge.number, booked);
        while self.ledger.charged_cents() < self.ledger.returned_cents().saturating_add(self.under_way_cents()) {
            if !self.reverse_newest_refund(booked) {
                return Err(PaymentRefusal::NotByHand);
            }
        }
        Ok(())
    }

    /// A chargeback keeps its charge: without it, the records would book both again.
    fn require_by_hand(&self, charge: &Entry) -> Result<(), PaymentRefusal> {
        let is_by_hand = charge.source == EntrySource::Hand && !self.ledger.has_chargeback(charge.number);
        if is_by_hand { Ok(()) } else { Err(PaymentRefusal::NotByHand) }
    }

    /// Reverses the newest refund by hand that holds; false where there is none.
    fn reverse_newest_refund(&mut self, booked: &Booked) -> bool {
        let newest = self.ledger.standing().rev().find_map(|entry| match entry.kind {
            EntryKind::Refund { refund } if entry.source == EntrySource::Hand => Some((entry.number, refund)),
            _ => None,
        });
        let Some((entry, refund)) = newest else { return false };
        self.ledger.reverse(entry, booked);
        if let Some(refund) = self.refunds.iter_mut().find(|kept| kept.number == refund) {
            refund.state = RefundState::Failed;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::figures::PaymentStatus;
    use crate::payments::ledger::{Ledger, NewEntry};
    use crate::payments::samples::{booked, cents, charge, gateway_charge};
    use crate::shared::order_status::OrderStatus;

    const STATUS: OrderStatus = OrderStatus::Processing;

    fn owed() -> Owed {
        Owed { total: cents(500), status: STATUS }
    }

    fn id(text: &str) -> PaymentId {
        PaymentId::parse(text).unwrap()
    }

    fn with(entry: NewEntry) -> OrderPayment {
        let mut ledger = Ledger::default();
        ledger.book(entry, &booked());
        OrderPayment { ledger, ..OrderPayment::default() }
    }

    fn set(payment: OrderPayment, edit: Edit<PaymentId>) -> Result<OrderPayment, PaymentRefusal> {
        payment.with_reference(cents(500), edit, &booked())
    }

    fn refund(payment: OrderPayment, refunded: bool) -> Result<OrderPayment, PaymentRefusal> {
        payment.with_refunded(owed(), refunded, &booked())
    }

    #[test]
    fn a_first_reference_charges_the_total_and_another_one_replaces_it() {
        let paid = set(OrderPayment::default(), Edit::Set(id("A"))).unwrap();
        assert_eq!((paid.payment_id(), paid.status(owed())), (Some(id("A")), PaymentStatus::Paid));
        assert_eq!(set(paid.clone(), Edit::Set(id("A"))), Ok(paid.clone()));
        assert_eq!(set(paid.clone(), Edit::Keep), Ok(paid.clone()));
        let corrected = set(set(paid, Edit::Set(id("B"))).unwrap(), Edit::Set(id("C"))).unwrap();
        assert_eq!((corrected.payment_id(), corrected.ledger.charged_cents()), (Some(id("C")), 500));
        let unpaid = set(corrected, Edit::Clear).unwrap();
        assert_eq!((unpaid.payment_id(), unpaid.status(owed()), unpaid.ledger.entries().len()), (None, PaymentStatus::Unpaid, 6));
        assert_eq!(set(unpaid.clone(), Edit::Clear), Ok(unpaid));
    }

    #[test]
    fn refunded_returns_what_is_held_and_takes_it_back() {
        let paid = set(OrderPayment::default(), Edit::Set(id("A"))).unwrap();
        let returned = refund(paid.clone(), true).unwrap();
        assert_eq!((returned.is_refunded(), returned.status(owed())), (true, PaymentStatus::Refunded));
        assert_eq!((returned.figures(owed()).amount_due_cents(), returned.credits_cents()), (0, 500), "it is not to be paid again");
        assert_eq!(refund(returned.clone(), true), Ok(returned.clone()));
        let kept = refund(returned.clone(), false).unwrap();
        assert_eq!((kept.status(owed()), kept.credits_cents()), (PaymentStatus::Paid, 0));
        let none = set(returned, Edit::Clear).unwrap();
        assert_eq!((none.status(owed()), none.is_refunded(), none.ledger.returned_cents()), (PaymentStatus::Unpaid, false, 0));
        assert_eq!(refund(none, true), Err(PaymentRefusal::NothingHeld));
        assert_eq!(refund(OrderPayment::default(), false), Ok(OrderPayment::default()));
    }

    #[test]
    fn entries_of_slips_and_of_the_gateway_stay() {
        for source in [EntrySource::Slip, EntrySource::Gateway] {
            let paid = with(NewEntry { source, ..charge(500, "A") });
            for edit in [Edit::Clear, Edit::Set(id("B"))] {
                assert_eq!(set(paid.clone(), edit), Err(PaymentRefusal::NotByHand));
            }
            assert_eq!(set(paid.clone(), Edit::Set(id("A"))), Ok(paid));
        }
    }

    #[test]
    fn a_charge_that_was_charged_back_stays() {
        let mut paid = with(charge(500, "A"));
        paid.charge_back(1, &booked());
        for edit in [Edit::Clear, Edit::Set(id("B"))] {
            assert_eq!(set(paid.clone(), edit), Err(PaymentRefusal::NotByHand));
        }
    }

    #[test]
    fn what_the_gateway_returned_is_not_taken_back_by_hand() {
        let mut paid = with(gateway_charge(500, 1));
        let request = RefundRequest { amount: cents(500), via: RefundVia::Gateway, reference: None, reason: None };
        let number = paid.release(owed(), request, &booked()).unwrap();
        assert_eq!(refund(paid.clone(), true), Err(PaymentRefusal::ExceedsHeld), "it is under way");
        for state in [RefundState::Sending, RefundState::Settled] {
            paid.move_refund(number, state, &booked()).unwrap();
        }
        assert_eq!(paid.status(owed()), PaymentStatus::Refunded);
        assert_eq!(refund(paid, false), Err(PaymentRefusal::NotByHand));
    }

    #[test]
    fn clearing_one_of_two_charges_keeps_the_refund_that_the_other_covers() {
        let mut payment = with(charge(500, "A"));
        payment.ledger.book(charge(300, "B"), &booked());
        let request = |amount| RefundRequest { amount: cents(amount), via: RefundVia::ByHand, reference: None, reason: None };
        payment.release(owed(), request(300), &booked()).unwrap();
        let one = set(payment.clone(), Edit::Clear).unwrap();
        assert_eq!((one.payment_id(), one.ledger.returned_cents(), one.is_refunded()), (Some(id("B")), 300, true));
        payment.release(owed(), request(1), &booked()).unwrap();
        assert_eq!(set(payment, Edit::Clear).unwrap().ledger.returned_cents(), 300);
    }
}
