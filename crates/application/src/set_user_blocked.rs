//! Blocking and unblocking users.

use std::sync::Arc;

use domain::audit::Actor;
use domain::email::EmailAddress;
use domain::ports::{Clock, PortError, SetBlocked, UserRepository};
use domain::user::User;

use crate::error::use_case_error;

/// Why nobody was blocked or unblocked.
#[derive(Debug, thiserror::Error)]
pub enum SetUserBlockedError {
    /// An administrator named themself.
    #[error("You cannot block yourself.")]
    Yourself,
    /// The last administrator who is not blocked.
    #[error("The last administrator cannot be blocked.")]
    LastAdmin,
    /// Nobody has the address.
    #[error("There is no user with this email.")]
    NotFound,
    /// A port failed.
    #[error("Failed to update user status. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(SetUserBlockedError {
    Self::Yourself => Conflict, "user.yourself";
    Self::LastAdmin => Conflict, "user.last_admin";
    Self::NotFound => NotFound, "user.not_found";
});

/// Blocks and unblocks users.
#[derive(Clone)]
pub struct SetUserBlocked {
    users: Arc<dyn UserRepository>,
    clock: Arc<dyn Clock>,
}

impl SetUserBlocked {
    /// Wires the use case.
    #[must_use]
    pub fn new(users: Arc<dyn UserRepository>, clock: Arc<dyn Clock>) -> Self {
        Self { users, clock }
    }

    /// Blocks (`true`) or unblocks the user with `email`; blocking ends all their sessions.
    ///
    /// # Errors
    /// [`SetUserBlockedError`] when a rule or a port refuses.
    pub async fn run(&self, by: &Actor, email: &EmailAddress, blocked: bool) -> Result<User, SetUserBlockedError> {
        if blocked && by.email.as_ref() == Some(email) {
            return Err(SetUserBlockedError::Yourself);
        }
        match self.users.set_blocked(email, blocked, by, self.clock.now()).await? {
            SetBlocked::Updated(user) => Ok(user),
            SetBlocked::NotFound => Err(SetUserBlockedError::NotFound),
            SetBlocked::LastAdmin => Err(SetUserBlockedError::LastAdmin),
        }
    }
}
