//! Messages to the shop.

pub(crate) mod contact;
mod mail_hold;
pub(crate) mod outbox;
