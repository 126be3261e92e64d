//! Valid, broken and hostile uploads.

use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, Frame, ImageEncoder as _, ImageFormat, ImageReader, Rgb, RgbImage, Rgba, RgbaImage};
use moxcms::ColorProfile;
use proptest::prelude::*;

use super::samples::{BLUE, RED, chunk, encoded, exif, flag, png_claiming, with_segment};
use super::*;

/// Processes the picture of a product.
fn process(upload: &[u8]) -> Result<ProcessPictureOutcome, PortError> {
    super::process(upload, PicturePurpose::Product)
}

fn processed(upload: &[u8]) -> ProcessedPicture {
    match process(upload).unwrap() {
        ProcessPictureOutcome::Processed(picture) => picture,
        refused => panic!("{refused:?}"),
    }
}

fn shown(webp: &[u8]) -> DynamicImage {
    ImageReader::with_format(Cursor::new(webp), ImageFormat::WebP).decode().unwrap()
}

fn size(webp: &[u8]) -> (u32, u32) {
    let picture = shown(webp);
    (picture.width(), picture.height())
}

/// Whether a pixel is about this colour; lossy pictures are never exact.
fn looks(picture: &DynamicImage, (x, y): (u32, u32), colour: Rgb<u8>) -> bool {
    let pixel = picture.to_rgb8().get_pixel(x, y).0;
    pixel.iter().zip(colour.0).all(|(a, b)| a.abs_diff(b) < 24)
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn every_format_is_encoded_as_webp() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let picture = processed(&encoded(&flag(100, 60), format));
        let main = shown(&picture.main);
        assert_eq!((main.width(), main.height()), (100, 60), "{format:?}");
        assert!(looks(&main, (10, 30), RED) && looks(&main, (90, 30), BLUE), "{format:?}");
        assert!(picture.narrower.is_empty(), "{format:?}");
    }
}

#[test]
fn comes_in_all_widths_below_its_own() {
    for (width, narrower) in [(320, &[][..]), (321, &[320]), (960, &[320, 640]), (1_000, &[320, 640, 960])] {
        let picture = processed(&encoded(&flag(width, 500), ImageFormat::Png));
        let widths: Vec<_> = picture.narrower.iter().map(|(w, _)| w.pixels()).collect();
        assert_eq!(widths, narrower, "of {width}");
        for (wanted, bytes) in &picture.narrower {
            let height = (500 * wanted.pixels() + width / 2) / width;
            assert_eq!(size(bytes), (wanted.pixels(), height));
            assert!(looks(&shown(bytes), (10, 10), RED));
        }
    }
}

#[test]
fn a_picture_of_content_comes_in_a_wider_one_too() {
    let upload = encoded(&flag(1_500, 300), ImageFormat::Png);
    let ProcessPictureOutcome::Processed(picture) = super::process(&upload, PicturePurpose::Content).unwrap() else { panic!("refused") };
    assert_eq!(picture.narrower.iter().map(|(width, _)| width.pixels()).collect::<Vec<_>>(), [320, 640, 960, 1_280]);
}

#[test]
fn large_pictures_are_brought_to_a_size_for_screens() {
    for ((width, height), kept) in [((3_840, 1_000), (1_920, 500)), ((1_000, 3_840), (500, 1_920)), ((1_920, 1_920), (1_920, 1_920))] {
        assert_eq!(size(&processed(&encoded(&flag(width, height), ImageFormat::Png)).main), kept);
    }
}

#[test]
fn a_slip_is_one_picture_of_1280_pixels_at_most() {
    for ((width, height), kept) in [((2_560, 1_000), (1_280, 500)), ((1_000, 2_560), (500, 1_280)), ((640, 480), (640, 480))] {
        let upload = encoded(&flag(width, height), ImageFormat::Png);
        let ProcessPictureOutcome::Processed(picture) = super::process(&upload, PicturePurpose::Slip).unwrap() else { panic!("refused") };
        assert_eq!((size(&picture.main), picture.narrower.len()), (kept, 0));
    }
}

#[test]
fn stands_upright_and_says_nothing_of_where_it_was_taken() {
    let upload = with_segment(&encoded(&flag(80, 40), ImageFormat::Jpeg), 0xE1, &exif());
    let decoded = decode(&upload, MAX_PIXELS).unwrap();
    assert_eq!(decoded.orientation, image::metadata::Orientation::Rotate90, "the upload says so");
    assert!(contains(&upload, "6.9271N"));

    let main = processed(&upload).main;
    let picture = shown(&main);
    assert_eq!((picture.width(), picture.height()), (40, 80));
    assert!(looks(&picture, (20, 10), RED) && looks(&picture, (20, 70), BLUE), "what was left is on top");
    for trace in ["Exif", "EXIF", "6.9271N", "XMP", "ICCP", "home"] {
        assert!(!contains(&main, trace), "{trace}");
    }
}

