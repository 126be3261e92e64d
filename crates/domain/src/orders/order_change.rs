//! Changes of an order: each is decided here, from the present order, and committed by `OrderRepository::change`.

use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::accounts::permission::Permission;
use crate::accounts::session::Principal;
use crate::messages::outbox::NewMail;
use crate::orders::error::{OrderError, OrderRefusal, RefusedOrder};
use crate::orders::fulfilment::Parcel;
use crate::orders::fulfilment_status::FulfilmentStatus;
use crate::orders::fulfilment_step::StepChange;
use crate::orders::order::Order;
use crate::orders::order_caller::OrderCaller;
use crate::orders::order_edit::OrderEdit;
use crate::orders::order_event::EventKind;
use crate::orders::order_mails;
use crate::orders::order_note::OrderNote;
use crate::orders::status_change::permission_for;
use crate::payments::attempt::AttemptId;
use crate::payments::attention::NewAttention;
use crate::payments::cod_confirmation::CallOutcome;
use crate::payments::ledger::Booked;
use crate::payments::refund_guard::RefundGuard;
use crate::shared::order_status::OrderStatus;
use crate::shared::text::CancelReason;

/// A decided change: what one transaction writes. Units follow from the change of the status ([`OrderStatus::stock_effect`]). A change
/// that has no event and no mail, and leaves the order as it is, writes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderChange {
    pub order: Order,
    pub event: Option<NewEvent>,
    /// Mails besides that of the event.
    pub mails: Vec<NewMail>,
    /// Items for staff.
    pub attention: Vec<NewAttention>,
    pub audit: Audit,
    /// The rule for the refunds that the change adds.
    pub guard: RefundGuard,
    /// Whether staff counted the charges that it adds: receipts of cash may be equal on several orders.
    pub is_counted: bool,
    pub times: GatewayTimes,
}

/// What the audit log has of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audit {
    Nothing,
    Order,
    Payment,
}

/// When the tasks of the payment gateway look at an order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct GatewayTimes {
    /// The number of a refund that is being sent, and when its outcome is unknown.
    pub stranded: Option<(u32, DateTime<Utc>)>,
    /// An attempt, and when its records are read next.
    pub read: Option<(AttemptId, Option<DateTime<Utc>>)>,
    /// When the records of all its attempts are read again.
    pub read_all: Option<DateTime<Utc>>,
}

/// An event that the history does not have yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    pub kind: EventKind,
    /// The mail about it. The repository completes its key with the number of the event ([`NewMail::about_event`]).
    pub mail: Option<NewMail>,
}

impl OrderChange {
    /// The change of `current` into `order`, with the mails about money, audited.
    #[must_use]
    pub fn silent(current: &Order, order: Order) -> Self {
        let (guard, times) = (RefundGuard::default(), GatewayTimes::default());
        let mails = order_mails::of_payment(current, &order);
        Self { order, event: None, mails, attention: Vec::new(), audit: Audit::Order, guard, is_counted: false, times }
    }

    /// The change of `current` into `order` by this event, with the mails about it, audited.
    #[must_use]
    pub fn by_event(current: &Order, order: Order, kind: EventKind, now: DateTime<Utc>) -> Self {
        let is_moved = order.status != current.status;
        let order = order.delivered_since(current, now).without_open_returns(now);
        let mail = if is_moved { order_mails::of_step(&order, now) } else { order_mails::of_event(&order, &kind, now) };
        Self { event: Some(NewEvent { kind, mail }), ..Self::silent(current, order) }
    }
}

impl Order {
    /// The order with the time at which it was delivered by the change from `before`. One that is reinstated keeps its time.
    fn delivered_since(mut self, before: &Self, now: DateTime<Utc>) -> Self {
        let delivered_at = &mut self.fulfilment.delivered_at;
        if self.status == OrderStatus::Completed && before.status != OrderStatus::Completed {
            *delivered_at = delivered_at.filter(|_| before.status == OrderStatus::Cancelled).or(Some(now));
        }
        self
    }

    /// The order after it is cancelled: possible while it is unfulfilled, paid or not (contract-commerce, section 4).
    ///
    /// # Errors
    /// [`OrderRefusal::NotCancellable`] for a packed order, one further on, and a cancelled one.
    pub fn cancelled(self) -> Result<Self, OrderRefusal> {
        if self.status == OrderStatus::Cancelled || self.fulfilment_status() != FulfilmentStatus::Unfulfilled {
            return Err(OrderRefusal::NotCancellable);
        }
        let fulfilment = self.fulfilment.moved(self.status, OrderStatus::Cancelled);
        Ok(Self { status: OrderStatus::Cancelled, fulfilment, ..self })
    }

    /// Whether they may see the order: it is theirs, or they are staff who read orders.
    #[must_use]
    pub fn is_visible_to(&self, who: &impl OrderCaller) -> bool {
        who.owns(self) || who.may(Permission::ReadOrders)
    }

    pub(super) fn refused(&self, refusal: OrderRefusal) -> OrderError {
        Box::new(RefusedOrder { refusal, order: self.clone() }).into()
    }

    /// Takes a step of packing and delivering.
    ///
    /// # Errors
    /// [`OrderError::Refused`] by [`StepChange::apply`].
    pub fn take_step(&self, step: &StepChange, by: &Actor, now: DateTime<Utc>) -> Result<OrderChange, OrderError> {
        let after = step.clone().apply(self.clone(), &Booked::by(by, now)).map_err(|refusal| self.refused(refusal))?;
        Ok(OrderChange::by_event(self, after, EventKind::Step(step.step), now))
    }

