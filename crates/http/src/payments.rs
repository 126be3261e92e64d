//! Calls about payments.

pub mod payment_json;
