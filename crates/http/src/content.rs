//! Calls about the shop itself: its name, address and limits.

pub(crate) mod limits_json;
pub mod shop;

use crate::routing::table::RouteTable;

/// The routes of this room.
pub(crate) fn routes(table: &mut RouteTable) {
    shop::routes(table);
}
