//! Use cases of pictures: uploading, showing, and deleting unused uploads.

pub mod show_picture;
pub mod sweep_uploads;
pub mod upload_picture;

use self::show_picture::ShowPicture;
use self::sweep_uploads::SweepUploads;
use self::upload_picture::UploadPicture;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of pictures.
    ImageUseCases(ports) {
        show_picture: ShowPicture = ShowPicture::new(ports.images.clone()),
        sweep_uploads: SweepUploads = SweepUploads::new(ports.uploads.clone(), ports.images.clone(), ports.clock.clone()),
        upload_picture: UploadPicture = UploadPicture::new(ports.picture_processor.clone(), ports.images.clone(), ports.uploads.clone(), ports.clock.clone()),
    }
}
