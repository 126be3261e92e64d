//! The pixels of a decoded picture as they are shown.

use image::DynamicImage;

use crate::colour::{to_eight_bits, to_srgb, without_idle_alpha};
use crate::decode::Decoded;
use crate::resize::{ResizeError, fitting, resized};

/// The picture upright, in sRGB with eight bits per channel, at most `max_side` pixels wide and high.
///
/// # Errors
/// [`ResizeError`] when it cannot be resized.
pub fn upright(Decoded { pixels, orientation, icc }: Decoded, max_side: u32) -> Result<DynamicImage, ResizeError> {
    let pixels = to_eight_bits(pixels);
    let size = (pixels.width(), pixels.height());
    let fits = fitting(size, max_side);
    // Resized first, because every later step then has less work.
    let pixels = if fits == size { pixels } else { resized(&pixels, fits)? };
    let mut picture = without_idle_alpha(to_srgb(pixels, icc.as_deref()));
    picture.apply_orientation(orientation);
    Ok(picture)
}
