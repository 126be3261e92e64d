use super::*;
use crate::{decode, upright};

/// A segment with its length.
fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
    [&[0xFF, marker], &length[..], content].concat()
}

/// The marker that Photoshop writes; `transform` is 0 for CMYK and 2 for YCCK.
fn adobe(transform: u8) -> Vec<u8> {
    segment(0xEE, &[b"Adobe\0\x64\0\0\0\0", &[transform][..]].concat())
}

/// A JPEG of 8 × 8 pixels of one value in each of four channels.
fn jpeg(segments: &[Vec<u8>], channels: [u8; 4]) -> Vec<u8> {
    let quantisation = segment(0xDB, &[&[0][..], &[8; 64]].concat());
    let frame = segment(0xC0, &[8, 0, 8, 0, 8, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0]);
    // Nine codes of four bits for the number of bits that follow, and one of one bit for the end of a block.
    let first = segment(0xC4, &[&[0, 0, 0, 0, 9][..], &[0; 12], &[0, 1, 2, 3, 4, 5, 6, 7, 8]].concat());
    let others = segment(0xC4, &[&[0x10, 1][..], &[0; 15], &[0]].concat());
    let scan = segment(0xDA, &[4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0]);
    let parts = [&segments.concat()[..], &quantisation, &frame, &first, &others, &scan, &blocks(channels)].concat();
    [&[0xFF, 0xD8][..], &parts, &[0xFF, 0xD9]].concat()
}

fn blocks(channels: [u8; 4]) -> Vec<u8> {
    let mut bits = String::new();
    for channel in channels {
        let value = i32::from(channel) - 128;
        let length = 32 - value.unsigned_abs().leading_zeros();
        let stored = if value < 0 { value + (1 << length) - 1 } else { value };
        bits += &format!("{length:04b}");
        if length > 0 {
            bits += &format!("{stored:0width$b}", width = length as usize);
        }
        bits.push('0');
    }
    while !bits.len().is_multiple_of(8) {
        bits.push('1');
    }
    let bytes = bits.as_bytes().chunks(8).map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap());
    bytes.flat_map(|byte| if byte == 0xFF { vec![byte, 0] } else { vec![byte] }).collect()
}

/// A profile of inks in which paper is white and every full ink a neutral grey of half the lightness, in one segment.
fn grey_inks() -> Vec<u8> {
    let straight: Vec<u8> = (0..=255).collect();
    let matrix: Vec<u8> = [1_u32, 0, 0, 0, 1, 0, 0, 0, 1].iter().flat_map(|one| (one << 16).to_be_bytes()).collect();
    let lightness = |node: u8| if node == 0 { [255, 128, 128] } else { [128, 128, 128] };
    let nodes: Vec<u8> = (0..16).flat_map(lightness).collect();
    let table = [&b"mft1\0\0\0\0\x04\x03\x02\0"[..], &matrix, &straight.repeat(4), &nodes, &straight.repeat(3)].concat();
    let size = u32::try_from(table.len()).unwrap();
    let mut head = vec![0; 128];
    for (at, bytes) in [(0, &(144 + size).to_be_bytes()[..]), (8, &[2, 0x40, 0, 0]), (12, b"prtrCMYKLab "), (36, b"acsp")] {
        head[at..at + bytes.len()].copy_from_slice(bytes);
    }
    head[68..80].copy_from_slice(&[0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D]);
    let tags = [&1_u32.to_be_bytes()[..], b"A2B0", &144_u32.to_be_bytes(), &size.to_be_bytes()].concat();
    segment(0xE2, &[&b"ICC_PROFILE\0\x01\x01"[..], &head, &tags, &table].concat())
}

fn shown(jpeg: &[u8]) -> [u8; 3] {
    let picture = upright(decode(jpeg, 1_000).unwrap(), 100).unwrap();
    assert_eq!((picture.width(), picture.height()), (8, 8));
    picture.into_rgb8().get_pixel(4, 4).0
}

fn assert_near(found: [u8; 3], expected: [u8; 3], case: &str) {
    assert!(found.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 3), "{case}: {found:?}, expected {expected:?}");
}

#[test]
fn full_ink_is_0_with_the_adobe_marker_and_255_without() {
    // Full cyan, a fifth of yellow, no black.
    let (inks, colour) = ([255, 0, 51, 0], [0, 255, 204]);
    assert_near(shown(&jpeg(&[], inks)), colour, "no marker");
    assert_near(shown(&jpeg(&[segment(0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0")], inks)), colour, "JFIF");
    assert_near(shown(&jpeg(&[adobe(0)], inverted(inks))), colour, "Adobe");
    assert_near(shown(&jpeg(&[segment(0xE1, b"Adobe"), segment(0xEE, b"Adob")], inks)), colour, "no marker of Adobe");
    assert_near(shown(&jpeg(&[], [0, 0, 0, 128])), [127, 127, 127], "half black");
}

#[test]
fn luminance_and_chrominance_of_inks_are_converted() {
    assert_near(shown(&jpeg(&[adobe(2)], [0, 128, 128, 255])), [255, 255, 255], "paper");
    assert_near(shown(&jpeg(&[adobe(2)], [0, 128, 128, 0])), [0, 0, 0], "black");
    // The inks of RGB (255, 0, 0) as YCbCr are full cyan.
    assert_near(shown(&jpeg(&[adobe(2)], [76, 85, 255, 255])), [1, 255, 255], "cyan");
}

#[test]
fn a_profile_of_inks_is_used() {
    let profile = grey_inks();
    assert_near(shown(&jpeg(std::slice::from_ref(&profile), [255, 0, 0, 0])), [119, 119, 119], "cyan");
    assert_near(shown(&jpeg(&[adobe(0), profile.clone()], [0, 255, 255, 255])), [119, 119, 119], "cyan of Adobe");
    assert_near(shown(&jpeg(std::slice::from_ref(&profile), [0; 4])), [255, 255, 255], "paper");
    let unreadable = segment(0xE2, b"ICC_PROFILE\0\x01\x01none");
    assert_near(shown(&jpeg(&[unreadable], [255, 0, 0, 0])), [0, 255, 255], "an unreadable profile");
}

#[test]
fn a_damaged_file_is_refused() {
    let whole = jpeg(&[adobe(0)], [0; 4]);
    assert_eq!(decode(&whole[..whole.len() - 4], 1_000).unwrap_err(), Refusal::Broken);
    assert_eq!(decode(&whole, 63).unwrap_err(), Refusal::TooLarge);
}
