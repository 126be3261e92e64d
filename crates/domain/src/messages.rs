//! Messages that visitors write to the shop, and mail that the shop sends.

pub mod contact;
pub mod ports;
