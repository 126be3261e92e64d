//! The attempts of an order to pay at the gateway: starting one, and what notifications and the gateway's records change.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};

use crate::orders::error::OrderError;
use crate::orders::order::Order;
use crate::orders::payment::error::PaymentError;
use crate::orders::payment::gateway_news::{Booking, notified};
use crate::orders::payment::gateway_records::{free_name, recorded};
use crate::orders::payment::refund_sending::next_read;
use crate::payments::attempt::{AttemptId, AttemptState};
use crate::payments::attempt_record::{Attempt, LEAST, MOST_STARTED};
use crate::payments::attention::{AttentionKind, NewAttention};
use crate::payments::check_times::next_check;
use crate::payments::gateway::{GatewayPayment, Notification, PaymentRef};
use crate::payments::ledger::Booked;
use crate::payments::told_payment::{Added, Told, ToldPayments};
use crate::shared::edit::Edit;
use crate::shared::money::Money;
use crate::shared::order_id::OrderId;
use crate::shared::order_status::OrderStatus;
use crate::shared::ports::PortError;

/// A told payment keeps refunds and further attempts waiting for this time at most: staff can see the payment at the gateway, too.
pub const WAITED_FOR: TimeDelta = TimeDelta::hours(1);

/// An order and its attempts, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderAttempts {
    pub order: Order,
    pub attempts: Vec<Attempt>,
    /// The references of gateway charges of other orders, of those that were asked for.
    pub taken: HashSet<String>,
    /// The other orders for which staff booked a payment, by its number, of those that were asked for.
    pub booked_elsewhere: Vec<(String, OrderId)>,
}

/// A notification's order, if it names one, and whether the same notification is kept already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedNotification {
    pub of: Option<OrderAttempts>,
    pub is_repeated: bool,
}

/// What changes of an order by one of its attempts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptChange {
    /// The order; its status is never changed.
    pub order: Order,
    pub attempt: Attempt,
    /// When the records of the attempt are read next.
    pub next_read: Edit<DateTime<Utc>>,
    /// Items for staff.
    pub attention: Vec<NewAttention>,
    /// Why staff are to look at the payment, also where they were told before.
    pub alarm: Option<AttentionKind>,
    /// The numbers of the payments that the records of the attempt have, or the notification that it was paid.
    pub recorded: Vec<PaymentRef>,
    /// Whether a payment is booked now of which staff were told that it is not ([`NewAttention::booked_detail`]).
    pub is_found: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotificationChange {
    Taken(Box<AttemptChange>),
    /// The same notification was kept before. It may name another payment than that one.
    Repeated(Option<Box<AttemptChange>>),
    /// The shop has no such attempt, of this order if there is one.
    Unmatched(Option<OrderId>, NewAttention),
}

/// What was done with a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notified {
    /// It is kept, and staff are to look at the payment for this reason.
    Taken(Option<AttentionKind>),
    /// The same notification was kept before.
    Repeated,
}

impl NotificationChange {
    #[must_use]
    pub fn notified(&self) -> Notified {
        match self {
            Self::Taken(change) => Notified::Taken(change.alarm),
            Self::Unmatched(_, item) => Notified::Taken(Some(item.kind)),
            Self::Repeated(_) => Notified::Repeated,
        }
    }
}

impl AttemptChange {
    fn nothing(order: &Order, attempt: &Attempt) -> Self {
        let (order, attempt) = (order.clone(), attempt.clone());
        Self { order, attempt, next_read: Edit::Keep, attention: Vec::new(), alarm: None, recorded: Vec::new(), is_found: false }
    }

    /// Has the gateway's records read until they have what was told. Where there are none, or as much waits as may, staff are told.
    fn await_records(&mut self, what: Told, has_records: bool, now: DateTime<Utc>) {
        let added = if has_records { self.attempt.await_records(what.clone(), &self.order.payment, now) } else { Added::Full };
        match added {
            Added::Known => {}
            Added::New => self.next_read = Edit::Set(now),
            // Those that wait have the records read for 7 days.
            Added::Full => self.attention.push(NewAttention::of_unconfirmed(&self.attempt.id, &what)),
        }
    }
}

