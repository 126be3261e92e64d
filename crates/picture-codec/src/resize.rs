//! Resizing pictures.

pub use fast_image_resize::ResizeError;
use fast_image_resize::pixels::{U8x3, U8x4};
use fast_image_resize::{FilterType, IntoImageView as _, IntoImageViewMut as _, PixelTrait, ResizeAlg, ResizeOptions, Resizer};
use image::DynamicImage;

/// The size of a picture reduced to fit into a square of `side` pixels, with its proportions. A smaller picture keeps its size.
pub(crate) fn fitting((width, height): (u32, u32), side: u32) -> (u32, u32) {
    let longest = width.max(height);
    if longest <= side { (width, height) } else { (scaled(width, side, longest), scaled(height, side, longest)) }
}

/// The size of a picture resized to a width of `to` pixels, with its proportions.
#[must_use]
pub fn of_width((width, height): (u32, u32), to: u32) -> (u32, u32) {
    (to, scaled(height, to, width))
}

/// `length × to ÷ from`, rounded, at least 1.
fn scaled(length: u32, to: u32, from: u32) -> u32 {
    let from = u64::from(from.max(1));
    let scaled = (u64::from(length) * u64::from(to) + from / 2) / from;
    u32::try_from(scaled).unwrap_or(u32::MAX).max(1)
}

/// The longest side in pixels that is filtered. The filter keeps a table of about 48 bytes a pixel of a side: 40,000,000 in a row would take
/// 2 GB and ten seconds.
const LONGEST_FILTERED: u32 = 16_384;

/// Resizes a picture with eight bits per channel; of a side of more than 16,384 pixels some are left out first. Transparent pixels do not tint their neighbours.
///
/// # Errors
/// [`ResizeError`] for other pixels: convert them with `to_eight_bits` first.
pub fn resized(picture: &DynamicImage, (width, height): (u32, u32)) -> Result<DynamicImage, ResizeError> {
    let thinned = (picture.width().min(LONGEST_FILTERED), picture.height().min(LONGEST_FILTERED));
    let filter = ResizeAlg::Convolution(FilterType::Lanczos3);
    if thinned == (picture.width(), picture.height()) {
        return filled(picture, (width, height), filter);
    }
    filled(&filled(picture, thinned, ResizeAlg::Nearest)?, (width, height), filter)
}

fn filled(picture: &DynamicImage, (width, height): (u32, u32), by: ResizeAlg) -> Result<DynamicImage, ResizeError> {
    let mut smaller = DynamicImage::new(width, height, picture.color());
    match picture {
        DynamicImage::ImageRgba8(_) => fill::<U8x4>(picture, &mut smaller, by)?,
        _ => fill::<U8x3>(picture, &mut smaller, by)?,
    }
    Ok(smaller)
}

/// Instantiated for these two kinds of pixels only: the loops for all kinds would take 2 MB of code.
fn fill<P: PixelTrait>(picture: &DynamicImage, smaller: &mut DynamicImage, by: ResizeAlg) -> Result<(), ResizeError> {
    let (Some(from), Some(mut to)) = (picture.image_view::<P>(), smaller.image_view_mut::<P>()) else {
        return Err(ResizeError::PixelTypesAreDifferent);
    };
    let options = ResizeOptions::new().resize_alg(by);
    Resizer::new().resize_typed(&from, &mut to, &options)
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;

    #[test]
    fn proportions_are_kept() {
        for (size, side, fits) in [
            ((4_000, 3_000), 1_920, (1_920, 1_440)),
            ((3_000, 4_000), 1_920, (1_440, 1_920)),
            ((1_920, 1_920), 1_920, (1_920, 1_920)),
            ((100, 50), 1_920, (100, 50)),
            ((40_000_000, 1), 1_920, (1_920, 1)),
            ((1, 40_000_000), 1_920, (1, 1_920)),
        ] {
            assert_eq!(fitting(size, side), fits, "{size:?}");
        }
        assert_eq!(of_width((960, 1_200), 320), (320, 400));
        assert_eq!(of_width((1_920, 1), 320), (320, 1));
    }

    #[test]
    fn pictures_with_and_without_transparency_are_resized_and_others_refused() {
        for picture in [DynamicImage::new_rgb8(40, 20), DynamicImage::new_rgba8(40, 20)] {
            let smaller = resized(&picture, (20, 10)).unwrap();
            assert_eq!((smaller.width(), smaller.height(), smaller.color()), (20, 10, picture.color()));
        }
        assert!(resized(&DynamicImage::new_luma16(40, 20), (20, 10)).is_err());
    }

    #[test]
    fn transparent_pixels_lend_no_colour() {
        let picture = RgbaImage::from_fn(64, 64, |x, _| if x < 32 { Rgba([255, 255, 255, 255]) } else { Rgba([255, 0, 0, 0]) });
        let smaller = resized(&DynamicImage::ImageRgba8(picture), (7, 7)).unwrap().into_rgba8();
        for pixel in smaller.pixels().filter(|p| p.0[3] > 8) {
            assert!(pixel.0[1] > 240, "no red in the white: {pixel:?}");
        }
    }

    #[test]
    fn a_side_of_millions_of_pixels_is_thinned_first() {
        // Half black, half white, without a table for each pixel.
        let row = image::RgbImage::from_fn(3_000_000, 1, |x, _| image::Rgb([if x < 1_500_000 { 0 } else { 255 }; 3]));
        let smaller = resized(&DynamicImage::ImageRgb8(row), (1_920, 1)).unwrap().into_rgb8();
        assert_eq!((smaller.get_pixel(900, 0).0, smaller.get_pixel(1_020, 0).0), ([0; 3], [255; 3]));
    }
}
