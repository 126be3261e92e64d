//! Use cases of pictures: uploading, and deleting unused uploads.

pub mod sweep_uploads;
pub mod upload_picture;

use self::sweep_uploads::SweepUploads;
use self::upload_picture::UploadPicture;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of pictures.
    ImageUseCases(ports) {
        sweep_uploads: SweepUploads = SweepUploads::new(ports.uploads.clone(), ports.images.clone(), ports.clock.clone()),
        upload_picture: UploadPicture = UploadPicture::new(ports.picture_processor.clone(), ports.images.clone(), ports.uploads.clone(), ports.clock.clone()),
    }
}
