//! Compression of parts: gzip, which every machine opens. Several parts of one table, put together, are a gzip file too.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::error::{ReadError, WriteError};

/// The level: rows of a shop shrink to about a fifth, and one core compresses about 100 MB of them a second.
const LEVEL: u32 = 4;

/// Compresses the bytes of a part.
///
/// # Errors
/// [`WriteError::Io`] when the encoder fails.
pub fn compress(bytes: &[u8]) -> Result<Vec<u8>, WriteError> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::new(LEVEL));
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Decompresses the bytes of a part into at most `limit` bytes.
///
/// # Errors
/// [`ReadError::Damaged`] for other bytes than [`compress`] wrote, or more than the limit.
pub fn decompress(bytes: &[u8], limit: usize) -> Result<Vec<u8>, ReadError> {
    let damaged = |_| ReadError::Damaged("a compressed part cannot be decompressed");
    let mut plain = Vec::new();
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    GzDecoder::new(bytes).take(most).read_to_end(&mut plain).map_err(damaged)?;
    if plain.len() > limit { Err(ReadError::Damaged("a compressed part is too large")) } else { Ok(plain) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_compressed_and_comes_back() {
        let rows = b"a row of a table, again and again; ".repeat(1_000);
        let small = compress(&rows).unwrap();
        assert!(small.len() < rows.len() / 20, "{}", small.len());
        assert_eq!(decompress(&small, rows.len()).unwrap(), rows);
        assert!(matches!(decompress(&small, rows.len() - 1), Err(ReadError::Damaged(_))));
        assert!(matches!(decompress(&small[1..], rows.len()), Err(ReadError::Damaged(_))));
    }
}
