//! What the shop books when it reads the gateway's records of an attempt (contract-commerce, section 2).

use std::collections::HashSet;

use crate::orders::order::Order;
use crate::orders::payment::gateway_news::{Booking, rise};
use crate::payments::attempt::{AttemptId, AttemptState};
use crate::payments::attempt_record::Attempt;
use crate::payments::attention::AttentionKind;
use crate::payments::gateway::{GatewayPayment, RecordState, each_once};
use crate::payments::ledger::{Booked, Entry, EntrySource};
use crate::payments::order_payment::{NewCharge, OrderPayment};
use crate::payments::payment_method::PaymentMethod;
use crate::shared::order_status::OrderStatus;
use crate::shared::text::PaymentId;

/// What the records of an attempt change: the first payment acts as a notification, each further one is a charge too. A payment that
/// was charged back or refunded as a whole is booked so. A notification does not prove which payment was charged back: where the records
/// name one, it is that payment and not another one. Records that are known change nothing, and a payment that they list twice is one.
/// `taken` are the references of other orders' charges: a notification, which proves no number, may have taken that of a payment.
#[must_use]
pub fn recorded(order: Order, attempt: Attempt, payments: &[GatewayPayment], taken: &HashSet<String>, booked: &Booked) -> Booking {
    let mut booking = Booking { order, attempt, alarm: None };
    let mut named = Named::default();
    let payments = each_once(payments);
    for payment in &payments {
        booking = record(booking, payment, (&payments, taken), &mut named, booked);
    }
    let mut paid = booking.order.payment.clone();
    let of_attempt = |charge: &&Entry| charge.source == EntrySource::Gateway && charge.attempt == Some(booking.attempt.id.number);
    let is_unknown = !named.charges.is_empty()
        && paid.ledger.charges().iter().any(|charge| of_attempt(charge) && !named.charges.contains(&charge.number));
    if named.is_charged_back {
        for charge in &named.kept {
            paid.take_back_chargeback(*charge, booked);
        }
    }
    let is_unclear = paid.returned_whole(booking.order.owed(), &named.returned, booked);
    let alarm = booking.alarm.or_else(|| (is_unknown || is_unclear).then_some(AttentionKind::AmountMismatch));
    Booking { order: booking.order.with_payment(paid), alarm, ..booking }
}

/// The most names of a charge that are tried.
const NAMES: usize = 9;

/// The names of a charge that stands for a payment of an attempt: the gateway's number, and where another charge has it the attempt's own
/// name, `ARA-7K3M-Q9TX-001`, `ARA-7K3M-Q9TX-001/2` and so on.
pub fn names_of<'a>(attempt: &AttemptId, number: Option<&'a str>) -> impl Iterator<Item = String> + use<'a> {
    let own = attempt.to_string();
    let further = (2..=NAMES).map({
        let own = own.clone();
        move |number| format!("{own}/{number}")
    });
    number.map(ToOwned::to_owned).into_iter().chain(std::iter::once(own)).chain(further)
}

/// The names of the charges that stand for these payments of an attempt.
#[must_use]
pub fn names_of_records(attempt: &AttemptId, payments: &[GatewayPayment]) -> Vec<String> {
    payments.iter().map(|payment| payment.payment.as_str().to_owned()).chain(names_of(attempt, None)).collect()
}

/// The first name of a new charge that no other charge has: `None` where all are taken.
#[must_use]
pub fn free_name(payment: &OrderPayment, attempt: &Attempt, number: Option<&str>, taken: &HashSet<String>) -> Option<PaymentId> {
    let charges = payment.ledger.charges();
    let is_own = |name: &str| charges.iter().any(|charge| charge.reference.as_ref().is_some_and(|known| known.as_str() == name));
    let free = names_of(&attempt.id, number).find(|name| !taken.contains(name) && !is_own(name))?;
    PaymentId::parse_known(&free).ok()
}

/// The charges that stand for the payments of the records so far.
#[derive(Default)]
struct Named {
    charges: Vec<u32>,
    /// Those whose payment was not charged back.
    kept: Vec<u32>,
    /// Whether a payment was charged back.
    is_charged_back: bool,
    /// Those whose payment was refunded as a whole.
    returned: Vec<u32>,
}

