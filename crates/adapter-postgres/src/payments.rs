//! Payments of orders.

mod attention;
mod expiry;
mod read;
mod repository;
mod slips;
mod write;

pub(crate) use read::of_orders;
pub(crate) use write::write;
