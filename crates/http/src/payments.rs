//! Calls about payments.

pub mod attempts;
pub mod attention;
pub mod charges;
pub mod lists;
pub mod method;
pub mod notifications;
pub mod refunds;
pub mod slips;

use crate::routing::table::RouteTable;

/// The routes of this feature.
pub(crate) fn routes(table: &mut RouteTable) {
    attention::routes(table);
    attempts::routes(table);
    charges::routes(table);
    lists::routes(table);
    method::routes(table);
    notifications::routes(table);
    refunds::routes(table);
    slips::routes(table);
}