impl ReceivedNotification {
    /// Decides what a notification changes. `has_records` says whether the gateway's records can be read.
    ///
    /// # Errors
    /// [`PaymentError::Port`] where no name is left for a charge.
    pub fn take(&self, notification: &Notification, has_records: bool, now: DateTime<Utc>) -> Result<NotificationChange, PaymentError> {
        let known = self.of.as_ref().zip(notification.attempt()).and_then(|(of, id)| Some((of, of.attempt(&id)?)));
        match (known, self.is_repeated) {
            (Some((of, attempt)), false) => Ok(NotificationChange::Taken(Box::new(of.take(attempt, notification, has_records, now)?))),
            (None, false) => {
                let order = self.of.as_ref().map(|of| of.order.id.clone());
                Ok(NotificationChange::Unmatched(order, NewAttention::of_notification(AttentionKind::Unmatched, notification)))
            }
            (known, true) => {
                let change = known.and_then(|(of, attempt)| of.take_repeated(attempt, notification, has_records, now));
                Ok(NotificationChange::Repeated(change.map(Box::new)))
            }
        }
    }
}

impl OrderAttempts {
    fn attempt(&self, id: &AttemptId) -> Option<&Attempt> {
        self.attempts.iter().find(|attempt| attempt.id == *id)
    }

    /// Starts an attempt for what is due, and moves the order's expiry ([`Order::at_attempt`]). Where the last attempt is open
    /// ([`Attempt::is_open`]), the change is that attempt, unchanged.
    ///
    /// # Errors
    /// [`PaymentError`] where nothing may be paid by card.
    pub fn start(&self, now: DateTime<Utc>) -> Result<AttemptChange, PaymentError> {
        let order = &self.order;
        if order.status == OrderStatus::Cancelled {
            return Err(PaymentError::Cancelled);
        }
        let amount = Money::from_cents(order.figures().amount_due_cents()).map_err(PortError::internal)?;
        if amount == Money::ZERO {
            return Err(PaymentError::NothingDue);
        }
        if amount < LEAST {
            return Err(PaymentError::TooLittle);
        }
        let last = self.attempts.last();
        match last {
            Some(last) if last.is_open(amount, now) => return Ok(AttemptChange::nothing(order, last)),
            Some(_) if self.is_being_checked(now) => return Err(PaymentError::BeingChecked),
            _ => {}
        }
        let id = AttemptId::after(order.id.clone(), last.map(|last| last.id.number)).filter(|_| self.attempts.len() < MOST_STARTED);
        let id = id.ok_or(PaymentError::TooManyAttempts)?;
        let attempt = Attempt { id, state: AttemptState::Created, amount, started_at: now, told: ToldPayments::default() };
        let mut later = order.clone().at_attempt(now);
        later.payment.note_attempt(&attempt);
        Ok(AttemptChange { next_read: Edit::of(next_check(now, now)), ..AttemptChange::nothing(&later, &attempt) })
    }

    /// Whether a payment that was told within [`WAITED_FOR`] waits for the gateway's records: its money counts in no figure yet.
    fn is_being_checked(&self, now: DateTime<Utc>) -> bool {
        let since = now.checked_sub_signed(WAITED_FOR).unwrap_or(now);
        self.attempts.iter().any(|attempt| attempt.told.newest().is_some_and(|at| at > since))
    }

    /// Books what a notification says. Money that makes an order hold more than it costs beside other money is booked by the gateway's
    /// records alone, where there are some: a signature proves an attempt and an amount, and not that the money came twice. The only
    /// payment of an order is booked also where the order became cheaper since the attempt began.
    fn take(
        &self,
        known: &Attempt,
        notification: &Notification,
        has_records: bool,
        now: DateTime<Utc>,
    ) -> Result<AttemptChange, PaymentError> {
        let current = &self.order;
        let name = free_name(&current.payment, known, notification.number_as_name(), &self.taken);
        let name = name.ok_or_else(|| PortError::internal("no name is left for a charge"))?;
        let Booking { order, attempt, alarm } = notified(current.clone(), known.clone(), notification, name, &Booked { by: None, at: now });
        let is_withheld = has_records && current.figures().held_cents > 0 && order.overpayment_since(current).is_some();
        let is_late = alarm == Some(AttentionKind::LatePayment);
        let money = NewAttention::of_attempt((current, &order), &attempt, is_late, is_withheld);
        let alarm = alarm.or_else(|| money.as_ref().map(|item| item.kind));
        let attention = money.into_iter().collect();
        let mut change = AttemptChange { attention, alarm, ..AttemptChange::nothing(current, known) };
        if is_withheld {
            change.attempt.told.add(Told::FirstPayment(notification.payment.clone()), now);
            return Ok(AttemptChange { next_read: Edit::Set(now), ..change });
        }
        if attempt.state != known.state {
            if !attempt.state.is_unanswered() {
                // The signature covers no number: the records are read once more.
                let confirmed = if has_records { next_check(now, now) } else { None };
                change.next_read = Edit::of(next_read(&order, &attempt, now).into_iter().chain(confirmed).min());
            }
            (change.order, change.attempt) = (order, attempt);
        }
        if let Some(what) = Told::unbooked(known, (&change.order, &change.attempt), notification, has_records) {
            change.await_records(what, has_records, now);
        }
        let charged_back = NewAttention::of_chargeback(current, &change.order);
        change.alarm = change.alarm.or_else(|| charged_back.as_ref().map(|item| item.kind));
        change.attention.extend(charged_back);
        change.attention.extend(NewAttention::of_bookings_by_staff((current, &change.order), known));
        let moves_money = |state: AttemptState| matches!(state, AttemptState::Succeeded | AttemptState::ChargedBack);
        if change.attempt.state != known.state && moves_money(change.attempt.state) {
            change.attention.extend(self.also_paying(&known.id, notification.number_as_name().into_iter()));
            // The booking of staff that stands for the payment may not have its number.
            change.recorded = notification.payment.iter().cloned().collect();
        }
        if alarm == Some(AttentionKind::AmountMismatch) {
            change.attention.push(NewAttention::of_notification(AttentionKind::AmountMismatch, notification));
        }
        Ok(change)
    }

