//! Payments: the methods by which an order is paid.

pub mod payment_method;
