//! Calls about messages to the shop.

pub mod contact;

use crate::routing::table::RouteTable;

/// The routes of this room.
pub(crate) fn routes(table: &mut RouteTable) {
    contact::routes(table);
}
