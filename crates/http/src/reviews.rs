//! Calls about reviews.

pub mod calls;
pub mod json;

use crate::routing::table::RouteTable;

/// The routes of this room.
pub(crate) fn routes(table: &mut RouteTable) {
    calls::routes(table);
}