#[test]
fn transparency_is_kept_where_there_is_some() {
    let clear = DynamicImage::ImageRgba8(RgbaImage::from_fn(400, 40, |x, _| Rgba([20, 20, 220, if x < 200 { 0 } else { 255 }])));
    let picture = processed(&encoded(&clear, ImageFormat::Png));
    for bytes in [&picture.main, &picture.narrower[0].1] {
        let rgba = shown(bytes).to_rgba8();
        assert_eq!((rgba.get_pixel(10, 10).0[3], rgba.get_pixel(300, 10).0[3]), (0, 255));
    }
    let opaque = DynamicImage::ImageRgba8(flag(40, 40).to_rgba8());
    assert!(!shown(&processed(&encoded(&opaque, ImageFormat::Png)).main).color().has_alpha());
}

#[test]
fn sixteen_bits_and_greys_are_pictures_too() {
    for picture in [
        DynamicImage::ImageLuma8(flag(50, 50).to_luma8()),
        DynamicImage::ImageLumaA8(flag(50, 50).to_luma_alpha8()),
        DynamicImage::ImageLuma16(flag(50, 50).to_luma16()),
        DynamicImage::ImageRgb16(flag(50, 50).to_rgb16()),
        DynamicImage::ImageRgba16(flag(50, 50).to_rgba16()),
    ] {
        assert_eq!(size(&processed(&encoded(&picture, ImageFormat::Png)).main), (50, 50), "{:?}", picture.color());
    }
}

#[test]
fn colours_of_a_wide_profile_look_the_same() {
    let with_profile = |icc: Option<Vec<u8>>| {
        let mut bytes = Vec::new();
        let mut encoder = PngEncoder::new(&mut bytes);
        if let Some(icc) = icc {
            encoder.set_icc_profile(icc).unwrap();
        }
        let picture = RgbImage::from_pixel(40, 40, Rgb([200, 60, 60]));
        encoder.write_image(picture.as_raw(), 40, 40, image::ExtendedColorType::Rgb8).unwrap();
        shown(&processed(&bytes).main).to_rgb8().get_pixel(20, 20).0
    };
    let plain = with_profile(None);
    let wide = with_profile(Some(ColorProfile::new_display_p3().encode().unwrap()));
    assert!(wide[0] > plain[0] + 8 && wide[1] + 8 < plain[1], "{plain:?} became {wide:?}: more of a red than sRGB's of that number");
    assert_eq!(with_profile(Some(b"no profile at all".to_vec())), plain, "one that cannot be read changes nothing");
}

#[test]
fn of_an_animation_the_first_frame_stays() {
    let mut upload = Vec::new();
    {
        let mut encoder = GifEncoder::new(&mut upload);
        for colour in [RED, BLUE, BLUE] {
            encoder.encode_frame(Frame::new(RgbaImage::from_pixel(30, 30, Rgba([colour.0[0], colour.0[1], colour.0[2], 255])))).unwrap();
        }
    }
    let main = processed(&upload).main;
    assert!(looks(&shown(&main), (15, 15), RED));
    assert!(!contains(&main, "ANIM"));
}

#[test]
fn other_files_are_refused_with_any_name() {
    let bmp = [&b"BM"[..], &[0; 60]].concat();
    for other in [
        &b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"[..],
        b"<?xml version='1.0'?><svg/>",
        b"<!doctype html><script>alert(1)</script>",
        b"%PDF-1.7",
        b"II*\0TIFF",
        b"\0\0\0\x20ftypavif",
        b"GIF88a",
        b"RIFF\0\0\0\0WAVE",
        b"\x89PNX\r\n\x1a\n",
        b"x",
        &bmp,
    ] {
        assert_eq!(process(other).unwrap(), ProcessPictureOutcome::NotAPicture, "{:?}", String::from_utf8_lossy(other));
    }
}

#[test]
fn empty_and_truncated_pictures_are_broken() {
    assert_eq!(process(b"").unwrap(), ProcessPictureOutcome::Broken);
    // Noise, so that every part of the file matters.
    let noise = DynamicImage::ImageRgb8(RgbImage::from_fn(64, 64, |x, y| {
        let n = x.wrapping_mul(2_654_435_761).wrapping_add(y.wrapping_mul(40_503)).to_le_bytes();
        Rgb([n[0], n[1], n[2]])
    }));
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let whole = encoded(&noise, format);
        processed(&whole);
        for percent in [10, 50, 90] {
            let cut = &whole[..whole.len() * percent / 100];
            assert_eq!(process(cut).unwrap(), ProcessPictureOutcome::Broken, "{format:?} cut at {percent} %");
        }
    }
    let jpeg = encoded(&noise, ImageFormat::Jpeg);
    assert_eq!(process(&jpeg[..jpeg.len() - 2]).unwrap(), ProcessPictureOutcome::Broken, "a JPEG without its end");
    assert_eq!(process(b"GIF89a/*\x01\0\x01\0*/=1;alert(1)//").unwrap(), ProcessPictureOutcome::Broken, "a script behind a magic number");
}

