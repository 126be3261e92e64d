//! Icons of a site: a picture in a square, or an initial in two colours, as PNG and as ICO.

use std::io::Cursor;

use image::{DynamicImage, ImageError, ImageFormat, Rgba, RgbaImage};

use crate::letter;
use crate::resize::{ResizeError, fitting, resized};

/// The height of the initial, of the side of the icon.
const INITIAL: f32 = 0.5;
/// Half the width of its lines, of the side.
const LINE: f32 = 0.055;
/// The same of the dot in place of an initial.
const DOT: f32 = 0.2;
/// The radius of rounded corners, of the side.
const CORNER: f32 = 0.22;
/// The room around a picture on a ground, of the side.
const MARGIN: f32 = 0.08;
/// The bytes of the head of an ICO, and of the entry of each picture.
const ICO_HEAD: usize = 6;
const ICO_ENTRY: usize = 16;

/// Why there is no icon.
#[derive(Debug, thiserror::Error)]
pub enum IconError {
    /// The picture was not resized.
    #[error("the picture was not resized")]
    Resize(#[from] ResizeError),
    /// The icon was not encoded.
    #[error("the icon was not encoded")]
    Encode(#[from] ImageError),
    /// A PNG is too large for an ICO.
    #[error("the icon is too large")]
    TooLarge,
}

/// An initial from A to Z in `ink` on a square of `ground`; a dot for a name without one. The corners are round, or the square is full.
#[must_use]
pub fn initial(initial: Option<char>, side: u32, [ink, ground]: [[u8; 3]; 2], is_round: bool) -> RgbaImage {
    let (parts, scale) = (letter::parts(initial), length(side));
    let half = scale * if matches!(initial, Some('A'..='Z')) { LINE } else { DOT };
    let height = scale * INITIAL;
    let parts: Vec<_> =
        parts.iter().map(|(from, to)| [from, to].map(|(x, y)| (scale.mul_add(0.5, x * height), scale.mul_add(0.5, y * height)))).collect();
    RgbaImage::from_fn(side, side, |x, y| {
        let at = (length(x) + 0.5, length(y) + 0.5);
        let nearest = parts.iter().map(|part| distance(at, part)).fold(f32::MAX, f32::min);
        let [red, green, blue] = mixed(ground, ink, (half + 0.5 - nearest).clamp(0.0, 1.0));
        Rgba([red, green, blue, if is_round { byte(255.0 * inside(at, scale)) } else { 255 }])
    })
}

/// A picture as large as fits in the middle of a square: on `ground` with room around it, or clear where there is none.
///
/// # Errors
/// [`IconError::Resize`] for other pixels than eight-bit RGB and RGBA.
pub fn squared(picture: &DynamicImage, side: u32, ground: Option<[u8; 3]>) -> Result<RgbaImage, IconError> {
    let room = ground.map_or(side, |_| rounded(length(side) * 2.0f32.mul_add(-MARGIN, 1.0)));
    let is_square = picture.width() == picture.height();
    let room = if is_square && !picture.color().has_alpha() { side } else { room };
    let (width, height) = enlarged((picture.width(), picture.height()), room);
    let fitted = resized(picture, (width, height))?.to_rgba8();
    let [red, green, blue] = ground.unwrap_or_default();
    let mut icon = RgbaImage::from_pixel(side, side, Rgba([red, green, blue, if ground.is_some() { 255 } else { 0 }]));
    let (left, top) = (i64::from((side - width) / 2), i64::from((side - height) / 2));
    match ground {
        Some(_) => image::imageops::overlay(&mut icon, &fitted, left, top),
        None => image::imageops::replace(&mut icon, &fitted, left, top),
    }
    Ok(icon)
}

/// The size in a square of `side` pixels, also where it is larger than the picture.
fn enlarged(size: (u32, u32), side: u32) -> (u32, u32) {
    let (width, height) = (size.0.saturating_mul(side), size.1.saturating_mul(side));
    fitting((width.max(1), height.max(1)), side)
}

/// The icon as PNG.
///
/// # Errors
/// [`IconError::Encode`] when the encoder fails.
pub fn to_png(icon: RgbaImage) -> Result<Vec<u8>, IconError> {
    let mut png = Cursor::new(Vec::new());
    DynamicImage::ImageRgba8(icon).write_to(&mut png, ImageFormat::Png)?;
    Ok(png.into_inner())
}

/// An ICO of PNGs, each with its side in pixels, which is below 256.
///
/// # Errors
/// [`IconError::TooLarge`] for a file above 4 GB.
pub fn to_ico(pngs: &[(u8, Vec<u8>)]) -> Result<Vec<u8>, IconError> {
    let count = u16::try_from(pngs.len()).map_err(|_| IconError::TooLarge)?;
    let mut ico = [0_u16, 1, count].iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let mut offset = ICO_HEAD + pngs.len() * ICO_ENTRY;
    for (side, png) in pngs {
        // Width, height, no palette, reserved; one plane of 32 bits a pixel.
        ico.extend([*side, *side, 0, 0, 1, 0, 32, 0]);
        for number in [png.len(), offset] {
            ico.extend(u32::try_from(number).map_err(|_| IconError::TooLarge)?.to_le_bytes());
        }
        offset += png.len();
    }
    ico.extend(pngs.iter().flat_map(|(_, png)| png));
    Ok(ico)
}

/// The distance from a point to a part of a line.
fn distance(at: (f32, f32), [from, to]: &[(f32, f32); 2]) -> f32 {
    let (along, away) = ((to.0 - from.0, to.1 - from.1), (at.0 - from.0, at.1 - from.1));
    let length = along.0.mul_add(along.0, along.1 * along.1);
    let share = if length > 0.0 { (away.0.mul_add(along.0, away.1 * along.1) / length).clamp(0.0, 1.0) } else { 0.0 };
    share.mul_add(-along.0, away.0).hypot(share.mul_add(-along.1, away.1))
}

/// How much of a pixel is inside a square with round corners, from 0 to 1.
fn inside(at: (f32, f32), side: f32) -> f32 {
    let (middle, radius) = (side / 2.0, side * CORNER);
    let beyond = |place: f32| ((place - middle).abs() - (middle - radius)).max(0.0);
    (radius + 0.5 - beyond(at.0).hypot(beyond(at.1))).clamp(0.0, 1.0)
}

fn mixed(ground: [u8; 3], ink: [u8; 3], share: f32) -> [u8; 3] {
    let [red, green, blue] = ground;
    let [over_red, over_green, over_blue] = ink;
    let mix = |below: u8, above: u8| byte((f32::from(above) - f32::from(below)).mul_add(share, f32::from(below)));
    [mix(red, over_red), mix(green, over_green), mix(blue, over_blue)]
}

/// A number of pixels. Sides of icons are far below the numbers that this type has not.
#[allow(clippy::cast_precision_loss, reason = "below 2^24")]
const fn length(pixels: u32) -> f32 {
    pixels as f32
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a positive number of pixels")]
fn rounded(pixels: f32) -> u32 {
    pixels.round() as u32
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
fn byte(value: f32) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const INK: [u8; 3] = [255, 255, 255];
    const GROUND: [u8; 3] = [155, 47, 79];

    fn pixel(icon: &RgbaImage, x: u32, y: u32) -> [u8; 4] {
        icon.get_pixel(x, y).0
    }

    #[test]
    fn an_initial_is_drawn_in_both_colours() {
        let icon = initial(Some('L'), 180, [INK, GROUND], false);
        assert_eq!(pixel(&icon, 0, 0), [155, 47, 79, 255]);
        assert_eq!(pixel(&icon, 90, 60), [155, 47, 79, 255], "right of the stem");
        assert_eq!(pixel(&icon, 62, 90), [255, 255, 255, 255], "the stem");
        assert_eq!(pixel(&icon, 100, 135), [255, 255, 255, 255], "the foot");
        let round = initial(Some('L'), 180, [INK, GROUND], true);
        assert_eq!((pixel(&round, 0, 0)[3], pixel(&round, 90, 0)[3]), (0, 255));
        let dot = initial(None, 180, [INK, GROUND], false);
        assert_eq!((pixel(&dot, 90, 90), pixel(&dot, 90, 30)), ([255, 255, 255, 255], [155, 47, 79, 255]));
    }

    #[test]
    fn a_picture_stands_in_the_middle_of_its_ground() {
        let wide = DynamicImage::ImageRgba8(RgbaImage::from_pixel(40, 10, Rgba([0, 0, 255, 255])));
        let icon = squared(&wide, 180, Some(GROUND)).unwrap();
        assert_eq!((icon.width(), icon.height()), (180, 180));
        assert_eq!((pixel(&icon, 90, 90), pixel(&icon, 90, 20)), ([0, 0, 255, 255], [155, 47, 79, 255]));
        assert_eq!(pixel(&icon, 4, 90), [155, 47, 79, 255], "there is room around it");
        let clear = squared(&wide, 48, None).unwrap();
        assert_eq!((pixel(&clear, 24, 24), pixel(&clear, 24, 2)[3]), ([0, 0, 255, 255], 0));
        let full = DynamicImage::ImageRgb8(image::RgbImage::from_pixel(512, 512, image::Rgb([0, 0, 255])));
        assert_eq!(pixel(&squared(&full, 180, Some(GROUND)).unwrap(), 0, 0), [0, 0, 255, 255], "a square without clear parts is whole");
    }

    #[test]
    fn an_ico_names_its_pngs() {
        let pngs = [32_u8, 48].map(|side| (side, to_png(initial(Some('S'), u32::from(side), [INK, GROUND], true)).unwrap()));
        let ico = to_ico(&pngs).unwrap();
        assert_eq!(ico[..6], [0, 0, 1, 0, 2, 0]);
        for (index, (side, png)) in pngs.iter().enumerate() {
            let entry = &ico[6 + index * 16..][..16];
            assert_eq!((entry[0], entry[1]), (*side, *side));
            let number = |at: usize| u32::from_le_bytes(entry[at..at + 4].try_into().unwrap()) as usize;
            let found = &ico[number(12)..][..number(8)];
            assert_eq!(found, png);
            let read = image::load_from_memory_with_format(found, ImageFormat::Png).unwrap();
            assert_eq!((read.width(), read.height()), (u32::from(*side), u32::from(*side)));
        }
    }
}
