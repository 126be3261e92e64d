//! Colour profiles of PNGs, which are compressed: a file of 500 kB may have one of 500 MB, and the decoder unpacks it before a limit of ours.

use std::borrow::Cow;
use std::io::{Read as _, copy, sink};

use flate2::read::ZlibDecoder;

/// The largest profile in bytes. Those of printers have about 1 MB, those of screens a few kB.
const LARGEST: u64 = 4 << 20;
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Length, type and checksum of a chunk, in bytes.
const FRAME: usize = 12;
/// The longest name of a profile, with the NUL after it.
const LONGEST_NAME: usize = 80;

/// The upload without a profile that unpacks to more than 4 MiB; its colours are then taken for sRGB. Everything else is left as it is.
pub(crate) fn without_large_profile(upload: &[u8]) -> Cow<'_, [u8]> {
    let Some(mut rest) = upload.strip_prefix(SIGNATURE) else { return Cow::Borrowed(upload) };
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let Some(size) = usize::try_from(u32::from_be_bytes(*length)).ok().and_then(|length| length.checked_add(FRAME)) else { break };
        let Some((chunk, next)) = rest.split_at_checked(size) else { break };
        match after.get(..4) {
            Some(b"iCCP") if is_large(chunk) => {
                let before = upload.len() - rest.len();
                return Cow::Owned([upload.get(..before).unwrap_or_default(), next].concat());
            }
            // A profile comes before the pixels.
            Some(b"IDAT") | None => break,
            Some(_) => rest = next,
        }
    }
    Cow::Borrowed(upload)
}

/// Whether the profile of this chunk is too large.
fn is_large(chunk: &[u8]) -> bool {
    let data = chunk.get(8..).unwrap_or_default();
    let Some(name) = data.iter().take(LONGEST_NAME).position(|byte| *byte == 0) else { return false };
    // After the name stands the method of compression, of which there is one.
    let packed = data.get(name + 2..).unwrap_or_default();
    copy(&mut ZlibDecoder::new(packed).take(LARGEST + 1), &mut sink()).is_ok_and(|unpacked| unpacked > LARGEST)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

    fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let length = u32::try_from(data.len()).unwrap().to_be_bytes();
        [&length[..], kind, data, &[0; 4]].concat()
    }

    /// A file with a profile of this many zeros.
    fn png(profile: usize) -> Vec<u8> {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&vec![0; profile]).unwrap();
        let profile = [b"sRGB\0\0", packed.finish().unwrap().as_slice()].concat();
        [SIGNATURE, &chunk(b"IHDR", &[0; 13]), &chunk(b"iCCP", &profile), &chunk(b"IDAT", b"pixels")].concat()
    }

    #[test]
    fn a_profile_that_unpacks_to_more_than_4_mib_is_left_out() {
        let kept = png(4 << 20);
        assert_eq!(without_large_profile(&kept), kept);
        let bare = [SIGNATURE, &chunk(b"IHDR", &[0; 13]), &chunk(b"IDAT", b"pixels")].concat();
        assert_eq!(without_large_profile(&png((4 << 20) + 1)), bare);
    }

    #[test]
    fn whatever_is_no_such_file_is_left_as_it_is() {
        let cut = &png(1 << 23)[..40];
        for other in [&b""[..], b"GIF89a", SIGNATURE, cut, &[SIGNATURE, &[255; 8]].concat()] {
            assert_eq!(without_large_profile(other), other);
        }
    }
}
