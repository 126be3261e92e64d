//! Calls about backups of the shop, and about the mails that a restore holds back.

pub mod backup_list;
pub mod held_mails;

use crate::routing::table::RouteTable;

/// The routes of this room.
pub(crate) fn routes(table: &mut RouteTable) {
    backup_list::routes(table);
    held_mails::routes(table);
}
