//! Orders.

mod found;
mod history;
mod items;
mod newest;
mod place;
mod purchases;
mod reader;
mod repository;
mod row;
mod update;

pub(crate) use newest::newest;
pub(crate) use row::found_by;
