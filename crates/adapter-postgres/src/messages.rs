//! Messages to the shop.

pub(crate) mod contact;
pub(crate) mod outbox;
