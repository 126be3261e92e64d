//! The period in which an order is paid (contract-commerce, section 2).
//!
//! A period starts when the order is placed or reinstated, and when its method changes from cash on delivery to a prepaid one. The time of
//! each method, the time that an attempt adds and the reminder are counted from this start.
//! A change between two prepaid methods continues the period. So every sequence of changes and attempts ends by the start and the longest
//! time of a method, or [`ATTEMPT_AT_MOST`] where that is longer: changing the method keeps no stock for ever.
//!
//! The contract's 'never past 2 h after ordering' is read as 2 h after this start, which is the same for an order that was neither
//! reinstated nor placed with cash on delivery.

use chrono::{DateTime, TimeDelta, Utc};

use crate::payments::order_payment::OrderPayment;
use crate::payments::payment_method::PaymentMethod;
use crate::payments::payment_settings::TimesToPay;

/// The time that a customer has at least after a change between two prepaid methods, as far as the longer of both times allows.
pub const CHANGE_AT_LEAST: TimeDelta = TimeDelta::minutes(30);
/// The time that a customer at the gateway has at least before the order expires.
pub const ATTEMPT_AT_LEAST: TimeDelta = TimeDelta::minutes(15);
/// No attempt moves the expiry of an order past this time after the start of the period.
pub const ATTEMPT_AT_MOST: TimeDelta = TimeDelta::hours(2);

/// The period in which an order is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaymentPeriod {
    pub starts_at: DateTime<Utc>,
    /// When the unpaid order is cancelled; `None` never.
    pub expires_at: Option<DateTime<Utc>>,
}

/// `at` and `time`; `at` where that is past the end of time.
pub(super) fn later(at: DateTime<Utc>, time: TimeDelta) -> DateTime<Utc> {
    at.checked_add_signed(time).unwrap_or(at)
}

impl PaymentPeriod {
    /// Half of the period is over then; `None` where it does not end.
    #[must_use]
    pub fn halfway(&self) -> Option<DateTime<Utc>> {
        self.expires_at.map(|at| later(self.starts_at, at.signed_duration_since(self.starts_at) / 2))
    }

    /// The period of an order whose customer is sent to the gateway: it ends at least [`ATTEMPT_AT_LEAST`] ahead, but not past
    /// [`ATTEMPT_AT_MOST`] after its start. The end never moves back, and a period without end stays so.
    #[must_use]
    pub fn at_attempt(self, now: DateTime<Utc>) -> Self {
        let extended = later(now, ATTEMPT_AT_LEAST).min(later(self.starts_at, ATTEMPT_AT_MOST));
        Self { expires_at: self.expires_at.map(|present| present.max(extended)), ..self }
    }

    /// The period after a change of the method. Between two prepaid methods it has the time of the new one from its start, and at least
    /// [`CHANGE_AT_LEAST`] from now; it ends by the start and the longer of both times, or at the present end where that is later: a
    /// rejected slip or an attempt has moved it.
    #[must_use]
    pub fn changed(self, from: PaymentMethod, to: PaymentMethod, times: &TimesToPay, now: DateTime<Utc>) -> Self {
        let Some(time) = times.by(to) else { return Self { expires_at: None, ..self } };
        let Some(former) = times.by(from) else { return Self { starts_at: now, expires_at: Some(later(now, time)) } };
        let latest = later(self.starts_at, time.max(former));
        let latest = self.expires_at.map_or(latest, |present| present.max(latest));
        Self { expires_at: Some(later(self.starts_at, time).max(later(now, CHANGE_AT_LEAST)).min(latest)), ..self }
    }

    /// The period of an order that is reinstated, or to be paid again: the customer has the time of the method from now.
    #[must_use]
    pub fn begun(method: PaymentMethod, times: &TimesToPay, now: DateTime<Utc>) -> Self {
        Self { starts_at: now, expires_at: times.by(method).map(|time| later(now, time)) }
    }
}

impl OrderPayment {
    /// The payment in another period.
    #[must_use]
    pub fn in_period(mut self, period: PaymentPeriod) -> Self {
        self.period_starts_at = Some(period.starts_at);
        self.set_deadline(period.expires_at);
        self
    }
}

#[cfg(test)]
mod tests;
