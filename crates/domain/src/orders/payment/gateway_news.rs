//! What the shop books when the gateway tells of a payment (contract-commerce, section 2).

use chrono::{DateTime, Utc};

use crate::orders::order::Order;
use crate::payments::attempt::AttemptState;
use crate::payments::attempt_record::Attempt;
use crate::payments::attention::AttentionKind;
use crate::payments::gateway::{Notification, PaymentRef, is_gateway_number};
use crate::payments::ledger::{Booked, Entry, EntryKind, EntrySource};
use crate::payments::order_payment::{NewCharge, OrderPayment};
use crate::payments::payment_method::PaymentMethod;
use crate::payments::reference_numbers::may_name_more;
use crate::payments::told_payment::{Added, Told};
use crate::shared::order_status::OrderStatus;
use crate::shared::text::PaymentId;

/// An order and an attempt after the gateway told of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Booking {
    /// The order; its status is never changed.
    pub order: Order,
    pub attempt: Attempt,
    /// Why staff are to look at it.
    pub alarm: Option<AttentionKind>,
}

impl Booking {
    const fn unchanged(order: Order, attempt: Attempt, alarm: Option<AttentionKind>) -> Self {
        Self { order, attempt, alarm }
    }
}

/// What a notification about an attempt of an order changes. `reference` names a charge in the ledger; it is the gateway's number of the
/// payment where no other payment has it, which the caller knows, else the attempt's own number: the signature does not cover it.
#[must_use]
pub fn notified(order: Order, attempt: Attempt, notification: &Notification, reference: PaymentId, booked: &Booked) -> Booking {
    let Some(state) = notification.state() else { return Booking::unchanged(order, attempt, None) };
    if !notification.is_for(attempt.amount) {
        return Booking::unchanged(order, attempt, Some(AttentionKind::AmountMismatch));
    }
    let named = notification.payment.as_ref().map(PaymentRef::as_str);
    rise(order, attempt, (state, named), reference, booked)
}

/// Raises an attempt and books what its new state says. A state that is not higher changes nothing. A payment that staff booked by its
/// number is not booked again. A chargeback is that of the charge with the number of the payment, if there is one, else of the first
/// charge of the attempt.
pub(super) fn rise(
    order: Order,
    attempt: Attempt,
    (state, named): (AttemptState, Option<&str>),
    reference: PaymentId,
    booked: &Booked,
) -> Booking {
    let Some(rise) = attempt.state.rise(state) else { return Booking::unchanged(order, attempt, None) };
    let mut payment = order.payment.clone();
    let number = attempt.id.number;
    let is_named = |charge: &&Entry| named.is_some_and(|named| charge.is_gateway_payment(number, named, attempt.amount));
    let by_staff: Vec<_> = payment.ledger.charges().into_iter().filter(|charge| charge.is_by_staff()).cloned().collect();
    let booked_by_staff = by_staff.iter().find(is_named);
    let books_charge = rise.books_charge && booked_by_staff.is_none();
    // Staff booked the payment in another amount, or with another one.
    let is_with_another =
        |charge: &Entry| named.zip(charge.reference.as_ref()).is_some_and(|(named, name)| may_name_more(name.as_str(), named));
    let mut is_unclear = books_charge && by_staff.iter().any(|charge| named.is_some_and(|named| charge.names(named)))
        || booked_by_staff.is_some_and(is_with_another);
    if books_charge {
        let (source, method, amount) = (EntrySource::Gateway, PaymentMethod::PayHere, attempt.amount);
        payment.charge(NewCharge { source, method, amount, reference, attempt: Some(number) }, booked);
    }
    if rise.books_chargeback {
        let charges = payment.ledger.charges();
        let is_own = |charge: &&&Entry| charge.source == EntrySource::Gateway && charge.attempt == Some(number);
        let of = charges.iter().find(|charge| is_named(charge)).or_else(|| charges.iter().find(is_own));
        match of.map(|charge| charge.number) {
            Some(of) if !payment.ledger.has_chargeback(of) => payment.charge_back(of, booked),
            _ => is_unclear = true,
        }
    }
    if books_charge || rise.books_chargeback {
        payment.grant_rest(order.owed(), booked.at);
    }
    if state == AttemptState::Pending {
        payment.is_pending = true;
    } else if attempt.state == AttemptState::Pending {
        payment.is_pending = false;
    }
    let is_late = books_charge && order.status == OrderStatus::Cancelled;
    let alarm = if is_unclear { Some(AttentionKind::AmountMismatch) } else { is_late.then_some(AttentionKind::LatePayment) };
    let attempt = Attempt { state, ..attempt };
    payment.note_attempt(&attempt);
    Booking { order: order.with_payment(payment), attempt, alarm }
}

