//! Users.

mod admins;
mod directory;
mod found;
mod password;
mod profile;
mod repository;
mod row;

pub(crate) use admins::{lock_staff, lock_user, write_role};
pub(crate) use password::{replace as replace_password, tell as tell_of_password};
pub(crate) use repository::insert;
pub(crate) use row::{UserRow, record, record_promotion, user_of};
