//! Calls about orders: quotes, placing, lists, history and updates.

pub mod calls;
pub mod json;
pub mod order_changes;
pub mod order_history;
pub mod purchases;
