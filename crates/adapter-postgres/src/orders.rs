//! Orders.

mod change;
mod delivery_row;
mod found;
mod fulfilment;
mod guests;
mod history;
mod invoicing;
mod items;
mod listing;
mod narrowing;
mod payment;
mod place;
mod place_argument;
mod placing_timeouts;
mod pricing;
mod promotion_uses;
mod references;
mod returns;
mod row;
mod steps;

pub(crate) use items::newest;
pub(crate) use listing::bounded_count;
