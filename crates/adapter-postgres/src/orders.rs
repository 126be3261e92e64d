//! Orders.

mod change;
mod delivery_row;
mod found;
mod fulfilment;
mod history;
mod items;
mod listing;
mod narrowing;
mod newest;
mod place;
mod pricing;
mod purchases;
mod references;
mod row;
mod steps;

pub(crate) use change::{commit, write_payment};
pub(crate) use items::complete;
pub(crate) use listing::bounded_count;
pub(crate) use newest::newest;
pub(crate) use pricing::forget_day;
pub(crate) use row::OrderRow;
pub(crate) use steps::locked;
