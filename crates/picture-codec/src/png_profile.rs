//! Colour profiles of PNGs, which are compressed: a file of 500 kB may have one of 500 MB, and the decoder unpacks it before a limit of ours.

use std::borrow::Cow;
use std::io::{Read as _, copy, sink};

use flate2::read::ZlibDecoder;

use crate::profile::LARGEST;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Length, type and checksum of a chunk, in bytes.
const FRAME: usize = 12;
/// The longest name of a profile, with the NUL after it, as the decoder takes it.
const LONGEST_NAME: usize = 81;

/// The upload without a profile that unpacks to more than [`LARGEST`], and without all profiles after the first, of which none is read.
/// Everything else is left as it is.
pub(crate) fn without_large_profile(upload: &[u8]) -> Cow<'_, [u8]> {
    let Some(mut rest) = upload.strip_prefix(SIGNATURE) else { return Cow::Borrowed(upload) };
    let (mut kept, mut has_profile, mut is_cut) = (vec![SIGNATURE], false, false);
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let Some(size) = usize::try_from(u32::from_be_bytes(*length)).ok().and_then(|length| length.checked_add(FRAME)) else { break };
        let Some((chunk, next)) = rest.split_at_checked(size) else { break };
        match after.get(..4) {
            Some(b"iCCP") if has_profile || is_large(chunk) => is_cut = true,
            // A profile comes before the pixels.
            Some(b"IDAT") | None => break,
            _ => kept.push(chunk),
        }
        has_profile |= after.get(..4) == Some(b"iCCP");
        rest = next;
    }
    if !is_cut {
        return Cow::Borrowed(upload);
    }
    kept.push(rest);
    Cow::Owned(kept.concat())
}

/// Whether the profile of this chunk is too large.
fn is_large(chunk: &[u8]) -> bool {
    let data = chunk.get(8..).unwrap_or_default();
    let Some(name) = data.iter().take(LONGEST_NAME).position(|byte| *byte == 0) else { return false };
    // After the name stands the method of compression, of which there is one.
    let packed = data.get(name + 2..).unwrap_or_default();
    let largest = u64::try_from(LARGEST).unwrap_or(u64::MAX);
    copy(&mut ZlibDecoder::new(packed).take(largest.saturating_add(1)), &mut sink()).is_ok_and(|unpacked| unpacked > largest)
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

    /// A profile of this name and number of zeros.
    fn profile(name: &str, zeros: usize) -> Vec<u8> {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&vec![0; zeros]).unwrap();
        chunk(b"iCCP", &[name.as_bytes(), b"\0\0", packed.finish().unwrap().as_slice()].concat())
    }

    fn png(profiles: &[u8]) -> Vec<u8> {
        [SIGNATURE, &chunk(b"IHDR", &[0; 13]), profiles, &chunk(b"IDAT", b"pixels")].concat()
    }

    #[test]
    fn a_profile_that_unpacks_to_more_than_4_mib_is_left_out() {
        let kept = png(&profile("sRGB", 4 << 20));
        assert_eq!(without_large_profile(&kept), kept);
        for name in ["sRGB", &"n".repeat(79), &"n".repeat(80)] {
            assert_eq!(without_large_profile(&png(&profile(name, (4 << 20) + 1))), png(&[]), "{name}");
        }
    }

    #[test]
    fn profiles_after_the_first_are_left_out_unread() {
        let (small, large) = (profile("sRGB", 3_000), profile("sRGB", 5 << 20));
        assert_eq!(without_large_profile(&png(&[small.clone(), large.clone(), small.clone()].concat())), png(&small));
        assert_eq!(without_large_profile(&png(&[large.clone(), small, large].concat())), png(&[]));
    }

    #[test]
    fn whatever_is_no_such_file_is_left_as_it_is() {
        let cut = &png(&profile("sRGB", 1 << 23))[..40];
        for other in [&b""[..], b"GIF89a", SIGNATURE, cut, &[SIGNATURE, &[255; 8]].concat()] {
            assert_eq!(without_large_profile(other), other);
        }
    }
}
