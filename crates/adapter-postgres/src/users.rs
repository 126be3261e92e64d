//! Users.

mod admins;
mod directory;
mod found;
mod profile;
mod repository;
mod row;

pub(crate) use repository::insert;
pub(crate) use row::{UserRow, search_columns, user_of};
