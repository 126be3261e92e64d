//! Encryption with the data key: AES-256-GCM. A sealed secret is the version of its key (1 byte), a random nonce (12 bytes), the ciphertext
//! and the tag (16 bytes). The id of its user, or the name of what it belongs to, is authenticated with it, so that a secret that is copied
//! elsewhere does not open.

use std::collections::BTreeMap;
use std::fmt;

use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use aws_lc_rs::{digest, hmac};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use domain::accounts::ports::{CipherError, SecretCipher};
use domain::accounts::second_factor::{RecoveryCode, RecoveryHash, SealedSecret, TotpSecret};
use domain::shared::ids::UserId;

/// The length of a key in bytes.
const KEY_BYTES: usize = 32;

/// The key cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataKeyError {
    /// The text is not 32 bytes in base64.
    #[error("must be 32 bytes in base64, such as `openssl rand -base64 32` prints")]
    Malformed,
    /// There is no key, or more than versions can number.
    #[error("must be 1 to 255 keys")]
    Count,
}

/// A key. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct DataKey([u8; KEY_BYTES]);

impl DataKey {
    /// Reads base64, with the usual or the URL-safe letters, padded or not.
    ///
    /// # Errors
    /// [`DataKeyError::Malformed`] for anything but 32 bytes.
    pub fn parse(text: &str) -> Result<Self, DataKeyError> {
        let bare = text.trim().trim_end_matches('=');
        let bytes = STANDARD_NO_PAD.decode(bare).or_else(|_| URL_SAFE_NO_PAD.decode(bare)).map_err(|_| DataKeyError::Malformed)?;
        bytes.try_into().map(Self).map_err(|_| DataKeyError::Malformed)
    }

    /// The key as [`DataKey::parse`] reads it, for places that keep it. It is secret.
    #[must_use]
    pub fn expose(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }
}

impl fmt::Debug for DataKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DataKey(…)")
    }
}

/// Seals and opens secrets with the data keys.
pub struct DataKeyCipher {
    keys: BTreeMap<u8, RandomizedNonceKey>,
    /// The keys of the hashes of recovery codes, which are derived: no key has two uses.
    code_keys: BTreeMap<u8, hmac::Key>,
    newest: u8,
}

impl DataKeyCipher {
    /// A cipher with these keys, the newest first. The oldest is version 1; the newest seals, all open.
    ///
    /// # Errors
    /// [`DataKeyError`] without a key, or with more than 255.
    pub fn new(newest_first: &[DataKey]) -> Result<Self, DataKeyError> {
        let newest = u8::try_from(newest_first.len()).ok().filter(|count| *count > 0).ok_or(DataKeyError::Count)?;
        let key = |key: &DataKey| RandomizedNonceKey::new(&AES_256_GCM, &key.0).map_err(|_| DataKeyError::Malformed);
        let keys = (1..=newest).rev().zip(newest_first).map(|(version, bytes)| Ok((version, key(bytes)?)));
        let code_keys = (1..=newest).rev().zip(newest_first).map(|(version, bytes)| (version, code_key(bytes)));
        Ok(Self { keys: keys.collect::<Result<_, DataKeyError>>()?, code_keys: code_keys.collect(), newest })
    }
}

/// The key of the hashes of recovery codes that belongs to a data key.
fn code_key(key: &DataKey) -> hmac::Key {
    let derived = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &key.0), b"araliya:recovery-codes");
    hmac::Key::new(hmac::HMAC_SHA256, derived.as_ref())
}

/// What is hashed of a recovery code. The user's id makes equal codes of two users differ.
fn hashed(code: &RecoveryCode, owner: UserId) -> Vec<u8> {
    [owner.uuid().as_bytes(), code.expose().as_bytes()].concat()
}

fn hash_with(key: &hmac::Key, code: &RecoveryCode, owner: UserId) -> RecoveryHash {
    RecoveryHash(hmac::sign(key, &hashed(code, owner)).as_ref().to_vec())
}

