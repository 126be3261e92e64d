//! Suites of the ports of payments.

pub mod expiry;
pub mod method_choice;
pub mod payment_attempts;
pub mod payment_desk;
pub mod payment_repository;
pub mod races;
pub mod refund_queue;
pub mod slips;
