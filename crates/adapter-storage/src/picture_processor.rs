//! Uploads become WebP pictures in the widths of their use.

use std::io;
use std::time::Duration;

use async_trait::async_trait;
use bounded_executor::{BoundedExecutor, ExecutorError, ExecutorLimits};
use domain::images::image::{PicturePurpose, PictureWidth};
use domain::images::ports::{IconDesign, IconFile, MAX_PIXELS, PictureProcessor, ProcessPictureOutcome, ProcessedPicture};
use domain::shared::ports::PortError;
use picture_codec::{Decoded, Refusal, decode, of_width, resized, to_webp, upright};

/// Decodes uploads within limits and encodes them as lossy WebP, so that only the pixels of a file remain.
#[derive(Debug)]
pub struct WebPProcessor {
    executor: BoundedExecutor,
}

impl WebPProcessor {
    /// A processor with these limits. Each picture has a thread that ends with it: the allocator keeps the memory of a picture
    /// for as long as its thread lives.
    ///
    /// # Errors
    /// The system's error when threads cannot be prepared.
    pub fn new(limits: ExecutorLimits) -> io::Result<Self> {
        Ok(Self { executor: BoundedExecutor::new("pictures", limits, Duration::ZERO)? })
    }
}

#[async_trait]
impl PictureProcessor for WebPProcessor {
    async fn process(&self, upload: Vec<u8>, purpose: PicturePurpose) -> Result<ProcessPictureOutcome, PortError> {
        self.executor.run(move || process(&upload, purpose)).await.map_err(port_error)?
    }

    async fn icon(&self, design: IconDesign, file: IconFile) -> Result<Vec<u8>, PortError> {
        self.executor.run(move || icons::make(&design, file)).await.map_err(port_error)?.map_err(PortError::internal)
    }
}

fn port_error(error: ExecutorError) -> PortError {
    match error {
        ExecutorError::QueueFull(_) => PortError::unavailable(error),
        ExecutorError::Failed { .. } => PortError::internal(error),
    }
}

fn process(upload: &[u8], purpose: PicturePurpose) -> Result<ProcessPictureOutcome, PortError> {
    match decode(upload, MAX_PIXELS) {
        Ok(decoded) => reencoded(decoded, purpose).map(ProcessPictureOutcome::Processed),
        Err(Refusal::NotAPicture) => Ok(ProcessPictureOutcome::NotAPicture),
        Err(Refusal::Broken) => Ok(ProcessPictureOutcome::Broken),
        Err(Refusal::TooLarge) => Ok(ProcessPictureOutcome::TooLarge),
    }
}

fn reencoded(decoded: Decoded, purpose: PicturePurpose) -> Result<ProcessedPicture, PortError> {
    let picture = upright(decoded, purpose.max_side()).map_err(PortError::internal)?;
    let size = (picture.width(), picture.height());
    let narrower = PictureWidth::of(purpose).iter().copied().filter(|width| width.pixels() < size.0);
    Ok(ProcessedPicture {
        main: to_webp(&picture).map_err(PortError::internal)?,
        narrower: narrower
            .map(|width| {
                let smaller = resized(&picture, of_width(size, width.pixels())).map_err(PortError::internal)?;
                Ok((width, to_webp(&smaller).map_err(PortError::internal)?))
            })
            .collect::<Result<_, PortError>>()?,
    })
}

mod icons;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