impl Attempt {
    /// Has a movement wait for the records, and with the first one the payments that notifications booked: the number of each may be that
    /// of another payment, which the records have later.
    pub(super) fn await_records(&mut self, what: Told, booked: &OrderPayment, now: DateTime<Utc>) -> Added {
        let is_first = self.told.is_empty();
        let added = self.told.add(what, now);
        if is_first {
            let charges = booked.ledger.charges();
            let own = charges.iter().filter(|charge| charge.source == EntrySource::Gateway && charge.attempt == Some(self.id.number));
            let numbers = own.filter_map(|charge| charge.reference.as_ref()).map(|reference| reference.as_str());
            for number in numbers.filter(|number| is_gateway_number(number)).filter_map(|number| PaymentRef::parse(number).ok()) {
                self.told.add(Told::FurtherPayment(number), now);
            }
        }
        added
    }
}

impl Told {
    /// What a notification says that the books of its attempt do not have; `None` where they have it, and where it names no payment or
    /// another amount. While a chargeback waits, the books may have it at the charge of another payment.
    #[must_use]
    pub(super) fn of(notification: &Notification, order: &Order, attempt: &Attempt) -> Option<Self> {
        let number = notification.payment.as_ref().filter(|_| notification.is_for(attempt.amount))?;
        let is_of_payment = |entry: &&Entry| entry.is_gateway_payment(attempt.id.number, number.as_str(), attempt.amount);
        let mut booked = order.payment.ledger.standing().filter(is_of_payment).map(|entry| entry.kind);
        match notification.state()? {
            AttemptState::Succeeded if !booked.any(|kind| matches!(kind, EntryKind::Charge { .. })) => {
                Some(Self::FurtherPayment(number.clone()))
            }
            AttemptState::ChargedBack
                if attempt.told.iter().any(|told| told.what.is_chargeback())
                    || !booked.any(|kind| matches!(kind, EntryKind::Chargeback { .. })) =>
            {
                Some(Self::Chargeback(number.clone()))
            }
            _ => None,
        }
    }

    /// What a first notification of its code says that the records are to confirm: the records had raised the attempt before, or it booked a
    /// chargeback, which may be that of another payment. Without records, a chargeback that names another payment than was booked.
    #[must_use]
    pub(super) fn unbooked(
        before: &Attempt,
        (order, attempt): (&Order, &Attempt),
        notification: &Notification,
        has_records: bool,
    ) -> Option<Self> {
        let is_chargeback = attempt.state != before.state && attempt.state == AttemptState::ChargedBack;
        if is_chargeback && has_records {
            return notification.payment.clone().map(Self::Chargeback);
        }
        let told = Self::of(notification, order, attempt)?;
        let last = order.payment.ledger.entries().last().and_then(|entry| entry.reference.as_ref());
        let names_another = attempt.state == AttemptState::ChargedBack && last.is_some_and(|name| is_gateway_number(name.as_str()));
        (attempt.state == before.state || names_another).then_some(told)
    }
}

#[cfg(test)]
mod tests;
