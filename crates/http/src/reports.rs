//! Calls about reports: the dashboard and the audit log.

pub mod audit;
pub mod overview;
pub mod overview_json;
pub mod waiting;

use crate::routing::table::RouteTable;

/// The routes of this feature.
pub(crate) fn routes(table: &mut RouteTable) {
    audit::routes(table);
    overview::routes(table);
    waiting::routes(table);
}
