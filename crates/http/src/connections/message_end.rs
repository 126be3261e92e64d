//! The ends of heads, and of bodies in chunks. Both look at each byte once.

/// Finds the end of a head: an empty line behind a line of text. Empty lines before a request line end nothing (RFC 9112 §2.2).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HeadEnd {
    /// Whether the last byte but a carriage return was a line feed.
    at_line_start: bool,
    /// Whether a line of text has begun.
    has_begun: bool,
}

impl HeadEnd {
    /// The number of these bytes up to the end of the head; `None` where they do not complete it.
    pub(super) fn find(&mut self, bytes: &[u8]) -> Option<usize> {
        for (place, byte) in bytes.iter().enumerate() {
            match byte {
                b'\n' if self.at_line_start && self.has_begun => {
                    *self = Self::default();
                    return Some(place + 1);
                }
                b'\n' => self.at_line_start = true,
                b'\r' => {}
                _ => (self.at_line_start, self.has_begun) = (false, true),
            }
        }
        None
    }
}

/// Follows the sizes of the chunks of a body to its end (RFC 9112 §7.1).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChunksEnd(Place);

/// Where in a body in chunks the next byte is.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// In the size of a chunk, of which this was read.
    Size(Option<u64>),
    /// Behind the size of a chunk.
    Extension(u64),
    /// In a chunk of which this many bytes are still to come.
    Data(u64),
    /// Behind the bytes of a chunk.
    DataEnd,
    /// Behind the last chunk; whether at the beginning of a line.
    Trailer { at_line_start: bool },
    /// In no such body: the framework refuses it.
    Lost,
}

impl Default for Place {
    fn default() -> Self {
        Self::Size(None)
    }
}

impl ChunksEnd {
    /// The number of these bytes up to the end of the body; `None` where they do not complete it.
    pub(super) fn find(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut rest = bytes;
        while let Some((byte, behind)) = rest.split_first() {
            if let Place::Data(left) = self.0 {
                let part = usize::try_from(left).map_or(rest.len(), |left| left.min(rest.len()));
                rest = rest.get(part..)?;
                self.0 = match left.saturating_sub(u64::try_from(part).unwrap_or(left)) {
                    0 => Place::DataEnd,
                    left => Place::Data(left),
                };
                continue;
            }
            rest = behind;
            if matches!((self.0, byte), (Place::Trailer { at_line_start: true }, b'\n')) {
                *self = Self::default();
                return Some(bytes.len() - rest.len());
            }
            self.0 = self.0.after(*byte);
        }
        None
    }
}

impl Place {
    /// The place behind this byte of anything but a chunk's bytes.
    fn after(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::Size(_) | Self::Extension(_) | Self::DataEnd | Self::Trailer { .. }, b'\r') => self,
            (Self::Size(Some(0)) | Self::Extension(0), b'\n') => Self::Trailer { at_line_start: true },
            (Self::Size(Some(size)) | Self::Extension(size), b'\n') => Self::Data(size),
            (Self::Size(Some(size)), b';' | b' ' | b'\t') => Self::Extension(size),
            (Self::Size(size), digit) => {
                let digit = char::from(digit).to_digit(16);
                let longer = digit.and_then(|digit| size.unwrap_or(0).checked_mul(16)?.checked_add(digit.into()));
                longer.map_or(Self::Lost, |size| Self::Size(Some(size)))
            }
            (Self::Extension(size), _) => Self::Extension(size),
            (Self::DataEnd, b'\n') => Self::Size(None),
            (Self::Trailer { .. }, byte) => Self::Trailer { at_line_start: byte == b'\n' },
            (Self::DataEnd | Self::Data(_) | Self::Lost, _) => Self::Lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The end that is found in these bytes, given whole and byte by byte.
    fn ends(text: &str, mut find: impl FnMut(&[u8]) -> Option<usize>, mut again: impl FnMut(&[u8]) -> Option<usize>) -> Option<usize> {
        let whole = find(text.as_bytes());
        let alone = text.as_bytes().iter().position(|byte| again(&[*byte]).is_some()).map(|place| place + 1);
        assert_eq!(whole, alone, "{text:?}");
        whole
    }

    #[test]
    fn a_head_ends_with_an_empty_line_behind_text() {
        let end = |text: &str| {
            let (mut one, mut other) = (HeadEnd::default(), HeadEnd::default());
            ends(text, |bytes| one.find(bytes), |bytes| other.find(bytes))
        };
        assert_eq!(end("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET"), Some(27));
        assert_eq!(end("GET / HTTP/1.1\n\nGET"), Some(16));
        assert_eq!(end("\r\n\n\n\nGET / HTTP/1.1\r\n\r\n"), Some(23));
        assert_eq!(end(&"\n".repeat(100)), None);
        assert_eq!(end("GET / HTTP/1.1\r\nHost: a\r\n"), None);
    }

    #[test]
    fn a_body_in_chunks_ends_behind_the_chunk_of_no_bytes() {
        let end = |text: &str| {
            let (mut one, mut other) = (ChunksEnd::default(), ChunksEnd::default());
            ends(text, |bytes| one.find(bytes), |bytes| other.find(bytes))
        };
        assert_eq!(end("5\r\nhello\r\n0\r\n\r\nGET"), Some(15));
        assert_eq!(end("6\r\n\n\n0\n\n\n\r\n0\r\n\r\n"), Some(16), "the bytes of a chunk are no lines");
        assert_eq!(end("A;name=value\r\n0123456789\r\n0;last\r\nTrailer: x\r\n\r\n"), Some(48));
        assert_eq!(end("00\r\n\r\n"), Some(6));
        for open in
            ["5\r\nhello\r\n", "5\r\nhell", "0\r\n", "\r\n\r\n", "x\r\n\r\n", "5\r\nhello!\r\n0\r\n\r\n", "fffffffffffffffff\r\n\r\n"]
        {
            assert_eq!(end(open), None, "{open:?}");
        }
    }
}
