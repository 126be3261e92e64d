//! What staff are told of the payments of an order.

use crate::orders::order::Order;
use crate::orders::payment::overpayment::Overpayment;
use crate::payments::attempt::AttemptId;
use crate::payments::attempt_record::Attempt;
use crate::payments::attention::{AttentionKind, KnownItem, NewAttention, Repeat};
use crate::payments::gateway::{Notification, PaymentRef};
use crate::payments::ledger::{Entry, EntryKind, EntrySource};
use crate::payments::told_payment::{Told, ToldPayments};
use crate::shared::order_id::OrderId;
use crate::shared::order_status::OrderStatus;

/// The end of an item about money that is booked by the gateway's records alone.
const NOT_BOOKED: &str = " It is not booked yet: please refund nothing before the gateway's records are read.";

/// The part of an item that names the attempt whose money it is about. The figures may be others by the time at which the records tell of the
/// payment again.
fn by_attempt(attempt: &AttemptId) -> String {
    format!(", by the attempt {attempt}.")
}

impl NewAttention {
    /// The item about money that came for a cancelled order, of which staff decide whether it is returned or the order reinstated.
    #[must_use]
    pub fn of_late_payment(current: &Order, changed: &Order) -> Option<Self> {
        let is_late = changed.status == OrderStatus::Cancelled && changed.figures().charged_cents > current.figures().charged_cents;
        let detail = || format!("Money came for the cancelled order {}.", changed.id);
        is_late.then(|| Self { kind: AttentionKind::LatePayment, detail: detail(), repeat: Repeat::Always })
    }

    /// The item about a slip for an order whose time to pay was over: the customer may have sent the money.
    #[must_use]
    pub fn of_late_slip(order: &Order) -> Self {
        let detail = format!("A bank slip came for the order {}, which was not paid in time.", order.id);
        Self { kind: AttentionKind::LateSlip, detail, repeat: Repeat::UnlessEqual }
    }

    /// The item about the money of an attempt, if it is late or makes the order hold more than it costs: one for one payment, whether a
    /// notification or the records tell of it first, and whatever the status of the order is by then. `is_withheld` says that it is booked
    /// by the records alone, later.
    #[must_use]
    pub(super) fn of_attempt((current, changed): (&Order, &Order), attempt: &Attempt, is_late: bool, is_withheld: bool) -> Option<Self> {
        let order = &changed.id;
        let (kind, text) = match changed.overpayment_since(current) {
            _ if is_late => {
                (AttentionKind::LatePayment, format!("Money came for the cancelled order {order}: {}", attempt.amount.with_currency()))
            }
            Some(Overpayment { held, price }) => (
                AttentionKind::Overpaid,
                format!("The order {order} was paid {} and costs {}", held.with_currency(), price.with_currency()),
            ),
            None => return None,
        };
        let detail = format!("{text}{}{}", by_attempt(&attempt.id), if is_withheld { NOT_BOOKED } else { "" });
        Some(Self { kind, detail, repeat: Repeat::UnlessTold(attempt.id.clone()) })
    }

    /// The item about a further payment or a chargeback that the gateway told of and that no records prove.
    #[must_use]
    pub(super) fn of_unconfirmed(attempt: &AttemptId, told: &Told) -> Self {
        let number = told.number().map_or("", PaymentRef::as_str);
        let (beginning, rest) = match told {
            Told::FirstPayment(_) | Told::FurtherPayment(_) => (
                "The gateway told of a second payment",
                format!("of the attempt {attempt}, number {number}. It is not booked: please look for it at the gateway."),
            ),
            Told::Chargeback(_) => (
                "The gateway told of a chargeback",
                format!("of the payment {number} of the attempt {attempt}. Please compare the order's payments with the gateway's."),
            ),
        };
        let detail = format!("{beginning} {rest}");
        Self { kind: AttentionKind::DuplicatePayment, detail, repeat: Repeat::Bounded(beginning) }
    }

    /// The item about a payment that the customer's bank took back: goods that are not sent yet are to be kept.
    #[must_use]
    pub(super) fn of_chargeback(current: &Order, changed: &Order) -> Option<Self> {
        let is_new = |entry: &&Entry| current.payment.ledger.entry(entry.number).is_none();
        let mut booked = changed.payment.ledger.standing().filter(is_new);
        let (taken, charge) = booked.find_map(|entry| match entry.kind {
            EntryKind::Chargeback { charge } => Some((entry, changed.payment.ledger.entry(charge)?)),
            _ => None,
        })?;
        let reference = charge.reference.as_ref().map_or("", |reference| reference.as_str());
        let (order, amount) = (&changed.id, taken.amount.with_currency());
        let detail = format!("The payment {reference} of the order {order} was charged back: {amount} went back to the customer.");
        Some(Self { kind: AttentionKind::Chargeback, detail, repeat: Repeat::UnlessEqual })
    }