impl DataKeyCipher {
    /// Encrypts a secret, and authenticates it with what it belongs to.
    fn sealed(&self, secret: &[u8], of: &[u8]) -> Result<SealedSecret, CipherError> {
        let key = self.keys.get(&self.newest).ok_or(CipherError)?;
        let mut text = secret.to_vec();
        let nonce = key.seal_in_place_append_tag(Aad::from(of), &mut text).map_err(|_| CipherError)?;
        Ok(SealedSecret([&[self.newest][..], nonce.as_ref(), &text].concat()))
    }

    fn opened(&self, sealed: &SealedSecret, of: &[u8]) -> Result<Vec<u8>, CipherError> {
        let (version, rest) = sealed.0.split_first().ok_or(CipherError)?;
        let (nonce, text) = rest.split_at_checked(NONCE_LEN).ok_or(CipherError)?;
        let key = self.keys.get(version).ok_or(CipherError)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| CipherError)?;
        let mut text = text.to_vec();
        let secret = key.open_in_place(nonce, Aad::from(of), &mut text).map_err(|_| CipherError)?;
        Ok(secret.to_vec())
    }
}

/// What a text is authenticated with. It is longer than the id of a user, so that no text passes for a secret of one.
fn named(of: &str) -> Vec<u8> {
    [b"araliya:text:", of.as_bytes()].concat()
}

impl SecretCipher for DataKeyCipher {
    fn seal(&self, secret: &TotpSecret, owner: UserId) -> Result<SealedSecret, CipherError> {
        self.sealed(secret.expose(), owner.uuid().as_bytes())
    }

    fn open(&self, sealed: &SealedSecret, owner: UserId) -> Result<TotpSecret, CipherError> {
        self.opened(sealed, owner.uuid().as_bytes()).map(TotpSecret::new)
    }

    fn seal_text(&self, text: &str, of: &str) -> Result<SealedSecret, CipherError> {
        self.sealed(text.as_bytes(), &named(of))
    }

    fn open_text(&self, sealed: &SealedSecret, of: &str) -> Result<String, CipherError> {
        String::from_utf8(self.opened(sealed, &named(of))?).map_err(|_| CipherError)
    }

    fn hash_code(&self, code: &RecoveryCode, owner: UserId) -> Result<RecoveryHash, CipherError> {
        self.code_keys.get(&self.newest).map(|key| hash_with(key, code, owner)).ok_or(CipherError)
    }

    fn code_hashes(&self, code: &RecoveryCode, owner: UserId) -> Vec<RecoveryHash> {
        let unkeyed = RecoveryHash(digest::digest(&digest::SHA256, &hashed(code, owner)).as_ref().to_vec());
        self.code_keys.values().map(|key| hash_with(key, code, owner)).chain([unkeyed]).collect()
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};
    use uuid::Uuid;

    use super::*;

    const OLD: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    const NEW: &str = "__________________________________________8";

    fn cipher(keys: &[&str]) -> DataKeyCipher {
        DataKeyCipher::new(&keys.iter().map(|key| DataKey::parse(key).unwrap()).collect::<Vec<_>>()).unwrap()
    }

    fn owner(id: u128) -> UserId {
        UserId::new(Uuid::from_u128(id))
    }

    fn secret() -> TotpSecret {
        TotpSecret::new(b"12345678901234567890".to_vec())
    }

    #[test]
    fn a_key_is_kept_as_it_is_read() {
        let key = DataKey::parse(OLD).unwrap();
        assert_eq!(DataKey::parse(&key.expose()), Ok(key.clone()));
        assert_eq!((key.expose().len(), format!("{key:?}").as_str()), (43, "DataKey(…)"));
    }

