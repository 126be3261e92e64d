//! Hashing passwords.

use async_trait::async_trait;

use crate::accounts::password::Password;
use crate::accounts::user::PasswordHash;
use crate::shared::ports::PortError;

/// The outcome of `verify`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PasswordMatch {
    Right,
    /// It is the right one, and the hash was made with weaker parameters than today's: replace it by this.
    RightButOutdated(PasswordHash),
    /// It is another one.
    Wrong,
}

/// Hashes passwords slowly, off the asynchronous threads and only a few at a time.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait PasswordHasher: Send + Sync {
    /// Hashes a password with today's parameters.
    ///
    /// # Errors
    /// [`PortError`] (unavailable) when too many wait already.
    async fn hash(&self, password: &Password) -> Result<PasswordHash, PortError>;

    /// Compares a password with a hash. Without a hash it does the same work and answers
    /// [`PasswordMatch::Wrong`], so that an unknown e-mail takes as long as a wrong password.
    ///
    /// # Errors
    /// [`PortError`] (unavailable) when too many wait already.
    async fn verify<'a>(&self, password: &Password, hash: Option<&'a PasswordHash>) -> Result<PasswordMatch, PortError>;
}