    /// Corrects the courier and the tracking of the parcel; what is absent is not known any more.
    ///
    /// # Errors
    /// [`OrderRefusal::NotHandedOver`] unless the order is handed over and neither delivered nor cancelled.
    pub fn change_parcel(&self, parcel: &Parcel, is_mailed: bool, now: DateTime<Utc>) -> Result<OrderChange, OrderError> {
        if self.status == OrderStatus::Cancelled || self.fulfilment_status() != FulfilmentStatus::HandedOver {
            return Err(self.refused(OrderRefusal::NotHandedOver));
        }
        let mut after = self.clone();
        after.fulfilment.parcel = parcel.clone();
        Ok(OrderChange::by_event(self, after, EventKind::Parcel { is_mailed }, now))
    }

    /// Cancels the order before it is packed. The audit log records that staff cancel for a customer.
    ///
    /// # Errors
    /// [`OrderError::NotFound`] for the order of another customer, [`OrderError::Lacking`] for staff who cancel no orders, and
    /// [`OrderError::Refused`] by [`Order::cancelled`].
    pub fn cancel(&self, who: &impl OrderCaller, reason: Option<&CancelReason>, now: DateTime<Utc>) -> Result<OrderChange, OrderError> {
        if !self.is_visible_to(who) {
            return Err(OrderError::NotFound);
        }
        who.require_unless_own(self, Permission::CancelProcessingOrders)?;
        let after = self.clone().cancelled().map_err(|refusal| self.refused(refusal))?;
        let change = OrderChange::by_event(self, after, EventKind::Cancelled(reason.cloned()), now);
        let audit = if who.owns(self) { Audit::Nothing } else { Audit::Order };
        Ok(OrderChange { audit, ..change })
    }

    /// Notes a call that confirms a large order which is paid on delivery; an order that the customer refuses is cancelled.
    ///
    /// # Errors
    /// [`OrderError::Refused`] by [`Order::called`].
    pub fn note_call(&self, outcome: CallOutcome, now: DateTime<Utc>) -> Result<OrderChange, OrderError> {
        let after = self.clone().called(outcome).map_err(|refusal| self.refused(refusal))?;
        Ok(OrderChange::by_event(self, after, EventKind::Call(outcome), now))
    }

    /// Cancels the order if it is not packed and its time to pay is over; else nothing is changed.
    #[must_use]
    pub fn expire(&self, now: DateTime<Utc>) -> OrderChange {
        let is_unfulfilled = self.fulfilment_status() == FulfilmentStatus::Unfulfilled;
        if is_unfulfilled && self.payment.is_expired(self.owed(), now) {
            return OrderChange::by_event(self, self.clone().expired(), EventKind::Status, now);
        }
        OrderChange::silent(self, self.clone())
    }

    /// Reminds the customer of a bank transfer, where [`order_mails::reminder`] says so.
    #[must_use]
    pub fn remind(&self, now: DateTime<Utc>) -> OrderChange {
        let mails = order_mails::reminder(self, now).into_iter().collect();
        OrderChange { mails, audit: Audit::Nothing, ..OrderChange::silent(self, self.clone()) }
    }

    /// Adds a note to the history, which changes nothing else.
    #[must_use]
    pub fn add_note(&self, note: &OrderNote, now: DateTime<Utc>) -> OrderChange {
        OrderChange::by_event(self, self.clone(), EventKind::Note(note.clone()), now)
    }

    /// Changes the fields that `edit` names, as the role of `who` allows. A role that only fulfils orders sends no unpaid or unconfirmed
    /// order; owners and managers may override the steps of packing and delivering.
    ///
    /// # Errors
    /// [`OrderError::Lacking`] for a status that the role does not set, [`OrderError::Refused`] for an order with another status than was
    /// seen or for a refused step, and [`OrderError::Payment`] by [`OrderEdit::apply`].
    pub fn edit(&self, edit: &OrderEdit, who: &Principal, by: &Actor, now: DateTime<Utc>) -> Result<OrderChange, OrderError> {
        let limited = edit.status.filter(|_| !who.may(Permission::ManageOrders));
        if let Some(permission) = limited.and_then(|next| permission_for(self.status, next)) {
            who.require(permission)?;
        }
        if edit.expected_status.is_some_and(|expected| expected != self.status) {
            return Err(self.refused(OrderRefusal::StatusChanged));
        }
        match limited.and_then(|next| self.refusal_on_the_way(next)) {
            None => {}
            // A status is set without a step.
            Some(OrderRefusal::WrongStep) => return Err(self.refused(OrderRefusal::StatusChanged)),
            Some(refusal) => return Err(self.refused(refusal)),
        }
        self.edited(edit, by, now)
    }

    /// The same by an operator, who may do everything.
    ///
    /// # Errors
    /// [`OrderError::Payment`] by [`OrderEdit::apply`].
    pub fn edited(&self, edit: &OrderEdit, by: &Actor, now: DateTime<Utc>) -> Result<OrderChange, OrderError> {
        let after = edit.clone().apply(self.clone(), &Booked::by(by, now))?;
        // The charge may have stood for a payment of an attempt, which only the gateway's records tell.
        let taken_back = NewAttention::of_taken_back(self, &after);
        let times = GatewayTimes { read_all: taken_back.as_ref().map(|_| now), ..GatewayTimes::default() };
        let attention = NewAttention::of_overpayment(self, &after).into_iter().chain(taken_back).collect();
        let is_moved = after.status != self.status;
        let change = if is_moved { OrderChange::by_event(self, after, EventKind::Status, now) } else { OrderChange::silent(self, after) };
        Ok(OrderChange { attention, guard: edit.guard, times, ..change })
    }
}

#[cfg(test)]
mod tests;
