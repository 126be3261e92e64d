//! Argon2 with memory that its thread reuses for the next hash. Requesting and returning 19 MiB for each hash takes a large
//! part of its time, and an allocator that caches such blocks never returns them.

use std::cell::RefCell;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{CustomizedPasswordHasher, Error, PasswordHasher, Result};
use argon2::{Algorithm, Argon2, Block, Params, Version};

thread_local! {
    /// The memory in which this thread computes hashes. It is freed with the thread, which ends soon after its last password.
    static BLOCKS: RefCell<Vec<Block>> = const { RefCell::new(Vec::new()) };
}

/// Argon2 with these parameters, as the library has it but for where it works.
#[derive(Clone, Debug)]
pub(crate) struct ThreadsArgon2 {
    algorithm: Algorithm,
    version: Version,
    params: Params,
}

impl ThreadsArgon2 {
    pub(crate) fn new(algorithm: Algorithm, version: Version, params: Params) -> Self {
        Self { algorithm, version, params }
    }

    pub(crate) fn params(&self) -> &Params {
        &self.params
    }
}

impl PasswordHasher<PasswordHash> for ThreadsArgon2 {
    fn hash_password_with_salt(&self, password: &[u8], salt: &[u8]) -> Result<PasswordHash> {
        let salt = Salt::new(salt)?;
        let length = self.params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let mut buffer = [0; Output::MAX_LENGTH];
        let output = buffer.get_mut(..length).ok_or(Error::OutputSize)?;
        let argon2 = Argon2::new(self.algorithm, self.version, self.params.clone());
        BLOCKS.with_borrow_mut(|blocks| {
            let needed = self.params.block_count();
            if blocks.len() < needed {
                blocks.resize(needed, Block::new());
            }
            // The content of the last hash is overwritten before it is read.
            let blocks = blocks.get_mut(..needed).ok_or(Error::OutOfMemory)?;
            argon2.hash_password_into_with_memory(password, &salt, output, blocks).map_err(Error::from)
        })?;
        Ok(PasswordHash {
            algorithm: self.algorithm.ident(),
            version: Some(self.version.into()),
            params: ParamsString::try_from(&self.params)?,
            salt: Some(salt),
            hash: Some(Output::new(output)?),
        })
    }
}

/// With this the library compares passwords here as it does with an [`Argon2`].
impl CustomizedPasswordHasher<PasswordHash> for ThreadsArgon2 {
    type Params = Params;

    fn hash_password_customized(
        &self,
        password: &[u8],
        salt: &[u8],
        algorithm: Option<&str>,
        version: Option<u32>,
        params: Params,
    ) -> Result<PasswordHash> {
        let algorithm = algorithm.map(Algorithm::try_from).transpose()?.unwrap_or_default();
        let version = version.map(Version::try_from).transpose()?.unwrap_or_default();
        Self { algorithm, version, params }.hash_password_with_salt(password, salt)
    }
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::PasswordVerifier as _;

    use super::*;

    fn params(memory: u32, passes: u32, lanes: u32) -> Params {
        Params::new(memory, passes, lanes, Some(32)).unwrap()
    }

    #[test]
    fn hashes_equal_the_librarys_after_any_other_hash() {
        for (algorithm, version, params) in [
            (Algorithm::Argon2id, Version::V0x13, params(256, 2, 1)),
            (Algorithm::Argon2id, Version::V0x13, params(64, 3, 2)),
            (Algorithm::Argon2d, Version::V0x10, params(512, 1, 4)),
            (Algorithm::Argon2i, Version::V0x13, params(8, 1, 1)),
            (Algorithm::Argon2id, Version::V0x13, params(512, 2, 1)),
        ] {
            let ours = ThreadsArgon2::new(algorithm, version, params.clone());
            let theirs = Argon2::new(algorithm, version, params);
            let hash = ours.hash_password_with_salt(b"frangipani", b"a salt of sixteen").unwrap();
            assert_eq!(hash, theirs.hash_password_with_salt(b"frangipani", b"a salt of sixteen").unwrap());
            assert!(ours.verify_password(b"frangipani", &hash).is_ok());
            assert_eq!(ours.verify_password(b"frangipanis", &hash), Err(Error::PasswordInvalid));
        }
    }

    #[test]
    fn a_thread_has_memory_for_its_largest_hash_and_no_more() {
        for (memory, kept) in [(64, 64), (512, 512), (64, 512)] {
            let argon2 = ThreadsArgon2::new(Algorithm::Argon2id, Version::V0x13, params(memory, 1, 1));
            argon2.hash_password_with_salt(b"frangipani", b"a salt of sixteen").unwrap();
            assert_eq!(BLOCKS.with_borrow(Vec::capacity), kept, "{memory} KiB");
        }
    }
}
