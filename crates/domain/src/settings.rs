//! The shop's settings, which staff edit while the shop is open.

pub mod ports;
pub mod shop_settings;
