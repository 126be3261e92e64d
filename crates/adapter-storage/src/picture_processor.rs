//! Uploads become WebP pictures in up to four widths.

use async_trait::async_trait;
use domain::images::image::PictureWidth;
use domain::images::ports::{MAX_SIDE, PictureProcessor, ProcessPictureOutcome, ProcessedPicture};
use domain::shared::ports::PortError;
use image::DynamicImage;

use crate::colour::{to_eight_bits, to_srgb, without_idle_alpha};
use crate::decode::{Decoded, Refusal, decode};
use crate::encode::to_webp;
use crate::gate::{Gate, GateLimits};
use crate::size::{fitting, of_width, resized};

/// Decodes uploads within limits and writes them anew as lossy WebP, so that nothing of a file but its pixels survives.
#[derive(Debug)]
pub struct WebPProcessor {
    gate: Gate,
}

impl WebPProcessor {
    /// A processor that works on so many pictures at once.
    #[must_use]
    pub fn new(limits: GateLimits) -> Self {
        Self { gate: Gate::new(limits) }
    }
}

#[async_trait]
impl PictureProcessor for WebPProcessor {
    async fn process(&self, upload: Vec<u8>) -> Result<ProcessPictureOutcome, PortError> {
        self.gate.run(move || process(&upload)).await?
    }
}

/// The work of one upload.
fn process(upload: &[u8]) -> Result<ProcessPictureOutcome, PortError> {
    match decode(upload) {
        Ok(decoded) => written_anew(decoded).map(ProcessPictureOutcome::Processed),
        Err(Refusal::NotAPicture) => Ok(ProcessPictureOutcome::NotAPicture),
        Err(Refusal::Broken) => Ok(ProcessPictureOutcome::Broken),
        Err(Refusal::TooLarge) => Ok(ProcessPictureOutcome::TooLarge),
    }
}

fn written_anew(decoded: Decoded) -> Result<ProcessedPicture, PortError> {
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

/// The picture as it is to be seen. Made smaller first, because every other step then has less to do.
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
