//! Messages to the shop.

pub(crate) mod contact;
mod contact_states;
mod mail_hold;
pub(crate) mod outbox;
