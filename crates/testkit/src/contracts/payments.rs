//! Suites of the ports of payments.

pub mod payment_repository;
pub mod slips;
