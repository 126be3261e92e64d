//! Calls about backups of the shop.

pub mod backup_list;

use crate::routing::table::RouteTable;

/// The routes of this room.
pub(crate) fn routes(table: &mut RouteTable) {
    backup_list::routes(table);
}
