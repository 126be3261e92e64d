//! Calls about messages to the shop, and about the mails that it sends.

pub mod contact;
pub mod language_json;
pub mod mails;

use crate::routing::table::RouteTable;

/// The routes of this feature.
pub(crate) fn routes(table: &mut RouteTable) {
    contact::routes(table);
    mails::routes(table);
}
