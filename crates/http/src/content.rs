//! Calls about the shop itself: its name, address and limits.

pub(crate) mod limits_json;
pub mod shop;
pub(crate) mod shop_terms_json;

use crate::routing::table::RouteTable;

/// The routes of this room.
pub(crate) fn routes(table: &mut RouteTable) {
    shop::routes(table);
}
