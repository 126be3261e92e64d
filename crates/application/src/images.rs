//! Use cases of pictures: uploading, showing, and removing uploads that nothing uses.

pub mod show_picture;
pub mod sweep_uploads;
pub mod upload_picture;
