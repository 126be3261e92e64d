//! Calls about the shop itself: its name, address and limits.

pub(crate) mod limits_json;
pub mod shop;
