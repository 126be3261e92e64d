//! From an untrusted upload to pixels.

use std::io::Cursor;

use image::error::ImageError;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits};

use crate::{inks, jpeg_end, png_profile};

/// The most memory in bytes that a decoder may take for 5 allowed pixels: four 16-bit channels each, and a fifth more for its work.
const MEMORY_PER_5_PIXELS: u64 = 48;

/// Why an upload was not decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not a JPEG, PNG, WebP or GIF.
    NotAPicture,
    /// It begins as a picture but is empty, cut short or damaged.
    Broken,
    /// It has too many pixels, or decoding takes too much memory.
    TooLarge,
}

/// Pixels as stored, with the orientation and profile of the file.
#[derive(Debug)]
pub struct Decoded {
    /// The pixels; those of a JPEG for printing are in sRGB already.
    pub pixels: DynamicImage,
    /// How to rotate or flip them.
    pub orientation: Orientation,
    /// The colour profile, if the file has one.
    pub icc: Option<Vec<u8>>,
}

/// Decodes JPEG, PNG, WebP or GIF (its first frame), recognised by content. The dimensions are checked before any pixel is
/// decoded; memory is limited in proportion to `max_pixels`.
///
/// # Errors
/// [`Refusal`] for any other content, a damaged picture, or more than `max_pixels`.
pub fn decode(upload: &[u8], max_pixels: u64) -> Result<Decoded, Refusal> {
    let format = sniff(upload)?;
    let bounded = png_profile::without_large_profile(upload);
    let upload = &*bounded;
    let mut reader = ImageReader::with_format(Cursor::new(upload), format);
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(max_pixels.saturating_mul(MEMORY_PER_5_PIXELS) / 5);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refusal)?;
    match decoder.dimensions() {
        (0, _) | (_, 0) => return Err(Refusal::Broken),
        (width, height) if u64::from(width) * u64::from(height) > max_pixels => return Err(Refusal::TooLarge),
        _ => {}
    }
    if format == ImageFormat::Jpeg && !jpeg_end::is_complete(upload) {
        return Err(Refusal::Broken);
    }
    // A picture with unreadable metadata is still a picture.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    if format == ImageFormat::Jpeg
        && let Some(pixels) = inks::decode_inks(upload)?
    {
        return Ok(Decoded { pixels, orientation, icc: None });
    }
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
