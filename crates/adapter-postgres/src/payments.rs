//! Payments of orders.

mod attempts;
mod attention;
mod checks;
mod expiry;
pub(crate) mod large_refunds;
mod lists;
mod look_alikes;
mod notifications;
mod read;
mod references;
mod refund_queue;
mod repository;
mod slips;
mod told;
mod write;

pub(crate) use attention::add_attention;
pub(crate) use read::of_orders;
pub(crate) use references::used_reference;
pub(crate) use write::{audited, write, write_times};
