//! Harmful uploads: refused with a clear message, or re-encoded without their hidden content.

use std::io::Write as _;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder as _, ImageFormat, RgbImage};
use reqwest::RequestBuilder;
use test_harness::answer::{Answer, Ask as _};
use test_harness::instance::Instance;

use crate::shop::Shop;

/// Hidden content that no stored picture may contain.
const HIDDEN: &[u8] = b"HIDDEN-IN-THE-PICTURE";

fn upload(server: &Instance, name: &str, kind: &str, bytes: &[u8]) -> RequestBuilder {
    let head = format!("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: {kind}\r\n\r\n");
    let body = [head.as_bytes(), bytes, b"\r\n--b--\r\n"].concat();
    server.post("/api/images").header("Content-Type", "multipart/form-data; boundary=b").body(body)
}

async fn refused(server: &Instance, name: &str, kind: &str, bytes: &[u8]) -> Answer {
    let answer = upload(server, name, kind, bytes).ask().await;
    let problem = answer.json();
    assert!(problem["errors"]["file"][0].as_str().is_some_and(|sentence| sentence.contains(' ')), "{name}: {problem}");
    answer
}

/// A picture of 32 by 32 pixels.
fn picture(format: ImageFormat) -> Vec<u8> {
    let shade = |at: u32| u8::try_from(at * 8).unwrap();
    let pixels = RgbImage::from_fn(32, 32, |x, y| image::Rgb([shade(x), shade(y), 128]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut sum = Crc::new();
    sum.update(kind);
    sum.update(data);
    [&u32::try_from(data.len()).unwrap().to_be_bytes()[..], kind, data, &sum.sum().to_be_bytes()].concat()
}

/// A black PNG of one bit a pixel: 50 MB of pixels in a few kilobytes, 1.2 GB once decoded to colours.
fn bomb(side: u32) -> Vec<u8> {
    let size = side.to_be_bytes();
    let header = [&size[..], &size, &[1, 0, 0, 0, 0]].concat();
    let row = vec![0; usize::try_from(side / 8 + 1).unwrap()];
    let mut pixels = ZlibEncoder::new(Vec::new(), Compression::best());
    for _ in 0..side {
        pixels.write_all(&row).unwrap();
    }
    let pixels = pixels.finish().unwrap();
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(b"IHDR", &header), chunk(b"IDAT", &pixels), chunk(b"IEND", &[])].concat()
}

/// A JPEG with place and author in its metadata.
fn jpeg_with_place() -> Vec<u8> {
    // TIFF, little endian: an IFD with Artist and a GPS IFD that has one latitude.
    let artist_at = 8_u32 + 2 + 2 * 12 + 4;
    let artist_length = u32::try_from(HIDDEN.len()).unwrap();
    let gps_at = artist_at + artist_length + artist_length % 2;
    let latitude_at = gps_at + 2 + 12 + 4;
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &value.to_le_bytes()].concat()
    };
    let mut tiff = [b"II*\0".to_vec(), 8_u32.to_le_bytes().to_vec(), 2_u16.to_le_bytes().to_vec()].concat();
    tiff.extend(entry(0x013b, 2, artist_length, artist_at));
    tiff.extend(entry(0x8825, 4, 1, gps_at));
    tiff.extend([0; 4]);
    tiff.extend(HIDDEN);
    tiff.resize(usize::try_from(gps_at).unwrap(), 0);
    tiff.extend([1_u16.to_le_bytes().to_vec(), entry(2, 5, 3, latitude_at), vec![0; 4]].concat());
    tiff.extend([6_u32, 1, 55, 1, 30, 1].into_iter().flat_map(u32::to_le_bytes));
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new(&mut bytes);
    encoder.set_exif_metadata(tiff).unwrap();
    encoder.write_image(&[90; 32 * 32 * 3], 32, 32, ExtendedColorType::Rgb8).unwrap();
    assert!(contains(&bytes, HIDDEN) && contains(&bytes, b"Exif\0\0"), "the sample has what it should lose");
    bytes
}

/// A GIF that is also a script: `GIF89a=1;` with a comment around the rest.
fn script_gif() -> Vec<u8> {
    let mut gif = picture(ImageFormat::Gif);
    let trailer = gif.pop().unwrap();
    gif.extend([0x21, 0xfe, u8::try_from(HIDDEN.len()).unwrap()]);
    gif.extend(HIDDEN);
    gif.push(0);
    gif.push(trailer);
    gif.extend(b"*/=1;alert('HIDDEN-IN-THE-PICTURE')//");
    gif
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_picture_is_refused_whatever_it_is_called() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let svg = b"<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>";
    let html = b"<!doctype html><script>alert(document.domain)</script>";
    let pdf = b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj";
    for (name, kind, bytes) in [
        ("rose.png", "image/png", &svg[..]),
        ("rose.svg", "image/svg+xml", svg),
        ("rose.png", "image/png", html),
        ("rose.gif", "image/gif", pdf),
        ("rose.jpg", "image/jpeg", b"MZ\x90\0\x03"),
        ("rose.webp", "image/webp", b"RIFF\x24\0\0\0WAVEfmt "),
        ("rose.bmp", "image/bmp", b"BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0"),
    ] {
        assert_eq!(refused(&server, name, kind, bytes).await.status, 415, "{name}");
    }
    let whole = picture(ImageFormat::Jpeg);
    for part in [&whole[..whole.len() / 2], &whole[..20], b"\x89PNG\r\n\x1a\n", b"GIF89a"] {
        assert_eq!(refused(&server, "rose.jpg", "image/jpeg", part).await.status, 422);
    }
    for side in [20_000, 65_000] {
        let answer = refused(&server, "rose.png", "image/png", &bomb(side)).await;
        assert_eq!(answer.status, 422);
        assert!(answer.json()["errors"]["file"][0].as_str().unwrap().contains("40 megapixels"), "{}", answer.text);
    }
    server.get("/healthz").ask().await.expect_status(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_in_a_picture_does_not_come_out_again() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let text = chunk(b"tEXt", &[b"Comment\0", HIDDEN].concat());
    let png = picture(ImageFormat::Png);
    let commented = [&png[..33], &text, &png[33..]].concat();
    let with_archive = [&png[..], b"PK\x03\x04", HIDDEN].concat();
    for (name, bytes) in [
        ("place.jpg", jpeg_with_place()),
        ("script.gif", script_gif()),
        ("comment.png", commented),
        ("archive.png", with_archive),
        ("x\\\"><script>.png", png),
    ] {
        let address = upload(&server, name, "image/png", &bytes).ask().await.expect_status(201)["url"].as_str().unwrap().to_owned();
        let safe = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "/-.".contains(c);
        assert!(address.starts_with("/images/") && address.ends_with(".webp") && address.chars().all(safe), "{address}");
        for width in ["", "?w=320"] {
            let shown = server.get(&format!("{address}{width}")).send().await.unwrap();
            assert_eq!((shown.status().as_u16(), &shown.headers()["content-type"]), (200, &"image/webp".parse().unwrap()), "{name}");
            assert_eq!(shown.headers()["x-content-type-options"], "nosniff");
            let bytes = shown.bytes().await.unwrap();
            assert!(bytes.starts_with(b"RIFF") && bytes[8..].starts_with(b"WEBP"), "{name}");
            for hidden in [HIDDEN, b"EXIF", b"Exif", b"XMP ", b"alert", b"PK\x03\x04"] {
                assert!(!contains(&bytes, hidden), "{} in {name}{width}", String::from_utf8_lossy(hidden));
            }
        }
    }
}
