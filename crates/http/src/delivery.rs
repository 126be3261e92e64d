//! Calls about delivery: the addresses of users (contract-commerce, section 1).

pub mod address_book;
pub mod address_book_json;

use crate::routing::table::RouteTable;

/// The routes of this room.
pub(crate) fn routes(table: &mut RouteTable) {
    address_book::routes(table);
}
