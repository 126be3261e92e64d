//! Payments of orders.

mod attempts;
mod attention;
mod checks;
mod desk;
mod expiry;
mod former;
pub(crate) mod large_refunds;
mod look_alikes;
mod notifications;
mod read;
mod references;
mod refund_queue;
mod reminders;
mod repository;
mod slips;
mod told;
mod unpaid_attempts;
mod write;

pub(crate) use attention::raise_once;
pub(crate) use former::recorded;
pub(crate) use read::of_orders;
pub(crate) use references::used_reference;
pub(crate) use write::write;
