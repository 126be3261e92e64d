//! The size of a stored picture, from the head of its file.

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureSize {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
}

/// Bytes of a file that [`PictureSize::of_webp`] reads at most.
const HEAD: usize = 30;

impl PictureSize {
    /// Reads the size of a WebP file (RFC 9649, sections 2.4 to 2.7); `None` for other files.
    #[must_use]
    pub fn of_webp(file: &[u8]) -> Option<Self> {
        let head = file.get(..HEAD)?;
        if head.get(..4)? != b"RIFF" || head.get(8..12)? != b"WEBP" {
            return None;
        }
        match head.get(12..16)? {
            b"VP8 " if head.get(23..26)? == [0x9d, 0x01, 0x2a] => {
                Some(Self { width: number(head, 26, 2)? & 0x3fff, height: number(head, 28, 2)? & 0x3fff })
            }
            b"VP8L" if head.get(20) == Some(&0x2f) => {
                let bits = number(head, 21, 4)?;
                Some(Self { width: (bits & 0x3fff) + 1, height: (bits >> 14 & 0x3fff) + 1 })
            }
            b"VP8X" => Some(Self { width: number(head, 24, 3)? + 1, height: number(head, 27, 3)? + 1 }),
            _ => None,
        }
    }
}

/// A number of at most 4 bytes, the lowest first.
fn number(head: &[u8], at: usize, length: usize) -> Option<u32> {
    Some(head.get(at..at + length)?.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn file(chunk: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let mut file = [&b"RIFF\0\0\0\0WEBP"[..], chunk, &[0; 4], data].concat();
        file.resize(40, 0);
        file
    }

    #[test]
    fn each_form_of_webp_has_its_size() {
        let lossy = file(b"VP8 ", &[0, 0, 0, 0x9d, 0x01, 0x2a, 0x00, 0x02, 0x01, 0x42]);
        let lossless = file(b"VP8L", &[0x2f, 0xff, 0xc1, 0x7f, 0x00]);
        let extended = file(b"VP8X", &[0, 0, 0, 0, 0xff, 0x01, 0x00, 0x7f, 0x07, 0x00]);
        let size = |width, height| Some(PictureSize { width, height });
        assert_eq!(PictureSize::of_webp(&lossy), size(512, 513));
        assert_eq!(PictureSize::of_webp(&lossless), size(512, 512));
        assert_eq!(PictureSize::of_webp(&extended), size(512, 1_920));
        for other in [&b""[..], b"RIFF", &[0; 40], &lossy[..29], &file(b"ALPH", &[0; 10])] {
            assert_eq!(PictureSize::of_webp(other), None);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let _ = PictureSize::of_webp(&bytes);
            let _ = PictureSize::of_webp(&file(b"VP8X", &bytes));
        }
    }
}