#[test]
fn bombs_are_refused_by_their_header() {
    assert_eq!(process(&png_claiming(20_000, 20_000)).unwrap(), ProcessPictureOutcome::TooLarge);
    assert_eq!(process(&png_claiming(u32::MAX >> 1, u32::MAX >> 1)).unwrap(), ProcessPictureOutcome::TooLarge);
    let header_only = &png_claiming(20_000, 20_000)[..33];
    assert!(matches!(process(header_only).unwrap(), ProcessPictureOutcome::TooLarge | ProcessPictureOutcome::Broken));

    let mut jpeg = encoded(&flag(16, 16), ImageFormat::Jpeg);
    let frame = jpeg.windows(2).position(|w| w == [0xFF, 0xC0]).unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xFF, 0xFF, 0xFF, 0xFF]);
    assert_eq!(process(&jpeg).unwrap(), ProcessPictureOutcome::TooLarge);

    let mut gif = encoded(&flag(16, 16), ImageFormat::Gif);
    gif[6..10].copy_from_slice(&[0xFF, 0xFF, 0xFF, 0xFF]);
    assert_eq!(process(&gif).unwrap(), ProcessPictureOutcome::TooLarge);
}

#[test]
fn forty_megapixels_are_the_limit() {
    assert_eq!(MAX_PIXELS, 8_000 * 5_000);
    // These files claim more pixels than the limit, and contain none.
    assert_eq!(process(&png_claiming(8_000, 5_000)).unwrap(), ProcessPictureOutcome::Broken);
    assert_eq!(process(&png_claiming(8_000, 5_001)).unwrap(), ProcessPictureOutcome::TooLarge);
    assert_eq!(process(&png_claiming(0, 5_001)).unwrap(), ProcessPictureOutcome::Broken);
}

#[test]
fn nothing_hidden_in_a_picture_survives() {
    let jpeg = encoded(&flag(40, 40), ImageFormat::Jpeg);
    let png = encoded(&flag(40, 40), ImageFormat::Png);
    let hidden = b"<script>alert(1)</script><?php system('id'); ?>";
    let png_text = [&png[..33], &chunk(b"tEXt", &[b"Comment\0", &hidden[..]].concat()), &png[33..]].concat();
    let polyglots = [
        [&jpeg[..], hidden].concat(),
        with_segment(&jpeg, 0xFE, hidden),
        with_segment(&jpeg, 0xE1, hidden),
        [&png[..], hidden].concat(),
        png_text,
        [&encoded(&flag(40, 40), ImageFormat::Gif)[..], b"PK\x03\x04", hidden].concat(),
    ];
    for upload in polyglots {
        let main = processed(&upload).main;
        assert!(contains(&upload, "<script>") && !contains(&main, "script") && !contains(&main, "php"));
        assert_eq!(&main[..4], b"RIFF");
        assert_eq!(u32::from_le_bytes(main[4..8].try_into().unwrap()), u32::try_from(main.len() - 8).unwrap(), "nothing behind its end");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn damage_anywhere_is_an_answer_and_never_a_panic(kind in 0_usize..4, damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8), cut in any::<prop::sample::Index>(), truncate: bool) {
        let format = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif][kind];
        let mut bytes = encoded(&flag(24, 24), format);
        for (place, value) in damage {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        if truncate {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let ProcessPictureOutcome::Processed(picture) = process(&bytes).unwrap() {
            prop_assert!(size(&picture.main).0 >= 1);
        }
    }
}

#[tokio::test]
async fn pictures_beyond_the_limits_are_unavailable() {
    let processor = WebPProcessor::new(crate::picture_limits()).unwrap();
    let upload = encoded(&flag(20, 20), ImageFormat::Png);
    assert!(matches!(processor.process(upload, PicturePurpose::Product).await.unwrap(), ProcessPictureOutcome::Processed(_)));

    let busy = WebPProcessor::new(ExecutorLimits { running: 1, waiting: 0 }).unwrap();
    let (stop, stopped) = std::sync::mpsc::channel::<()>();
    let mut running = std::pin::pin!(busy.executor.run(move || stopped.recv().is_err()));
    assert!(futures_util::poll!(&mut running).is_pending());
    assert!(busy.process(Vec::new(), PicturePurpose::Product).await.unwrap_err().is_unavailable());
    drop(stop);
    assert!(running.await.unwrap());
}
