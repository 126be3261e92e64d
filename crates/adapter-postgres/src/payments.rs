//! Payments of orders. `orders::payment` has what changes an order by them.

pub(crate) mod attempts;
pub(crate) mod attention;
pub(crate) mod checks;
pub(crate) mod expiry;
pub(crate) mod large_refunds;
mod look_alikes;
mod read;
pub(crate) mod references;
pub(crate) mod refund_queue;
pub(crate) mod slips;
mod told;
mod write;

pub(crate) use attention::add_attention;
pub(crate) use read::of_orders;
pub(crate) use references::used_reference;
pub(crate) use write::{audited, write, write_times};
