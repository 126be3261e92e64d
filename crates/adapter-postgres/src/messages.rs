//! Messages to the shop.

pub(crate) mod contact;
