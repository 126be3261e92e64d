//! Encryption of secrets that the database keeps.

use crate::accounts::second_factor::{RecoveryCode, RecoveryHash, SealedSecret, TotpSecret};
use crate::shared::ids::UserId;

/// A secret could not be sealed, or a sealed one was not opened: it belongs to another key or user, or was altered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the secret does not fit the data key")]
pub struct CipherError;

/// Seals secrets with the data key, which is not the key that signs tokens: a new token key locks nobody out.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait SecretCipher: Send + Sync {
    /// Encrypts and authenticates a secret of a user with the newest key.
    ///
    /// # Errors
    /// [`CipherError`] when the key cannot be used.
    fn seal(&self, secret: &TotpSecret, owner: UserId) -> Result<SealedSecret, CipherError>;

    /// The secret that was sealed for this user, with this or an older key.
    ///
    /// # Errors
    /// [`CipherError`] when it was not.
    fn open(&self, sealed: &SealedSecret, owner: UserId) -> Result<TotpSecret, CipherError>;

    /// The stored form of a new recovery code of a user, under the newest key.
    ///
    /// # Errors
    /// [`CipherError`] when the key cannot be used.
    fn hash_code(&self, code: &RecoveryCode, owner: UserId) -> Result<RecoveryHash, CipherError>;

    /// All forms under which the store may have a recovery code of a user: under each key, and the one of releases that used none.
    fn code_hashes(&self, code: &RecoveryCode, owner: UserId) -> Vec<RecoveryHash>;
}
