//! Adding bank slips to a payment, and their review (contract-commerce, section 2).

use chrono::{DateTime, Utc};

use crate::payments::ledger::{Booked, EntrySource};
use crate::payments::order_payment::{NewCharge, OrderPayment, Owed, PaymentRefusal};
use crate::payments::payment_method::PaymentMethod;
use crate::payments::slip::{MAX_SLIPS, Slip, SlipReview, SlipState};
use crate::shared::ids::SlipId;
use crate::shared::order_status::OrderStatus;

impl OrderPayment {
    /// Adds a slip, which suspends the expiry of a bank transfer. One that comes after the expiry is kept too: the money may have been sent.
    ///
    /// # Errors
    /// [`PaymentRefusal::NothingDue`] and [`PaymentRefusal::TooManySlips`]; nothing is changed then.
    pub fn add_slip(&mut self, owed: Owed, starts_at: DateTime<Utc>, slip: Slip) -> Result<(), PaymentRefusal> {
        let is_late = self.is_late_slip(owed);
        if !is_late && self.figures(owed).amount_due_cents() == 0 {
            return Err(PaymentRefusal::NothingDue);
        }
        if self.slips.len() >= MAX_SLIPS {
            return Err(PaymentRefusal::TooManySlips);
        }
        self.slips.push(slip);
        if !is_late {
            self.note_slip(starts_at);
        }
        Ok(())
    }

    /// Whether a slip comes for an order that was cancelled because it was not paid in time, and that does not hold its total.
    #[must_use]
    pub fn is_late_slip(&self, owed: Owed) -> bool {
        owed.status == OrderStatus::Cancelled && self.has_expired && self.figures(owed).held_cents < owed.total.cents()
    }

    /// Enters the review of a slip: accepted it books a charge, rejected it leaves the customer of a prepaid order 24 hours at least.
    ///
    /// # Errors
    /// [`PaymentRefusal::SlipReviewed`] for a slip that does not wait; nothing is changed then.
    pub fn review_slip(&mut self, owed: Owed, id: SlipId, review: SlipReview, booked: &Booked) -> Result<(), PaymentRefusal> {
        let waiting = self.slips.iter_mut().find(|slip| slip.id == id && slip.state == SlipState::InReview);
        let slip = waiting.ok_or(PaymentRefusal::SlipReviewed)?;
        match review {
            SlipReview::Accepted { amount, bank_reference: reference } => {
                slip.state = SlipState::Accepted;
                slip.bank_reference = Some(reference.clone());
                let (source, method) = (EntrySource::Slip, PaymentMethod::BankTransfer);
                self.charge(NewCharge { source, method, amount, reference, attempt: None }, booked);
            }
            SlipReview::Rejected { reason } => {
                slip.state = SlipState::Rejected;
                slip.reason = reason;
            }
        }
        self.set_deadline(self.deadline());
        self.grant_rest(owed, booked.at);
        Ok(())
    }

