//! Icons out of a shop's picture, or of its initial and colours.

use domain::images::ports::{IconDesign, IconFile, MAX_PIXELS, MAX_SIDE};
use picture_codec::{IconError, decode, initial, squared, to_ico, to_png, upright};

/// The sides of the pictures in an ICO.
const FAVICON: [u8; 2] = [32, 48];

pub(super) fn make(design: &IconDesign, file: IconFile) -> Result<Vec<u8>, IconError> {
    match file {
        IconFile::Favicon => {
            let png = |side: u8| Ok((side, drawn(design, u32::from(side), false)?));
            to_ico(&FAVICON.into_iter().map(png).collect::<Result<Vec<_>, IconError>>()?)
        }
        IconFile::AppleTouch => drawn(design, 180, true),
        IconFile::Large => drawn(design, 512, true),
    }
}

/// A PNG; `is_full` leaves nothing of the square clear.
fn drawn(design: &IconDesign, side: u32, is_full: bool) -> Result<Vec<u8>, IconError> {
    let picture = design.picture.as_deref().and_then(|bytes| decode(bytes, MAX_PIXELS).ok());
    let picture = picture.and_then(|decoded| upright(decoded, MAX_SIDE).ok());
    to_png(match picture {
        Some(picture) => squared(&picture, side, is_full.then_some(design.paper))?,
        None => initial(design.initial, side, [[0xff; 3], design.accent], !is_full),
    })
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, ImageFormat, Rgb, RgbImage, RgbaImage};
    use picture_codec::to_webp;

    use super::*;

    const ACCENT: [u8; 3] = [76, 58, 140];
    const PAPER: [u8; 3] = [250, 249, 255];

    fn icon(picture: Option<Vec<u8>>, file: IconFile) -> Vec<u8> {
        make(&IconDesign { picture, initial: Some('S'), accent: ACCENT, paper: PAPER }, file).unwrap()
    }

    fn read(png: &[u8]) -> RgbaImage {
        image::load_from_memory_with_format(png, ImageFormat::Png).unwrap().to_rgba8()
    }

    #[test]
    fn a_shop_without_a_picture_has_its_initial() {
        for (file, side) in [(IconFile::AppleTouch, 180), (IconFile::Large, 512)] {
            let icon = read(&icon(None, file));
            assert_eq!((icon.width(), icon.height()), (side, side));
            assert_eq!(icon.get_pixel(0, 0).0, [76, 58, 140, 255], "full to its corners");
            assert!(icon.pixels().any(|pixel| pixel.0 == [255, 255, 255, 255]) && icon.pixels().all(|pixel| pixel.0[3] == 255));
        }
        assert_eq!(icon(None, IconFile::Favicon)[..6], [0, 0, 1, 0, 2, 0]);
    }

    #[test]
    fn a_picture_is_the_icon_and_a_broken_one_is_not() {
        let blue = DynamicImage::ImageRgb8(RgbImage::from_pixel(600, 200, Rgb([0, 0, 255])));
        let icon_of = |picture| read(&icon(picture, IconFile::AppleTouch));
        let made = icon_of(Some(to_webp(&blue).unwrap()));
        assert_eq!(made.get_pixel(0, 0).0, [250, 249, 255, 255], "paper around a picture that is not square");
        let [red, green, blue, _] = made.get_pixel(90, 90).0;
        assert!(red < 20 && green < 20 && blue > 235, "{red} {green} {blue}");
        assert_eq!(icon_of(Some(b"no picture".to_vec())), icon_of(None));
    }
}
