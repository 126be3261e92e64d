//! The header: how the key of the file is wrapped, and the proof that the header is unchanged.

use std::io::BufRead;

use aws_lc_rs::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::hkdf::{HKDF_SHA256, Salt};
use aws_lc_rs::{hmac, rand};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use scrypt::{Params, scrypt};

use crate::error::{ReadError, WriteError};
use crate::passphrase::Passphrase;

/// The first line of every file.
pub(crate) const MAGIC: &[u8] = b"age-encryption.org/v1\n";
/// The binary logarithm of the work to derive a key: 2^17 blocks of 1 KiB, which are 128 MiB (OWASP, Password Storage).
pub(crate) const WORK_FACTOR: u8 = 17;
/// The largest work factor of a file that is read: 1 GiB. A changed one must not take all memory.
const MOST_WORK: u8 = 20;

/// What the salt of scrypt begins with.
const LABEL: &[u8] = b"age-encryption.org/v1/scrypt";
/// The length of the key of a file, and of salts, in bytes.
pub(super) const FILE_KEY: usize = 16;
/// The most bytes of a line of the header.
const LONGEST_LINE: u64 = 256;

pub(super) struct FileKey([u8; FILE_KEY]);

impl FileKey {
    /// A header with a new key.
    ///
    /// # Errors
    /// [`WriteError::Cipher`]
    pub(super) fn generate(passphrase: &Passphrase, work: u8) -> Result<(Self, Vec<u8>), WriteError> {
        let (mut key, mut salt) = ([0; FILE_KEY], [0; FILE_KEY]);
        rand::fill(&mut key).and_then(|()| rand::fill(&mut salt)).map_err(|_| WriteError::Cipher)?;
        let wrapping = wrapping_key(passphrase, &salt, work).ok_or(WriteError::Cipher)?;
        let mut wrapped = key.to_vec();
        wrapping.seal_in_place_append_tag(zero_nonce(), Aad::empty(), &mut wrapped).map_err(|_| WriteError::Cipher)?;
        let stanza = format!("-> scrypt {} {work}\n{}\n---", STANDARD_NO_PAD.encode(salt), STANDARD_NO_PAD.encode(wrapped));
        let mut header = [MAGIC, stanza.as_bytes()].concat();
        let key = Self(key);
        let proof = hmac::sign(&key.header_key().ok_or(WriteError::Cipher)?, &header);
        header.extend_from_slice(format!(" {}\n", STANDARD_NO_PAD.encode(proof)).as_bytes());
        Ok((key, header))
    }

    /// Reads the header and unwraps the key.
    ///
    /// # Errors
    /// [`ReadError`]
    pub(super) fn read(file: &mut impl BufRead, passphrase: &Passphrase) -> Result<Self, ReadError> {
        const CHANGED: ReadError = ReadError::Damaged("the header of the encryption was changed");
        let (magic, stanza, body, end) = (line(file)?, line(file)?, line(file)?, line(file)?);
        let (salt, work) = stanza.strip_prefix("-> scrypt ").and_then(|rest| rest.split_once(' ')).ok_or(CHANGED)?;
        let salt = STANDARD_NO_PAD.decode(salt).ok().filter(|salt| salt.len() == FILE_KEY).ok_or(CHANGED)?;
        let is_number = (1..=2).contains(&work.len()) && !work.starts_with('0') && work.bytes().all(|b| b.is_ascii_digit());
        let work: u8 = work.parse().ok().filter(|_| is_number).ok_or(CHANGED)?;
        if work > MOST_WORK {
            return Err(ReadError::WorkFactor);
        }
        let mut wrapped = STANDARD_NO_PAD.decode(&body).map_err(|_| CHANGED)?;
        let proof = end.strip_prefix("--- ").and_then(|proof| STANDARD_NO_PAD.decode(proof).ok()).ok_or(CHANGED)?;
        let wrapping = wrapping_key(passphrase, &salt, work).ok_or(ReadError::WrongPassphrase)?;
        let key = wrapping.open_in_place(zero_nonce(), Aad::empty(), &mut wrapped).map_err(|_| ReadError::WrongPassphrase)?;
        let key = Self((&*key).try_into().map_err(|_| CHANGED)?);
        let proved = format!("{magic}\n{stanza}\n{body}\n---");
        let header_key = key.header_key().ok_or(CHANGED)?;
        hmac::verify(&header_key, proved.as_bytes(), &proof).map_err(|_| CHANGED)?;
        Ok(key)
    }

    fn header_key(&self) -> Option<hmac::Key> {
        Some(hmac::Key::new(hmac::HMAC_SHA256, &self.derive(&Salt::none(HKDF_SHA256), b"header")?))
    }

    /// The key of the content; `nonce` stands before the content.
    pub(super) fn content_key(&self, nonce: &[u8; FILE_KEY]) -> Option<LessSafeKey> {
        cipher(&self.derive(&Salt::new(HKDF_SHA256, nonce), b"payload")?)
    }

    fn derive(&self, salt: &Salt, purpose: &[u8]) -> Option<[u8; 32]> {
        let mut key = [0; 32];
        salt.extract(&self.0).expand(&[purpose], HKDF_SHA256).ok()?.fill(&mut key).ok()?;
        Some(key)
    }
}

/// The key that wraps the key of the file.
fn wrapping_key(passphrase: &Passphrase, salt: &[u8], work: u8) -> Option<LessSafeKey> {
    let mut key = [0; 32];
    let params = Params::new(work, 8, 1).ok()?;
    scrypt(passphrase.bytes(), &[LABEL, salt].concat(), &params, &mut key).ok()?;
    cipher(&key)
}

fn cipher(key: &[u8; 32]) -> Option<LessSafeKey> {
    UnboundKey::new(&CHACHA20_POLY1305, key).ok().map(LessSafeKey::new)
}

/// Each wrapping key is used once.
fn zero_nonce() -> Nonce {
    Nonce::assume_unique_for_key([0; NONCE_LEN])
}

/// A line of the header without its end.
fn line(file: &mut impl BufRead) -> Result<String, ReadError> {
    let mut bytes = Vec::new();
    std::io::Read::take(&mut *file, LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    let text = bytes.strip_suffix(b"\n").and_then(|text| String::from_utf8(text.to_vec()).ok());
    text.ok_or(ReadError::Damaged("the header of the encryption was changed"))
}
