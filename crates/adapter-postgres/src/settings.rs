//! The shop's settings.

mod store;
mod stored_delivery;
mod stored_mails;
mod stored_orders;
mod stored_payments;
mod stored_security;
