//! From an untrusted upload to pixels.

use std::io::Cursor;

use domain::images::ports::MAX_PIXELS;
use image::error::ImageError;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits};

use crate::jpeg_end;

/// The most memory a decoder may take: [`MAX_PIXELS`] of four 16-bit channels, and a fifth more to work with.
const MAX_MEMORY: u64 = MAX_PIXELS * 8 / 5 * 6;

/// Why an upload is no picture the shop takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    NotAPicture,
    Broken,
    TooLarge,
}

/// Pixels as stored, with the orientation and profile of the file.
#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) pixels: DynamicImage,
    pub(crate) orientation: Orientation,
    /// The colour profile, when it has one.
    pub(crate) icc: Option<Vec<u8>>,
}

/// Decodes JPEG, PNG, WebP or GIF (its first frame), recognised by content. The dimensions are checked before any pixel is
/// decoded.
pub(crate) fn decode(upload: &[u8]) -> Result<Decoded, Refusal> {
    let format = sniff(upload)?;
    let mut reader = ImageReader::with_format(Cursor::new(upload), format);
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refusal)?;
    match decoder.dimensions() {
        (0, _) | (_, 0) => return Err(Refusal::Broken),
        (width, height) if u64::from(width) * u64::from(height) > MAX_PIXELS => return Err(Refusal::TooLarge),
        _ => {}
    }
    if format == ImageFormat::Jpeg && !jpeg_end::is_complete(upload) {
        return Err(Refusal::Broken);
    }
    // A picture with unreadable metadata is still a picture.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let icc = decoder.icc_profile().unwrap_or_default();
    let pixels = DynamicImage::from_decoder(decoder).map_err(refusal)?;
    Ok(Decoded { pixels, orientation, icc })
}

/// The format by the first bytes; the name of an upload is not used.
fn sniff(upload: &[u8]) -> Result<ImageFormat, Refusal> {
    if upload.is_empty() {
        return Err(Refusal::Broken);
    }
    match image::guess_format(upload) {
        Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP | ImageFormat::Gif)) => Ok(format),
        _ => Err(Refusal::NotAPicture),
    }
}

fn refusal(error: ImageError) -> Refusal {
    match error {
        ImageError::Limits(_) => Refusal::TooLarge,
        _ => Refusal::Broken,
    }
}
