//! Calls about pictures: uploads and delivery.

pub mod image_uploads;
pub mod picture_url;
pub mod pictures_in_flight;
pub mod show;
pub mod upload_form;
pub mod upload_room;

use crate::routing::table::RouteTable;

/// The routes of this feature.
pub(crate) fn routes(table: &mut RouteTable) {
    image_uploads::routes(table);
    show::routes(table);
}
