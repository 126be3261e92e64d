//! Values that belong to every feature: money, text, time, identifiers and pages.

pub mod calendar;
pub mod decide;
pub mod edit;
pub mod email;
pub mod error;
pub mod faults;
pub mod idempotency;
pub mod ids;
pub(crate) mod json;
pub mod language;
pub mod link_secret;
pub mod money;
pub mod order_id;
pub mod order_prefix;
pub mod order_status;
pub mod page;
pub mod phone;
pub mod ports;
pub mod quantity;
pub mod text;
pub mod trace;
pub mod versioned;