    /// The items about payments of an attempt that staff booked for other orders, by the number of the payment or the name of the attempt.
    fn also_paying<'a>(&self, attempt: &AttemptId, numbers: impl Iterator<Item = &'a str>) -> Vec<NewAttention> {
        let names: HashSet<String> = numbers.map(ToOwned::to_owned).chain([attempt.to_string()]).collect();
        let booked = self.booked_elsewhere.iter().filter(|(name, _)| names.contains(name));
        booked.map(|(name, other)| NewAttention::of_two_orders(name, attempt, other)).collect()
    }

    /// A repeated notification with the number of another payment: the attempt may have been paid or charged back twice, which the number
    /// alone does not prove.
    fn take_repeated(&self, known: &Attempt, notification: &Notification, has_records: bool, now: DateTime<Utc>) -> Option<AttemptChange> {
        let told = Told::of(notification, &self.order, known)?;
        let mut change = AttemptChange::nothing(&self.order, known);
        change.await_records(told, has_records, now);
        Some(change)
    }

    /// Books what the gateway's records of an attempt say ([`recorded`]), and sets the time of the next read.
    ///
    /// # Errors
    /// [`OrderError::NotFound`] for an attempt that the order does not have.
    pub fn read(&self, id: &AttemptId, payments: &[GatewayPayment], now: DateTime<Utc>) -> Result<AttemptChange, PaymentError> {
        let known = self.attempt(id).ok_or(OrderError::NotFound)?;
        let current = &self.order;
        let booked = Booked { by: None, at: now };
        let Booking { order, attempt, alarm } = recorded(current.clone(), known.clone(), payments, &self.taken, &booked);
        let is_paid = |payment: &&GatewayPayment| payment.state.as_notified().is_some();
        let mut paid = payments.iter().filter(is_paid).map(|payment| payment.payment.as_str()).peekable();
        let elsewhere = if paid.peek().is_some() { self.also_paying(id, paid) } else { Vec::new() };
        let order = if !elsewhere.is_empty() { order.without_waiting_refunds(id.number, &booked) } else { order };
        let (attempt, missing) = attempt.after_read(payments, now);
        // Staff know of a first payment since it was told.
        let missing = missing.iter().filter(|told| !told.is_first_payment()).map(|told| NewAttention::of_unconfirmed(id, told));
        let is_late = alarm == Some(AttentionKind::LatePayment);
        let of_records = alarm.filter(|_| !is_late).map(|kind| NewAttention::of_records(kind, id));
        // That an attempt was paid twice says already that too much came.
        let is_double = alarm == Some(AttentionKind::DuplicatePayment);
        let money = NewAttention::of_attempt((current, &order), &attempt, is_late, false).filter(|_| !is_double);
        let charged_back = NewAttention::of_chargeback(current, &order);
        let alarm = alarm.or_else(|| money.iter().chain(&charged_back).map(|item| item.kind).next());
        let by_staff = NewAttention::of_bookings_by_staff((current, &order), known);
        let attention = missing.chain(of_records).chain(by_staff).chain(money).chain(charged_back).chain(elsewhere).collect();
        let is_found = known.told.has_first_payment() && !attempt.told.has_first_payment();
        // The records lag behind the notification that it was paid.
        let is_behind = !attempt.state.is_unanswered() && payments.is_empty();
        let again = if is_behind { next_check(attempt.started_at, now) } else { None };
        let next_read = Edit::of(next_read(&order, &attempt, now).into_iter().chain(again).min());
        let recorded = payments.iter().filter(is_paid).map(|payment| payment.payment.clone()).collect();
        Ok(AttemptChange { order, attempt, next_read, attention, alarm, recorded, is_found })
    }
}

#[cfg(test)]
mod tests;
