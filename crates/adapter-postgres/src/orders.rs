//! Orders.

mod beside;
mod delivery_row;
mod desk;
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
mod reader;
mod references;
mod repository;
mod row;
mod steps;
mod update;

pub(crate) use desk::note;
pub(crate) use items::complete;
pub(crate) use listing::bounded_count;
pub(crate) use newest::newest;
pub(crate) use pricing::forget_day;
pub(crate) use row::{OrderRow, found_by};
pub(crate) use steps::locked;
pub(crate) use update::{carry_out, write_payment};
