//! From pixels to WebP.

use domain::shared::ports::PortError;
use image::DynamicImage;
use webp::{Encoder, PixelLayout};

/// The quality from 0 to 100. At this value losses are hard to see, and files have a quarter of the size of a good JPEG.
const QUALITY: f32 = 80.0;

/// The encoder refused.
#[derive(Debug, thiserror::Error)]
enum EncodeError {
    #[error("only eight-bit RGB and RGBA are encoded")]
    Layout,
    #[error("libwebp failed: {0:?}")]
    Encoder(webp::WebPEncodingError),
}

/// Encodes an eight-bit RGB or RGBA picture.
///
/// # Errors
/// Internal when the encoder has no memory.
pub(crate) fn to_webp(picture: &DynamicImage) -> Result<Vec<u8>, PortError> {
    let layout = match picture {
        DynamicImage::ImageRgb8(_) => PixelLayout::Rgb,
        DynamicImage::ImageRgba8(_) => PixelLayout::Rgba,
        _ => return Err(PortError::internal(EncodeError::Layout)),
    };
    let encoder = Encoder::new(picture.as_bytes(), layout, picture.width(), picture.height());
    let encoded = encoder.encode_simple(false, QUALITY).map_err(|e| PortError::internal(EncodeError::Encoder(e)))?;
    Ok(encoded.to_vec())
}
