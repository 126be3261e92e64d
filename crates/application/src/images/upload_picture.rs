//! Uploading a picture.

use std::sync::Arc;

use chrono::TimeDelta;
use domain::images::image::{ImageKey, ImageName, PicturePurpose};
use domain::images::ports::{
    ImageStore, PictureProcessor, ProcessPictureOutcome, ProcessedPicture, PutImageOutcome, ReserveUploadOutcome, UploadRegister,
};
use domain::images::upload::{NewUpload, NoRoom, Uploader};
use domain::shared::ports::{Clock, PortError};

use domain::shared::error::{ErrorKind, FeatureError, port_code, port_kind};

/// How many names are tried when others upload under the same one in the same millisecond.
const ATTEMPTS: i64 = 20;

#[derive(Clone, Debug)]
pub struct Upload {
    pub bytes: Vec<u8>,
    /// Its name on the client; untrusted.
    pub original_name: String,
    pub purpose: PicturePurpose,
    pub by: Uploader,
}

/// Why a file was not kept.
#[derive(Debug, thiserror::Error)]
pub enum UploadPictureError {
    /// It is no JPEG, PNG, WebP or GIF.
    #[error("Please choose a JPEG, PNG, WebP or GIF picture.")]
    NotAPicture,
    /// It is empty, cut short or damaged.
    #[error("This picture is empty or damaged.")]
    Broken,
    /// It has more than 40 megapixels.
    #[error("The picture has more than 40 megapixels.")]
    TooManyPixels,
    /// The name is taken by concurrent uploads.
    #[error("Something went wrong on our side. Please try again.")]
    NoFreeName,
    /// The uploader's pending uploads take too much room.
    #[error("You have uploaded many pictures that nothing shows yet. Please use them first, or try again tomorrow.")]
    TooManyPending,
    /// Those of all others do.
    #[error("There is no room for more pictures right now. Please try again later.")]
    NoRoom,
    /// The uploader was deleted meanwhile.
    #[error("Please log in first.")]
    UploaderGone,
    #[error("Something went wrong on our side. Please try again.")]
    Port(#[from] PortError),
}

impl FeatureError for UploadPictureError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::NotAPicture | Self::Broken | Self::TooManyPixels => ErrorKind::Invalid,
            Self::TooManyPending => ErrorKind::Conflict,
            Self::UploaderGone => ErrorKind::Unauthenticated,
            Self::NoFreeName | Self::NoRoom => ErrorKind::Unavailable,
            Self::Port(e) => port_kind(e),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotAPicture => "image.not_a_picture",
            Self::Broken => "image.broken",
            Self::TooManyPixels => "image.too_many_pixels",
            Self::NoFreeName => "image.no_free_name",
            Self::TooManyPending => "image.too_many_pending",
            Self::NoRoom => "image.no_room",
            Self::UploaderGone => "auth.not_signed_in",
            Self::Port(e) => port_code(e),
        }
    }

    /// Room is made by the sweep, which comes every hour.
    fn retry_after(&self) -> Option<TimeDelta> {
        matches!(self, Self::NoRoom).then(|| TimeDelta::hours(1))
    }
}

#[derive(Clone)]
pub struct UploadPicture {
    processor: Arc<dyn PictureProcessor>,
    images: Arc<dyn ImageStore>,
    uploads: Arc<dyn UploadRegister>,
    clock: Arc<dyn Clock>,
}

impl UploadPicture {
    /// Wires the use case.
    #[must_use]
    pub fn new(
        processor: Arc<dyn PictureProcessor>,
        images: Arc<dyn ImageStore>,
        uploads: Arc<dyn UploadRegister>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { processor, images, uploads, clock }
    }

    /// Encodes a file as a picture and stores it under a new name.
    ///
    /// # Errors
    /// [`UploadPictureError`] when it is no picture the shop takes, there is no room for it, or a port fails.
    pub async fn run(&self, upload: Upload) -> Result<ImageName, UploadPictureError> {
        let picture = match self.processor.process(upload.bytes, upload.purpose).await? {
            ProcessPictureOutcome::Processed(picture) => picture,
            ProcessPictureOutcome::NotAPicture => return Err(UploadPictureError::NotAPicture),
            ProcessPictureOutcome::Broken => return Err(UploadPictureError::Broken),
            ProcessPictureOutcome::TooLarge => return Err(UploadPictureError::TooManyPixels),
        };
        let now = self.clock.now();
        let files = picture.narrower.iter().map(|(_, bytes)| bytes).chain([&picture.main]);
        let bytes = files.map(|file| u64::try_from(file.len()).unwrap_or(u64::MAX)).fold(0, u64::saturating_add);
        for attempt in 0..ATTEMPTS {
            let name = ImageName::for_upload(now + TimeDelta::milliseconds(attempt), &upload.original_name);
            let new = NewUpload { name, purpose: upload.purpose, by: upload.by, bytes, at: now };
            match self.uploads.reserve(&new).await? {
                ReserveUploadOutcome::Reserved if self.keep(&new.name, &picture).await? => return Ok(new.name),
                ReserveUploadOutcome::Reserved | ReserveUploadOutcome::NameTaken => {}
                ReserveUploadOutcome::NoRoom(NoRoom::OfOwn) => return Err(UploadPictureError::TooManyPending),
                ReserveUploadOutcome::NoRoom(NoRoom::OfOthers) => return Err(UploadPictureError::NoRoom),
                ReserveUploadOutcome::UploaderGone => return Err(UploadPictureError::UploaderGone),
            }
        }
        Err(UploadPictureError::NoFreeName)
    }

    /// Keeps every width of a picture, its own last: a picture that is there is there in every width. `false` when the
    /// store has one of this name, from before its register began.
    async fn keep(&self, name: &ImageName, picture: &ProcessedPicture) -> Result<bool, PortError> {
        let narrower = picture.narrower.iter().map(|(width, bytes)| (Some(*width), bytes));
        for (width, bytes) in narrower.chain([(None, &picture.main)]) {
            let key = ImageKey { name: name.clone(), width };
            if self.images.put(&key, bytes.clone()).await? == PutImageOutcome::NameTaken {
                self.uploads.forget(name).await?;
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
