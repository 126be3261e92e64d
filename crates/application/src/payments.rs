//! Payments: the use cases of customers, staff, the gateway and background tasks.

pub mod card_payments;
pub mod expire_orders;
pub mod payment_service;
pub mod payment_terms;
pub mod reconcile_payments;
pub mod refund_guards;
pub mod remind_customers;
#[cfg(test)]
mod samples;
pub mod send_refunds;
