//! Calls about payments.

pub mod charges;
pub mod payment_json;
pub mod refunds;

use crate::routing::table::RouteTable;

/// The routes of this room.
pub(crate) fn routes(table: &mut RouteTable) {
    charges::routes(table);
    refunds::routes(table);
}