    /// The item about a notification that fits no attempt, or not its amount.
    #[must_use]
    pub(super) fn of_notification(kind: AttentionKind, notification: &Notification) -> Self {
        let Notification { order_id, status_code, currency, amount, .. } = notification;
        let detail = format!("The gateway told of the attempt {order_id}: code {status_code}, {currency} {amount}.");
        Self { kind, detail, repeat: Repeat::Always }
    }

    /// The item about the records of an attempt.
    #[must_use]
    pub(super) fn of_records(kind: AttentionKind, attempt: &AttemptId) -> Self {
        let detail = if kind == AttentionKind::DuplicatePayment {
            format!("The attempt {attempt} was paid more than once, by the gateway's records.")
        } else {
            format!("The gateway's records of the attempt {attempt} do not agree with the payments of the order. Please compare them.")
        };
        Self { kind, detail, repeat: Repeat::UnlessEqual }
    }

    /// The item about a payment of an attempt that staff booked for another order.
    #[must_use]
    pub(super) fn of_two_orders(number: &str, attempt: &AttemptId, other: &OrderId) -> Self {
        let beginning = "One payment is booked for two orders";
        let detail = format!("{beginning}: {number}, for the attempt {attempt} and for the order {other}. Please correct one of them.");
        Self { kind: AttentionKind::DuplicatePayment, detail, repeat: Repeat::Bounded(beginning) }
    }

    /// The item about a payment of the gateway beside one that staff booked, by hand or of the same amount: both may be the same.
    #[must_use]
    pub(super) fn of_bookings_by_staff((current, changed): (&Order, &Order), attempt: &Attempt) -> Option<Self> {
        let of_gateway = |order: &Order| order.payment.ledger.charges().iter().filter(|charge| !charge.is_by_staff()).count();
        let charges = current.payment.ledger.charges();
        let may_be_same = |charge: &&&Entry| charge.source == EntrySource::Hand || charge.is_by_staff() && charge.amount == attempt.amount;
        let by_staff = charges.iter().find(may_be_same)?;
        let reference = by_staff.reference.as_ref().map_or("", |reference| reference.as_str());
        let id = &attempt.id;
        let detail = format!(
            "The attempt {id} was paid, and staff booked the payment {reference}. Please look whether they are the same before you send or return anything."
        );
        let item = Self { kind: AttentionKind::AmountMismatch, detail, repeat: Repeat::UnlessEqual };
        (of_gateway(changed) > of_gateway(current)).then_some(item)
    }

    /// The item about a payment that staff took back from an order that was also tried by card: the gateway may have it.
    #[must_use]
    pub fn of_taken_back(current: &Order, changed: &Order) -> Option<Self> {
        current.payment.last_attempt?;
        let charges = current.payment.ledger.charges();
        let charge = charges.into_iter().find(|charge| changed.payment.ledger.is_reversed(charge.number))?;
        let reference = charge.reference.as_ref().map_or("", |reference| reference.as_str());
        let detail = format!("The payment {reference} was taken back. Please look whether the gateway has it, and book it again then.");
        Some(Self { kind: AttentionKind::AmountMismatch, detail, repeat: Repeat::Always })
    }

    /// Whether it is added to these items of its order.
    #[must_use]
    pub fn is_new(&self, known: &[KnownItem]) -> bool {
        let is_known = known.iter().any(|item| (item.kind, &item.detail) == (self.kind, &self.detail));
        match &self.repeat {
            Repeat::Always => true,
            Repeat::UnlessEqual => !is_known,
            Repeat::Bounded(beginning) => {
                let open = known.iter().filter(|item| item.is_open && item.detail.starts_with(beginning)).count();
                !is_known && open < ToldPayments::MOST
            }
            Repeat::UnlessTold(attempt) => {
                let mut money = known.iter().filter(|item| matches!(item.kind, AttentionKind::LatePayment | AttentionKind::Overpaid));
                !money.any(|item| item.detail.contains(&by_attempt(attempt)))
            }
        }
    }

    /// The text of an item once the money of the attempt is booked; `None` for an item that does not say that it is not.
    #[must_use]
    pub fn booked_detail<'a>(detail: &'a str, attempt: &AttemptId) -> Option<&'a str> {
        detail.strip_suffix(NOT_BOOKED).filter(|told| told.ends_with(&by_attempt(attempt)))
    }
}
