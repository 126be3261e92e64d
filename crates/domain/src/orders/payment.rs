//! The payment of an order: what staff, customers and the gateway change of it.

pub mod attempts;
pub mod attention;
pub mod change;
pub mod error;
pub mod gateway_news;
pub mod gateway_records;
pub mod method_choice;
pub mod overpayment;
pub mod refund_sending;
pub mod repository;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;

use chrono::{DateTime, Utc};

use crate::orders::order::Order;
use crate::payments::order_payment::OrderPayment;
use crate::payments::payment_period::PaymentPeriod;

impl Order {
    /// The period in which the order is paid.
    #[must_use]
    pub fn payment_period(&self) -> PaymentPeriod {
        let starts_at = self.payment.period_starts_at.unwrap_or(self.placed_at);
        PaymentPeriod { starts_at, expires_at: self.payment.expires_at }
    }

    /// The order whose customer is sent to the gateway ([`PaymentPeriod::at_attempt`]).
    #[must_use]
    pub fn at_attempt(self, now: DateTime<Utc>) -> Self {
        let expires_at = self.payment_period().at_attempt(now).expires_at;
        Self { payment: OrderPayment { expires_at, ..self.payment }, ..self }
    }
}
