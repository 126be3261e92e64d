//! Calls about payments.

pub mod attention;
pub mod charges;
pub mod payment_json;
pub mod refunds;
pub mod slips;

use crate::routing::table::RouteTable;

/// The routes of this room.
pub(crate) fn routes(table: &mut RouteTable) {
    attention::routes(table);
    charges::routes(table);
    refunds::routes(table);
    slips::routes(table);
}
