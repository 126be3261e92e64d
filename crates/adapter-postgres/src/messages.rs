//! Messages to the shop.

pub(crate) mod contact;
mod contact_states;
pub(crate) mod outbox;
