//! Use cases of pictures: uploading, showing, and deleting unused uploads.

pub mod show_picture;
pub mod sweep_uploads;
pub mod upload_picture;
