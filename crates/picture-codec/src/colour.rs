//! Colours for browsers: sRGB, eight bits per channel, an alpha channel only if it is used.

use image::DynamicImage;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use crate::profile::reduced;

/// The picture with eight bits per channel, as RGB or RGBA.
pub(crate) fn to_eight_bits(picture: DynamicImage) -> DynamicImage {
    match picture {
        DynamicImage::ImageRgb8(_) | DynamicImage::ImageRgba8(_) => picture,
        other if other.color().has_alpha() => DynamicImage::ImageRgba8(other.into_rgba8()),
        other => DynamicImage::ImageRgb8(other.into_rgb8()),
    }
}

/// Converts the colours of an eight-bit picture from its profile, such as the wide gamut of phones, to sRGB. A profile that
/// cannot be read, or is not for RGB, is ignored: most pictures are sRGB.
pub(crate) fn to_srgb(picture: DynamicImage, icc: Option<&[u8]>) -> DynamicImage {
    icc.and_then(|icc| converted(&picture, icc)).unwrap_or(picture)
}

fn converted(picture: &DynamicImage, icc: &[u8]) -> Option<DynamicImage> {
    let profile = ColorProfile::new_from_slice(&reduced(icc)?).ok().filter(|p| p.color_space == DataColorSpace::Rgb)?;
    let layout = if picture.color().has_alpha() { Layout::Rgba } else { Layout::Rgb };
    let transform = profile.create_transform_8bit(layout, &ColorProfile::new_srgb(), layout, TransformOptions::default()).ok()?;
    let mut bytes = vec![0; picture.as_bytes().len()];
    transform.transform(picture.as_bytes(), &mut bytes).ok()?;
    let (width, height) = (picture.width(), picture.height());
    match layout {
        Layout::Rgba => image::RgbaImage::from_raw(width, height, bytes).map(DynamicImage::ImageRgba8),
        _ => image::RgbImage::from_raw(width, height, bytes).map(DynamicImage::ImageRgb8),
    }
}

/// Drops an alpha channel that is opaque everywhere.
pub(crate) fn without_idle_alpha(picture: DynamicImage) -> DynamicImage {
    match picture {
        DynamicImage::ImageRgba8(rgba) if rgba.as_raw().iter().skip(3).step_by(4).all(|alpha| *alpha == u8::MAX) => {
            DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(rgba).into_rgb8())
        }
        other => other,
    }
}
