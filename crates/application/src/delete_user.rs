//! Deleting users.

use std::sync::Arc;

use domain::audit::Actor;
use domain::email::EmailAddress;
use domain::ports::{Clock, DeleteUser as Deletion, PortError, UserRepository};

use crate::error::use_case_error;

/// Why nobody was deleted.
#[derive(Debug, thiserror::Error)]
pub enum DeleteUserError {
    /// An administrator named themself.
    #[error("You cannot delete yourself.")]
    Yourself,
    /// The last administrator.
    #[error("The last administrator cannot be deleted.")]
    LastAdmin,
    /// Nobody has the address.
    #[error("There is no user with this email.")]
    NotFound,
    /// A port failed.
    #[error("Failed to delete customer. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(DeleteUserError {
    Self::Yourself => Conflict, "user.yourself";
    Self::LastAdmin => Conflict, "user.last_admin";
    Self::NotFound => NotFound, "user.not_found";
});

/// Deletes users.
#[derive(Clone)]
pub struct DeleteUser {
    users: Arc<dyn UserRepository>,
    clock: Arc<dyn Clock>,
}

impl DeleteUser {
    /// Wires the use case.
    #[must_use]
    pub fn new(users: Arc<dyn UserRepository>, clock: Arc<dyn Clock>) -> Self {
        Self { users, clock }
    }

    /// Deletes the user with `email`, their sessions and their review; their orders stay.
    ///
    /// # Errors
    /// [`DeleteUserError`] when a rule or a port refuses.
    pub async fn run(&self, by: &Actor, email: &EmailAddress) -> Result<(), DeleteUserError> {
        if by.email.as_ref() == Some(email) {
            return Err(DeleteUserError::Yourself);
        }
        match self.users.delete(email, by, self.clock.now()).await? {
            Deletion::Deleted => Ok(()),
            Deletion::NotFound => Err(DeleteUserError::NotFound),
            Deletion::LastAdmin => Err(DeleteUserError::LastAdmin),
        }
    }
}
