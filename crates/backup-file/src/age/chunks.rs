//! The content: chunks of 64 KiB, each with its number and whether it is the last one in its nonce. A chunk that was changed, moved or left
//! out does not open, and a file that ends at the end of a chunk has no last one.

use std::io::{self, BufRead, Read, Write};

use aws_lc_rs::aead::{Aad, LessSafeKey, NONCE_LEN, Nonce};
use aws_lc_rs::rand;

use super::header::{FILE_KEY, FileKey};
use crate::error::{ReadError, WriteError};
use crate::passphrase::Passphrase;

/// The bytes of content of a chunk.
const CHUNK: usize = 64 << 10;
/// The bytes that the encryption adds to a chunk.
const TAG: usize = 16;

/// The nonce of a chunk: its number in 11 bytes, and 1 for the last chunk.
fn nonce(number: u64, is_last: bool) -> Nonce {
    let mut bytes = [0; NONCE_LEN];
    if let Some(place) = bytes.get_mut(3..11) {
        place.copy_from_slice(&number.to_be_bytes());
    }
    if let Some(last) = bytes.last_mut() {
        *last = u8::from(is_last);
    }
    Nonce::assume_unique_for_key(bytes)
}

/// Encrypts what is written to it.
pub(crate) struct AgeWriter<W: Write> {
    out: W,
    key: LessSafeKey,
    chunk: Vec<u8>,
    number: u64,
}

impl<W: Write> AgeWriter<W> {
    /// Writes the header. `work` is the binary logarithm of the work to derive the key.
    ///
    /// # Errors
    /// [`WriteError`]
    pub(crate) fn begin(mut out: W, passphrase: &Passphrase, work: u8) -> Result<Self, WriteError> {
        let (file_key, header) = FileKey::generate(passphrase, work)?;
        let mut salt = [0; FILE_KEY];
        rand::fill(&mut salt).map_err(|_| WriteError::Cipher)?;
        let key = file_key.content_key(&salt).ok_or(WriteError::Cipher)?;
        out.write_all(&header)?;
        out.write_all(&salt)?;
        Ok(Self { out, key, chunk: Vec::with_capacity(CHUNK + TAG), number: 0 })
    }

    /// Writes the last chunk.
    ///
    /// # Errors
    /// [`WriteError`]
    pub(crate) fn finish(mut self) -> Result<W, WriteError> {
        self.seal(true)?;
        Ok(self.out)
    }

    fn seal(&mut self, is_last: bool) -> io::Result<()> {
        let refused = |_| io::Error::other("the cipher refused a chunk");
        self.key.seal_in_place_append_tag(nonce(self.number, is_last), Aad::empty(), &mut self.chunk).map_err(refused)?;
        self.out.write_all(&self.chunk)?;
        self.chunk.clear();
        self.number += 1;
        Ok(())
    }
}

impl<W: Write> Write for AgeWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A full chunk waits until it is known not to be the last one.
        if self.chunk.len() == CHUNK && !bytes.is_empty() {
            self.seal(false)?;
        }
        let taken = bytes.len().min(CHUNK - self.chunk.len());
        self.chunk.extend_from_slice(bytes.get(..taken).unwrap_or_default());
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Decrypts what is read from it.
pub(crate) struct AgeReader<R: BufRead> {
    file: R,
    key: LessSafeKey,
    chunk: Vec<u8>,
    /// The bytes of the chunk that were read.
    taken: usize,
    number: u64,
    is_last: bool,
}

impl<R: BufRead> AgeReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`ReadError`]
    pub(crate) fn open(mut file: R, passphrase: &Passphrase) -> Result<Self, ReadError> {
        let file_key = FileKey::read(&mut file, passphrase)?;
        let mut salt = [0; FILE_KEY];
        file.read_exact(&mut salt)?;
        let key = file_key.content_key(&salt).ok_or(ReadError::Damaged("the header of the encryption was changed"))?;
        Ok(Self { file, key, chunk: Vec::with_capacity(CHUNK + TAG), taken: 0, number: 0, is_last: false })
    }

    fn open_chunk(&mut self) -> io::Result<()> {
        let damaged = ReadError::Damaged("an encrypted chunk was changed or is missing");
        self.chunk.clear();
        self.taken = 0;
        (&mut self.file).take((CHUNK + TAG) as u64).read_to_end(&mut self.chunk)?;
        self.is_last = self.chunk.len() < CHUNK + TAG || self.file.fill_buf()?.is_empty();
        let opened = self.key.open_in_place(nonce(self.number, self.is_last), Aad::empty(), &mut self.chunk);
        let Ok(length) = opened.map(|plain| plain.len()) else { return Err(damaged.into()) };
        // Only a file without content has a chunk without content.
        if length == 0 && self.number > 0 {
            return Err(damaged.into());
        }
        self.chunk.truncate(length);
        self.number += 1;
        Ok(())
    }
}

impl<R: BufRead> Read for AgeReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.chunk.len() {
            if self.is_last {
                return Ok(0);
            }
            self.open_chunk()?;
        }
        let rest = self.chunk.get(self.taken..).unwrap_or_default();
        let count = rest.len().min(bytes.len());
        if let (Some(to), Some(from)) = (bytes.get_mut(..count), rest.get(..count)) {
            to.copy_from_slice(from);
        }
        self.taken += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests;
