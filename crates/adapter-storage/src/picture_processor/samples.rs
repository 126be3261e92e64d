//! Pictures and parts of files that the tests upload.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

pub(super) const RED: Rgb<u8> = Rgb([220, 20, 20]);
pub(super) const BLUE: Rgb<u8> = Rgb([20, 20, 220]);

/// Red on the left, blue on the right.
pub(super) fn flag(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, _| if x < width / 2 { RED } else { BLUE }))
}

pub(super) fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), format).unwrap();
    bytes
}

pub(super) fn segment(marker: u8, body: &[u8]) -> Vec<u8> {
    let length = u16::try_from(body.len() + 2).unwrap().to_be_bytes();
    [&[0xFF, marker], &length[..], body].concat()
}

/// The JPEG with a segment behind its first two bytes.
pub(super) fn with_segment(jpeg: &[u8], marker: u8, body: &[u8]) -> Vec<u8> {
    [&jpeg[..2], &segment(marker, body), &jpeg[2..]].concat()
}

/// Exif data: lying on its side (6), taken in Colombo, with a remark.
pub(super) fn exif() -> Vec<u8> {
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &value.to_le_bytes()].concat()
    };
    let remark = b"taken at home, 6.9271N 79.8612E\0";
    let remark_length = u32::try_from(remark.len()).unwrap();
    // Offsets count from the byte order mark: header 8, three entries 2 + 36 + 4, remark, GPS.
    let gps_at = 50 + remark_length;
    [
        &b"Exif\0\0II*\0\x08\0\0\0\x03\0"[..],
        &entry(0x010E, 2, remark_length, 50),
        &entry(0x0112, 3, 1, 6),
        &entry(0x8825, 4, 1, gps_at),
        &[0; 4],
        remark,
        &[2, 0],
        &entry(0x0001, 2, 2, u32::from(b'N')),
        &entry(0x0003, 2, 2, u32::from(b'E')),
        &[0; 4],
    ]
    .concat()
}

/// CRC-32 as PNG has it.
pub(super) fn crc(bytes: &[u8]) -> u32 {
    !bytes
        .iter()
        .fold(!0_u32, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |c, _| if c & 1 == 1 { c >> 1 ^ 0xEDB8_8320 } else { c >> 1 }))
}

pub(super) fn chunk(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let covered = [&kind[..], body].concat();
    [&u32::try_from(body.len()).unwrap().to_be_bytes()[..], &covered, &crc(&covered).to_be_bytes()].concat()
}

/// A PNG that claims a size and has next to no pixels.
pub(super) fn png_claiming(width: u32, height: u32) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    [&b"\x89PNG\r\n\x1a\n"[..], &chunk(b"IHDR", &header), &chunk(b"IDAT", b"\x78\x9c\x03\0\0\0\0\x01"), &chunk(b"IEND", b"")].concat()
}
