//! Colour profiles of untrusted pictures, reduced to what a conversion reads.
//!
//! The parser reads every tag of a profile: 2 kB of tags that name one text again and again took all memory, and repeated curves minutes.

/// The largest profile in bytes, and the most bytes of its tags together. Those of printers have about 1 MB, those of screens a few kB.
pub(crate) const LARGEST: usize = 4 << 20;
/// The most entries of a profile's table of tags; real ones have about 20.
const MOST_TAGS: u32 = 100;
const HEADER: usize = 128;
/// Signature, offset and size of a tag, in bytes.
const ENTRY: usize = 12;

/// The tags by which colours are converted. Texts and names are none of them.
const KEPT: [&[u8; 4]; 13] =
    [b"rXYZ", b"gXYZ", b"bXYZ", b"rTRC", b"gTRC", b"bTRC", b"kTRC", b"wtpt", b"chad", b"A2B0", b"A2B1", b"A2B2", b"cicp"];

/// The profile with its header and the first tag of each signature that a conversion reads; `None` for one that is damaged or too large.
pub(crate) fn reduced(icc: &[u8]) -> Option<Vec<u8>> {
    if icc.len() > LARGEST {
        return None;
    }
    let count = number(icc, HEADER)?;
    if count > MOST_TAGS {
        return None;
    }
    let mut kept: Vec<(&[u8], &[u8])> = Vec::new();
    for entry in icc.get(HEADER + 4..)?.chunks_exact(ENTRY).take(usize::try_from(count).ok()?) {
        let signature = entry.get(..4)?;
        let is_new = KEPT.iter().any(|known| *known == signature) && kept.iter().all(|(other, _)| *other != signature);
        if is_new {
            let (offset, size) = (usize::try_from(number(entry, 4)?).ok()?, usize::try_from(number(entry, 8)?).ok()?);
            kept.push((signature, icc.get(offset..offset.checked_add(size)?)?));
        }
    }
    if kept.iter().map(|(_, data)| data.len()).sum::<usize>() > LARGEST {
        return None;
    }
    written(icc.get(..HEADER)?, &kept)
}

/// A profile of this header and these tags.
fn written(header: &[u8], tags: &[(&[u8], &[u8])]) -> Option<Vec<u8>> {
    let mut table = u32::try_from(tags.len()).ok()?.to_be_bytes().to_vec();
    let mut data = Vec::new();
    let begin = HEADER + table.len() + ENTRY * tags.len();
    for (signature, content) in tags {
        table.extend_from_slice(signature);
        table.extend_from_slice(&u32::try_from(begin + data.len()).ok()?.to_be_bytes());
        table.extend_from_slice(&u32::try_from(content.len()).ok()?.to_be_bytes());
        data.extend_from_slice(content);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    let length = u32::try_from(begin + data.len()).ok()?.to_be_bytes();
    Some([&length[..], header.get(4..)?, &table, &data].concat())
}

/// The number in these four bytes.
fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk::<4>().map(|bytes| u32::from_be_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use moxcms::{ColorProfile, DataColorSpace};

    use super::*;

    fn srgb() -> Vec<u8> {
        ColorProfile::new_srgb().encode().unwrap()
    }

    /// sRGB with more tags of this signature, all of one content.
    fn with_tags(signature: &[u8; 4], times: usize, content: &[u8]) -> Vec<u8> {
        let profile = srgb();
        let present = usize::try_from(number(&profile, HEADER).unwrap()).unwrap();
        let table_end = HEADER + 4 + ENTRY * present;
        let shift = u32::try_from(ENTRY * times).unwrap();
        let mut table = u32::try_from(present + times).unwrap().to_be_bytes().to_vec();
        for entry in profile[HEADER + 4..table_end].chunks_exact(ENTRY) {
            table.extend_from_slice(&entry[..4]);
            table.extend_from_slice(&(number(entry, 4).unwrap() + shift).to_be_bytes());
            table.extend_from_slice(&entry[8..]);
        }
        let offset = u32::try_from(profile.len()).unwrap() + shift;
        for _ in 0..times {
            table.extend_from_slice(signature);
            table.extend_from_slice(&offset.to_be_bytes());
            table.extend_from_slice(&u32::try_from(content.len()).unwrap().to_be_bytes());
        }
        [&profile[..HEADER], &table, &profile[table_end..], content].concat()
    }

    #[test]
    fn a_profile_keeps_what_its_colours_need() {
        let kept = reduced(&srgb()).unwrap();
        let profile = ColorProfile::new_from_slice(&kept).unwrap();
        let whole = ColorProfile::new_srgb();
        assert_eq!(profile.color_space, DataColorSpace::Rgb);
        assert_eq!((profile.red_colorant, profile.green_colorant), (whole.red_colorant, whole.green_colorant));
        assert!(profile.red_trc.is_some() && kept.len() <= srgb().len());
        assert_eq!(reduced(&kept), Some(kept), "nothing is left to take away");
    }

    #[test]
    fn texts_and_repeated_tags_are_left_out() {
        let plain = reduced(&srgb()).unwrap();
        for signature in [b"cprt", b"rTRC", b"desc"] {
            assert_eq!(reduced(&with_tags(signature, 50, &[7; 1_000])).as_ref(), Some(&plain), "{signature:?}");
        }
        assert_eq!(reduced(&with_tags(b"cprt", 5_000, b"text")), None, "more tags than any real one");
    }

    #[test]
    fn what_is_damaged_or_too_large_is_none() {
        let profile = srgb();
        for cut in [0, 4, HEADER, HEADER + 4, HEADER + 40, profile.len() / 2] {
            let reduced = reduced(&profile[..cut]);
            assert!(reduced.is_none_or(|kept| kept.len() <= cut + 4), "{cut}");
        }
        assert_eq!(reduced(&vec![0; LARGEST + 1]), None);
        let beyond = [&profile[..HEADER], &1_u32.to_be_bytes(), b"wtpt", &[255; 8]].concat();
        assert_eq!(reduced(&beyond), None);
    }
}