fn record(
    booking: Booking,
    payment: &GatewayPayment,
    (all, taken): (&[GatewayPayment], &HashSet<String>),
    named: &mut Named,
    booked: &Booked,
) -> Booking {
    let (Some(state), Ok(reference)) = (payment.state.as_notified(), PaymentId::parse(payment.payment.as_str())) else { return booking };
    if payment.amount != Some(booking.attempt.amount) {
        return Booking { alarm: Some(AttentionKind::AmountMismatch), ..booking };
    }
    let Booking { mut order, mut attempt, mut alarm } = booking;
    let found = charge_of(&order.payment, &attempt, &reference, all, &named.charges);
    let name = match found {
        Some(_) => Some(reference),
        None => free_name(&order.payment, &attempt, Some(payment.payment.as_str()), taken),
    };
    let Some(reference) = name else { return Booking { order, attempt, alarm: Some(AttentionKind::AmountMismatch) } };
    let charge = match found {
        _ if attempt.state.rise(AttemptState::Succeeded).is_some() => {
            let risen = rise(order, attempt, (AttemptState::Succeeded, Some(payment.payment.as_str())), reference, booked);
            (order, attempt, alarm) = (risen.order, risen.attempt, risen.alarm.or(alarm));
            found.unwrap_or_else(|| last_charge(&order.payment))
        }
        Some(charge) => charge,
        None => {
            let (source, method, amount) = (EntrySource::Gateway, PaymentMethod::PayHere, attempt.amount);
            let mut paid = order.payment.clone();
            let number = paid.charge(NewCharge { source, method, amount, reference, attempt: Some(attempt.id.number) }, booked);
            // Staff may have taken back the charge of the only payment.
            let is_double =
                !named.charges.is_empty() || order.payment.ledger.charges().iter().any(|charge| charge.attempt == Some(attempt.id.number));
            let kind = match order.status {
                _ if is_double => Some(AttentionKind::DuplicatePayment),
                OrderStatus::Cancelled => Some(AttentionKind::LatePayment),
                _ => None,
            };
            order = order.with_payment(paid);
            // That a row of the records has another amount is not told otherwise.
            alarm = alarm.filter(|alarm| *alarm == AttentionKind::AmountMismatch).or(kind);
            number
        }
    };
    named.charges.push(charge);
    let mut paid = order.payment.clone();
    if state == AttemptState::ChargedBack {
        let returned = order.figures().returned_cents;
        paid.charge_back(charge, booked);
        // The records of a chargeback are read again and again; its time to pay begins once.
        if paid.figures(order.owed()).returned_cents > returned {
            paid.grant_rest(order.owed(), booked.at);
        }
        attempt.state = AttemptState::ChargedBack;
        paid.note_attempt(&attempt);
        named.is_charged_back = true;
    } else {
        named.kept.push(charge);
    }
    match payment.state {
        RecordState::Refunded => named.returned.push(charge),
        RecordState::Refunding => paid.returning_whole(charge, booked),
        _ => {}
    }
    Booking { order: order.with_payment(paid), attempt, alarm }
}

/// The charge that stands for a payment: the one with its number, which staff may have booked, else one whose number the gateway does not
/// know. The number came with a notification, whose signature does not cover it.
fn charge_of(payment: &OrderPayment, attempt: &Attempt, reference: &PaymentId, all: &[GatewayPayment], named: &[u32]) -> Option<u32> {
    let is_own = |charge: &&&Entry| charge.source == EntrySource::Gateway && charge.attempt == Some(attempt.id.number);
    let charges = payment.ledger.charges();
    let open = charges.iter().filter(|charge| !named.contains(&charge.number));
    let own: Vec<_> = open.clone().filter(is_own).collect();
    let is_known =
        |charge: &Entry| all.iter().any(|known| charge.reference.as_ref().is_some_and(|name| name.as_str() == known.payment.as_str()));
    let mut same = open.filter(|charge| charge.is_gateway_payment(attempt.id.number, reference.as_str(), attempt.amount));
    same.next().or_else(|| own.into_iter().find(|charge| !is_known(charge))).map(|charge| charge.number)
}

/// The number of the newest entry, which is the charge that was booked just now.
fn last_charge(payment: &OrderPayment) -> u32 {
    payment.ledger.entries().last().map_or(0, |entry| entry.number)
}

#[cfg(test)]
mod tests;