    #[test]
    fn a_secret_opens_for_its_user_with_its_key() {
        let sealed = cipher(&[OLD]).seal(&secret(), owner(1)).unwrap();
        assert_eq!((sealed.0.len(), sealed.0[0]), (1 + 12 + 20 + 16, 1));
        assert!(!sealed.0.windows(20).any(|part| part == secret().expose()));
        assert_eq!(cipher(&[OLD]).open(&sealed, owner(1)), Ok(secret()));
        assert_eq!(cipher(&[OLD]).open(&sealed, owner(2)), Err(CipherError), "another user");
        assert_eq!(cipher(&[NEW]).open(&sealed, owner(1)), Err(CipherError), "another key");
        assert_ne!(cipher(&[OLD]).seal(&secret(), owner(1)).unwrap(), sealed, "each has a nonce of its own");
    }

    #[test]
    fn a_text_opens_for_what_it_was_sealed_for() {
        let sealed = cipher(&[OLD]).seal_text("1000123456", "order 1").unwrap();
        assert_eq!(cipher(&[NEW, OLD]).open_text(&sealed, "order 1").as_deref(), Ok("1000123456"));
        assert_eq!(cipher(&[OLD]).open_text(&sealed, "order 2"), Err(CipherError));
        assert_eq!(cipher(&[OLD]).open(&sealed, owner(1)), Err(CipherError), "a text is no secret of a user");
    }

    #[test]
    fn a_new_key_seals_and_the_old_one_still_opens() {
        let sealed = cipher(&[OLD]).seal(&secret(), owner(1)).unwrap();
        let both = cipher(&[NEW, OLD]);
        assert_eq!(both.open(&sealed, owner(1)), Ok(secret()));
        let newer = both.seal(&secret(), owner(1)).unwrap();
        assert_eq!(newer.0[0], 2);
        assert_eq!(both.open(&newer, owner(1)), Ok(secret()));
        assert_eq!(cipher(&[OLD]).open(&newer, owner(1)), Err(CipherError));
    }

    #[test]
    fn a_recovery_code_is_hashed_under_the_newest_key_and_found_under_each() {
        let code = RecoveryCode::parse("abcd-2345").unwrap();
        let hash = |keys: &[&str], id| cipher(keys).hash_code(&code, owner(id)).unwrap();
        assert_eq!((hash(&[OLD], 1), hash(&[OLD], 1).0.len()), (hash(&[OLD], 1), 32));
        assert_ne!(hash(&[OLD], 1), hash(&[NEW], 1), "another key");
        assert_ne!(hash(&[OLD], 1), hash(&[OLD], 2), "another user");
        assert_eq!(hash(&[NEW, OLD], 1), hash(&[NEW], 1));
        let found = cipher(&[NEW, OLD]).code_hashes(&code, owner(1));
        assert!(found.contains(&hash(&[OLD], 1)) && found.contains(&hash(&[NEW], 1)) && found.len() == 3, "{found:?}");
        // Codes of releases without a keyed hash.
        let unkeyed = Sha256::new().chain_update(owner(1).uuid().as_bytes()).chain_update("abcd-2345").finalize().to_vec();
        assert!(found.contains(&RecoveryHash(unkeyed.clone())));
        assert_ne!(hash(&[OLD], 1), RecoveryHash(unkeyed));
    }

    #[test]
    fn an_altered_secret_does_not_open() {
        let sealed = cipher(&[OLD]).seal(&secret(), owner(1)).unwrap();
        for place in 0..sealed.0.len() {
            let mut altered = sealed.clone();
            altered.0[place] ^= 1;
            assert_eq!(cipher(&[NEW, OLD]).open(&altered, owner(1)), Err(CipherError), "{place}");
            assert_eq!(cipher(&[OLD]).open(&SealedSecret(sealed.0[..place].to_vec()), owner(1)), Err(CipherError), "{place}");
        }
    }

    #[test]
    fn keys_are_32_bytes() {
        for text in
            ["", "short", "AAAA", &OLD[1..], "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==", "no base64 at all, but long enough"]
        {
            assert_eq!(DataKey::parse(text), Err(DataKeyError::Malformed), "{text}");
        }
        assert_eq!(format!("{:?}", DataKey::parse(NEW).unwrap()), "DataKey(…)");
        assert_eq!(DataKeyCipher::new(&[]).err(), Some(DataKeyError::Count));
    }
}
