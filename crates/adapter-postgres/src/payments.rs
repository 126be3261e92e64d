//! Payments of orders.

mod read;
mod write;

pub(crate) use read::{of_order, of_orders};
pub(crate) use write::write;
