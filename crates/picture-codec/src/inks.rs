//! JPEGs with four channels, as programs for printing write them: inks (CMYK), or their luminance and chrominance (YCCK).
//!
//! The decoder converts them by one rule for all files. Whether full ink is stored as 0 or as 255 depends on the file, and so does the
//! profile of the inks, so the channels are read as stored and converted here.

use image::{DynamicImage, RgbImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::decode::Refusal;

/// The pixels of a JPEG with four channels in sRGB. `None` for any other JPEG.
///
/// # Errors
/// [`Refusal::Broken`] for a damaged file.
pub(crate) fn decode_inks(jpeg: &[u8]) -> Result<Option<DynamicImage>, Refusal> {
    let options = DecoderOptions::default().set_strict_mode(false).set_max_width(usize::MAX).set_max_height(usize::MAX);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(jpeg), options);
    decoder.decode_headers().map_err(|_| Refusal::Broken)?;
    let (Some(info), Some(stored)) = (decoder.info(), decoder.input_colorspace()) else { return Err(Refusal::Broken) };
    if info.components != 4 || !matches!(stored, ColorSpace::CMYK | ColorSpace::YCCK) {
        return Ok(None);
    }
    decoder.set_options(options.jpeg_set_out_colorspace(stored));
    let mut inks = decoder.decode().map_err(|_| Refusal::Broken)?;
    for pixel in inks.as_chunks_mut().0 {
        *pixel = match stored {
            ColorSpace::YCCK => of_ycck(*pixel),
            _ if has_adobe_marker(jpeg) => inverted(*pixel),
            _ => *pixel,
        };
    }
    let icc = decoder.icc_profile();
    let rgb = icc.and_then(|icc| by_profile(&inks, &icc)).unwrap_or_else(|| without_profile(&inks));
    let picture = RgbImage::from_raw(u32::from(info.width), u32::from(info.height), rgb).ok_or(Refusal::Broken)?;
    Ok(Some(DynamicImage::ImageRgb8(picture)))
}

/// The inks of a pixel whose full ink is 0.
const fn inverted([cyan, magenta, yellow, black]: [u8; 4]) -> [u8; 4] {
    [u8::MAX - cyan, u8::MAX - magenta, u8::MAX - yellow, u8::MAX - black]
}

/// The inks of a pixel of YCCK. Its colours are the inks that RGB would be made of, and its black is inverted: only programs that
/// write the Adobe marker make such files.
fn of_ycck([luminance, blue, red, black]: [u8; 4]) -> [u8; 4] {
    let (y, cb, cr) = (i32::from(luminance) * 65_536, i32::from(blue) - 128, i32::from(red) - 128);
    let ink = |scaled: i32| u8::try_from(((scaled + 32_768) >> 16).clamp(0, 255)).unwrap_or(u8::MAX);
    [ink(y + 91_881 * cr), ink(y - 22_554 * cb - 46_802 * cr), ink(y + 116_130 * cb), u8::MAX - black]
}

/// The colours by the file's profile; `None` where it cannot be read or is not for inks.
fn by_profile(inks: &[u8], icc: &[u8]) -> Option<Vec<u8>> {
    let profile =
        ColorProfile::new_from_slice(&crate::profile::reduced(icc)?).ok().filter(|profile| profile.color_space == DataColorSpace::Cmyk)?;
    let options = TransformOptions::default();
    let transform = profile.create_transform_8bit(Layout::Rgba, &ColorProfile::new_srgb(), Layout::Rgb, options).ok()?;
    let mut rgb = vec![0; inks.len() / 4 * 3];
    transform.transform(inks, &mut rgb).ok()?;
    Some(rgb)
}

/// Each ink takes its part of the light, and black of all: what browsers do without a profile.
fn without_profile(inks: &[u8]) -> Vec<u8> {
    let light = |ink: u8, black: u8| {
        let product = u32::from(u8::MAX - ink) * u32::from(u8::MAX - black);
        u8::try_from((product + 127) / 255).unwrap_or(u8::MAX)
    };
    let pixels = inks.as_chunks().0.iter();
    pixels.flat_map(|&[cyan, magenta, yellow, black]| [cyan, magenta, yellow].map(|ink| light(ink, black))).collect()
}

/// Whether a segment of Adobe precedes the pixels. Files with it store full ink as 0.
fn has_adobe_marker(jpeg: &[u8]) -> bool {
    let mut rest = jpeg;
    loop {
        rest = match rest {
            // Fill bytes, and markers without a body.
            [0xFF, 0xFF, ..] => rest.get(1..).unwrap_or_default(),
            [0xFF, 0x01 | 0xD0..=0xD8, body @ ..] => body,
            [0xFF, 0xEE, _, _, b'A', b'd', b'o', b'b', b'e', ..] => return true,
            // The pixels.
            [0xFF, 0xDA, ..] => return false,
            [0xFF, _, high, low, ..] => {
                let length = usize::from(u16::from_be_bytes([*high, *low])).max(2);
                rest.get(length.saturating_add(2)..).unwrap_or_default()
            }
            _ => return false,
        };
    }
}

#[cfg(test)]
mod tests;
