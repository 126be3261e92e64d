//! Checks that a JPEG is complete. Decoders fill missing parts with grey and report no error.

/// Whether the end-of-image marker follows the segments and scans. Bytes after it are ignored.
pub(crate) fn is_complete(jpeg: &[u8]) -> bool {
    let mut rest = jpeg;
    loop {
        // Skip pixels (or junk between segments) up to the next marker.
        let Some(start) = rest.iter().position(|b| *b == 0xFF) else { return false };
        let [_, marker, body @ ..] = rest.get(start..).unwrap_or_default() else { return false };
        rest = match *marker {
            // End of image.
            0xD9 => return true,
            // A fill byte: the marker is still to come.
            0xFF => rest.get(start.saturating_add(1)..).unwrap_or_default(),
            // A pixel byte of 0xFF, a restart, the start of the image: markers without a body.
            0x00 | 0x01 | 0xD0..=0xD8 => body,
            // A segment with its length.
            _ => match body {
                [high, low, ..] => body.get(usize::from(u16::from_be_bytes([*high, *low])).max(2)..).unwrap_or_default(),
                _ => return false,
            },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_must_follow_the_last_scan() {
        let head = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0xFF, 0xD9]; // an end inside a segment is none
        let scan = [0xFF, 0xDA, 0, 2, 1, 2, 0xFF, 0x00, 3, 0xFF, 0xD0, 4];
        let end = [0xFF, 0xFF, 0xD9];
        assert!(is_complete(&[&head[..], &scan, &end].concat()));
        assert!(is_complete(&[&head[..], &scan, &scan, &end, b"whatever \xFF\xDA follows"].concat()));
        let whole = [&head[..], &scan, &end].concat();
        for length in 0..whole.len() {
            assert!(!is_complete(&whole[..length]), "{length} bytes");
        }
        for none in [&b""[..], b"\xFF", b"\xFF\xD8\xFF", b"\xFF\xE0\x00", b"\xFF\xE0\x00\x00\xFF", b"no marker"] {
            assert!(!is_complete(none), "{none:?}");
        }
    }
}
