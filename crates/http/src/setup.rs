//! Calls about the set-up of a new shop, and the owner's first steps after it.

pub mod checklist;
pub mod set_up;
pub mod setup_json;

use crate::routing::table::RouteTable;

/// The routes of this feature.
pub(crate) fn routes(table: &mut RouteTable) {
    set_up::routes(table);
    checklist::routes(table);
}
