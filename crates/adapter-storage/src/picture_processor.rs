//! Uploads become WebP pictures in up to four widths.

use std::io;
use std::time::Duration;

use async_trait::async_trait;
use bounded_executor::{BoundedExecutor, ExecutorError, ExecutorLimits};
use domain::images::image::PictureWidth;
use domain::images::ports::{MAX_SIDE, PictureProcessor, ProcessPictureOutcome, ProcessedPicture};
use domain::shared::ports::PortError;
use image::DynamicImage;

use crate::colour::{to_eight_bits, to_srgb, without_idle_alpha};
use crate::decode::{Decoded, Refusal, decode};
use crate::encode::to_webp;
use crate::size::{fitting, of_width, resized};

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
    async fn process(&self, upload: Vec<u8>) -> Result<ProcessPictureOutcome, PortError> {
        self.executor.run(move || process(&upload)).await.map_err(port_error)?
    }
}

fn port_error(error: ExecutorError) -> PortError {
    match error {
        ExecutorError::QueueFull(_) => PortError::unavailable(error),
        ExecutorError::Failed { .. } => PortError::internal(error),
    }
}

/// Processes one upload.
fn process(upload: &[u8]) -> Result<ProcessPictureOutcome, PortError> {
    match decode(upload) {
        Ok(decoded) => reencoded(decoded).map(ProcessPictureOutcome::Processed),
        Err(Refusal::NotAPicture) => Ok(ProcessPictureOutcome::NotAPicture),
        Err(Refusal::Broken) => Ok(ProcessPictureOutcome::Broken),
        Err(Refusal::TooLarge) => Ok(ProcessPictureOutcome::TooLarge),
    }
}

fn reencoded(decoded: Decoded) -> Result<ProcessedPicture, PortError> {
    let picture = upright(decoded)?;
    let size = (picture.width(), picture.height());
    let narrower = PictureWidth::ALL.into_iter().filter(|width| width.pixels() < size.0);
    Ok(ProcessedPicture {
        main: to_webp(&picture)?,
        narrower: narrower
            .map(|width| {
                let smaller = resized(&picture, of_width(size, width.pixels())).map_err(PortError::internal)?;
                Ok((width, to_webp(&smaller)?))
            })
            .collect::<Result<_, PortError>>()?,
    })
}

/// The picture as it is shown. Resized first, because every later step then has less work.
fn upright(Decoded { pixels, orientation, icc }: Decoded) -> Result<DynamicImage, PortError> {
    let pixels = to_eight_bits(pixels);
    let size = (pixels.width(), pixels.height());
    let fits = fitting(size, MAX_SIDE);
    let pixels = if fits == size { pixels } else { resized(&pixels, fits).map_err(PortError::internal)? };
    let mut picture = without_idle_alpha(to_srgb(pixels, icc.as_deref()));
    picture.apply_orientation(orientation);
    Ok(picture)
}

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
