//! Uploading a picture.

use std::sync::Arc;

use chrono::TimeDelta;
use domain::image::{ImageKey, ImageName, PicturePurpose};
use domain::ports::{Clock, ImageStore, PictureProcessor, PortError, ProcessPicture, ProcessedPicture, PutImage, UploadRegister};

use crate::error::use_case_error;

/// How many names are tried when others upload under the same one in the same millisecond.
const ATTEMPTS: i64 = 20;

/// A file somebody chose.
#[derive(Clone, Debug)]
pub struct Upload {
    /// What it holds.
    pub bytes: Vec<u8>,
    /// What it is called where it comes from; anything.
    pub original_name: String,
    /// What it is for.
    pub purpose: PicturePurpose,
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
    /// Everybody uploads under this name at once.
    #[error("Something went wrong on our side. Please try again.")]
    NoFreeName,
    /// A port failed.
    #[error("Something went wrong on our side. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(UploadPictureError {
    Self::NotAPicture => Invalid, "image.not_a_picture";
    Self::Broken => Invalid, "image.broken";
    Self::TooManyPixels => Invalid, "image.too_many_pixels";
    Self::NoFreeName => Unavailable, "image.no_free_name";
});

/// Takes pictures in.
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

    /// Writes a file anew and keeps it under a name of its own.
    ///
    /// # Errors
    /// [`UploadPictureError`] when it is no picture the shop takes, or a port fails.
    pub async fn run(&self, upload: Upload) -> Result<ImageName, UploadPictureError> {
        let picture = match self.processor.process(upload.bytes).await? {
            ProcessPicture::Processed(picture) => picture,
            ProcessPicture::NotAPicture => return Err(UploadPictureError::NotAPicture),
            ProcessPicture::Broken => return Err(UploadPictureError::Broken),
            ProcessPicture::TooLarge => return Err(UploadPictureError::TooManyPixels),
        };
        let now = self.clock.now();
        for attempt in 0..ATTEMPTS {
            let name = ImageName::for_upload(now + TimeDelta::milliseconds(attempt), &upload.original_name);
            if self.uploads.reserve(&name, upload.purpose, now).await? && self.keep(&name, &picture).await? {
                return Ok(name);
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
            if self.images.put(&key, bytes.clone()).await? == PutImage::NameTaken {
                self.uploads.forget(name).await?;
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