    /// Whether a slip waits for staff.
    #[must_use]
    pub fn has_slip_in_review(&self) -> bool {
        self.slips.iter().any(|slip| slip.state == SlipState::InReview)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::payments::deadline::REST;
    use crate::payments::figures::PaymentStatus;
    use crate::payments::samples::{booked, cents};
    use crate::payments::slip::SlipReason;
    use crate::shared::text::PaymentId;

    const OWED: fn(OrderStatus) -> Owed = |status| Owed { total: cents(500), status };

    fn slip(number: u128) -> Slip {
        Slip {
            id: SlipId::new(Uuid::from_u128(number)),
            at: DateTime::UNIX_EPOCH,
            bank_reference: None,
            state: SlipState::InReview,
            reason: None,
            is_by_staff: false,
            is_seen_elsewhere: false,
        }
    }

    fn with_slip() -> OrderPayment {
        let mut payment = OrderPayment::by(PaymentMethod::BankTransfer, Some(DateTime::UNIX_EPOCH));
        payment.add_slip(OWED(OrderStatus::Processing), DateTime::UNIX_EPOCH, slip(1)).unwrap();
        payment
    }

    #[test]
    fn a_slip_in_review_suspends_the_expiry_and_a_rejected_one_gives_a_day() {
        let mut payment = with_slip();
        assert_eq!((payment.status(OWED(OrderStatus::Processing)), payment.expires_at), (PaymentStatus::Pending, None));
        payment.add_slip(OWED(OrderStatus::Processing), DateTime::UNIX_EPOCH, slip(2)).unwrap();
        let rejected = || SlipReview::Rejected { reason: SlipReason::parse("unreadable").ok() };
        payment.review_slip(OWED(OrderStatus::Processing), slip(1).id, rejected(), &booked()).unwrap();
        assert_eq!(payment.expires_at, None, "the other one waits");
        payment.review_slip(OWED(OrderStatus::Processing), slip(2).id, rejected(), &booked()).unwrap();
        assert_eq!(payment.expires_at, Some(booked().at + REST));
        assert_eq!(payment.status(OWED(OrderStatus::Processing)), PaymentStatus::Unpaid);
        assert_eq!(
            payment.review_slip(OWED(OrderStatus::Processing), slip(2).id, rejected(), &booked()),
            Err(PaymentRefusal::SlipReviewed)
        );
    }

    #[test]
    fn an_accepted_slip_charges_what_really_came() {
        let mut payment = with_slip();
        let accepted = SlipReview::Accepted { amount: cents(499), bank_reference: PaymentId::parse("B-1").unwrap() };
        payment.review_slip(OWED(OrderStatus::Processing), slip(1).id, accepted.clone(), &booked()).unwrap();
        assert_eq!(payment.status(OWED(OrderStatus::Processing)), PaymentStatus::PartiallyPaid);
        assert_eq!(payment.payment_id(), PaymentId::parse("B-1").ok());
        assert_eq!(payment.review_slip(OWED(OrderStatus::Processing), slip(1).id, accepted, &booked()), Err(PaymentRefusal::SlipReviewed));
    }

    #[test]
    fn at_most_five_slips_and_none_where_nothing_is_due() {
        let mut payment = with_slip();
        assert_eq!(payment.add_slip(OWED(OrderStatus::Cancelled), DateTime::UNIX_EPOCH, slip(2)), Err(PaymentRefusal::NothingDue));
        for number in 2..=5 {
            payment.add_slip(OWED(OrderStatus::Processing), DateTime::UNIX_EPOCH, slip(number)).unwrap();
        }
        assert_eq!(payment.add_slip(OWED(OrderStatus::Processing), DateTime::UNIX_EPOCH, slip(6)), Err(PaymentRefusal::TooManySlips));
    }

    #[test]
    fn a_slip_after_the_expiry_is_kept() {
        let late = |has_expired| {
            let mut payment = OrderPayment { has_expired, ..OrderPayment::by(PaymentMethod::BankTransfer, Some(DateTime::UNIX_EPOCH)) };
            payment.add_slip(OWED(OrderStatus::Cancelled), DateTime::UNIX_EPOCH, slip(1)).map(|()| payment)
        };
        assert_eq!(late(false), Err(PaymentRefusal::NothingDue), "the customer or staff cancelled it");
        let mut payment = late(true).unwrap();
        assert_eq!((payment.slips.len(), payment.expires_at), (1, Some(DateTime::UNIX_EPOCH)));
        let accepted = SlipReview::Accepted { amount: cents(500), bank_reference: PaymentId::parse("B-1").unwrap() };
        payment.review_slip(OWED(OrderStatus::Cancelled), slip(1).id, accepted, &booked()).unwrap();
        assert_eq!(payment.figures(OWED(OrderStatus::Cancelled)).refund_due_cents(), 500);
        assert_eq!(payment.add_slip(OWED(OrderStatus::Cancelled), DateTime::UNIX_EPOCH, slip(2)), Err(PaymentRefusal::NothingDue));
    }
}
