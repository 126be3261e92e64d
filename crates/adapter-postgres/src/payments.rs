//! Payments of orders.

mod read;
mod repository;
mod write;

pub(crate) use read::{of_order, of_orders};
pub(crate) use write::write;
