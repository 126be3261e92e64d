//! Setting a new password through a mailed link.

use std::sync::Arc;

use domain::password::Password;
use domain::password_reset::ResetSecret;
use domain::ports::{Clock, LoginThrottle, PasswordHasher, PasswordResetStore, PortError};

use crate::error::use_case_error;

/// Why no password was set.
#[derive(Debug, thiserror::Error)]
pub enum ResetPasswordError {
    /// The link was used, replaced by a newer one, is too old, or never was one.
    #[error("This link has expired or was already used. Please ask for a new one.")]
    DeadLink,
    /// A port failed.
    #[error("Something went wrong on our side. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(ResetPasswordError {
    Self::DeadLink => Invalid, "password_reset.dead_link";
});

/// Sets new passwords.
#[derive(Clone)]
pub struct ResetPassword {
    resets: Arc<dyn PasswordResetStore>,
    hasher: Arc<dyn PasswordHasher>,
    throttle: Arc<dyn LoginThrottle>,
    clock: Arc<dyn Clock>,
}

impl ResetPassword {
    /// Wires the use case.
    #[must_use]
    pub fn new(
        resets: Arc<dyn PasswordResetStore>,
        hasher: Arc<dyn PasswordHasher>,
        throttle: Arc<dyn LoginThrottle>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { resets, hasher, throttle, clock }
    }

    /// Uses a link up: its user has the new password and no session any more.
    ///
    /// # Errors
    /// [`ResetPasswordError`] when the link is dead or a port fails.
    pub async fn run(&self, secret: &ResetSecret, password: &Password) -> Result<(), ResetPasswordError> {
        // Hashing is costly: nobody gets it for an invented link.
        if !self.resets.is_good(secret, self.clock.now()).await? {
            return Err(ResetPasswordError::DeadLink);
        }
        let hash = self.hasher.hash(password).await?;
        let user = self.resets.finish(secret, &hash, self.clock.now()).await?.ok_or(ResetPasswordError::DeadLink)?;
        // Whoever guessed the old password is not the one who waits now.
        self.throttle.clear(&user.email).await?;
        Ok(())
    }
}
