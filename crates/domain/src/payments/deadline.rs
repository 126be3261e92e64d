//! The time at which an order is cancelled for what is still to be paid (contract-commerce, section 2). It depends on what the shop holds and
//! not on what was ever charged: money that went back leaves as much to pay as money that never came.
//!
//! A bank slip in review suspends the deadline of a bank transfer until staff reviewed it. An order by card goes on: its slip gives a day from
//! the start of its period, so that a picture of anything keeps no stock for longer.

use chrono::{DateTime, TimeDelta, Utc};

use crate::payments::order_payment::{OrderPayment, Owed};
use crate::payments::payment_method::PaymentMethod;
use crate::payments::payment_period::later;
use crate::shared::order_status::OrderStatus;

/// The time to pay at least, after a part came in, after money was taken back, and after a slip was rejected.
pub const REST: TimeDelta = TimeDelta::hours(24);

impl OrderPayment {
    /// The time at which the order is cancelled, also where a slip suspends it.
    #[must_use]
    pub fn deadline(&self) -> Option<DateTime<Utc>> {
        self.expires_at.or(self.suspended_until)
    }

    /// Sets the deadline, which a slip of a bank transfer in review suspends.
    pub(super) fn set_deadline(&mut self, at: Option<DateTime<Utc>>) {
        let is_suspended = self.method == PaymentMethod::BankTransfer && self.has_slip_in_review();
        (self.expires_at, self.suspended_until) = if is_suspended { (None, at) } else { (at, None) };
    }

    /// Moves the deadline at least [`REST`] ahead where the order waits for money of a prepaid method; it is never moved back.
    pub(crate) fn grant_rest(&mut self, owed: Owed, now: DateTime<Utc>) {
        if self.is_waiting(owed) {
            self.set_deadline(self.deadline().max(Some(later(now, REST))));
        }
    }

    /// The deadline after a slip came, of an order whose time to pay began then.
    pub(super) fn note_slip(&mut self, starts_at: DateTime<Utc>) {
        let at = match self.method {
            PaymentMethod::PayHere => self.deadline().map(|at| at.max(later(starts_at, REST))),
            PaymentMethod::BankTransfer | PaymentMethod::Cod => self.deadline(),
        };
        self.set_deadline(at);
    }

    /// Whether the time to pay is over.
    #[must_use]
    pub fn is_expired(&self, owed: Owed, now: DateTime<Utc>) -> bool {
        self.expires_at.is_some_and(|at| at <= now) && self.is_waiting(owed)
    }

    /// Whether the order is not sent before more of it is paid.
    fn is_waiting(&self, owed: Owed) -> bool {
        owed.status == OrderStatus::Processing && self.method.is_prepaid() && self.figures(owed).amount_due_cents() > 0
    }
}
