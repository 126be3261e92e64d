//! Encoding as WebP.

use image::DynamicImage;
use webp::{Encoder, PixelLayout};

/// The quality from 0 to 100. At this value losses are hard to see, and files have a quarter of the size of a good JPEG.
const QUALITY: f32 = 80.0;

/// Why a picture was not encoded.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// It has another layout.
    #[error("only eight-bit RGB and RGBA are encoded")]
    Layout,
    /// libwebp failed, for example for lack of memory.
    #[error("libwebp failed: {0:?}")]
    Encoder(webp::WebPEncodingError),
}

/// Encodes an eight-bit RGB or RGBA picture.
///
/// # Errors
/// [`EncodeError`] for another layout, or when libwebp fails.
pub fn to_webp(picture: &DynamicImage) -> Result<Vec<u8>, EncodeError> {
    let layout = match picture {
        DynamicImage::ImageRgb8(_) => PixelLayout::Rgb,
        DynamicImage::ImageRgba8(_) => PixelLayout::Rgba,
        _ => return Err(EncodeError::Layout),
    };
    let encoder = Encoder::new(picture.as_bytes(), layout, picture.width(), picture.height());
    let encoded = encoder.encode_simple(false, QUALITY).map_err(EncodeError::Encoder)?;
    Ok(encoded.to_vec())
}
