//! Blocking and unblocking users.

use std::sync::Arc;

use domain::accounts::permission::{Lacking, Permission};
use domain::accounts::ports::{SetBlockedOutcome, UserRepository};
use domain::accounts::user::User;
use domain::reports::audit::Actor;
use domain::shared::email::EmailAddress;
use domain::shared::ports::{Clock, PortError};

use crate::error::use_case_error;

/// Why a user was not blocked or unblocked.
#[derive(Debug, thiserror::Error)]
pub enum SetUserBlockedError {
    /// Administrators cannot block themselves.
    #[error("You cannot block yourself.")]
    Yourself,
    /// The user is the last owner who is not blocked.
    #[error("The last owner cannot be blocked.")]
    LastOwner,
    /// The user is a member of staff, and the actor is no owner.
    #[error(transparent)]
    Lacking(Lacking),
    /// No user has the address.
    #[error("There is no user with this email.")]
    NotFound,
    /// A port failed.
    #[error("Failed to update user status. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(SetUserBlockedError {
    Self::Yourself => Conflict, "user.yourself";
    Self::LastOwner => Conflict, "staff.last_owner";
    Self::NotFound => NotFound, "user.not_found";
} lacking Lacking);

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
            SetBlockedOutcome::Updated(user) => Ok(user),
            SetBlockedOutcome::NotFound => Err(SetUserBlockedError::NotFound),
            SetBlockedOutcome::LastOwner => Err(SetUserBlockedError::LastOwner),
            SetBlockedOutcome::OwnersOnly => Err(SetUserBlockedError::Lacking(Lacking(Permission::ManageStaff))),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::ports::MockUserRepository;

    use super::*;
    use crate::samples::{actor, admin, clock, customer};

    fn answering(answer: SetBlockedOutcome) -> SetUserBlocked {
        let mut users = MockUserRepository::new();
        users.expect_set_blocked().returning(move |_, _, _, _| Ok(answer.clone()));
        SetUserBlocked::new(Arc::new(users), clock())
    }

    #[tokio::test]
    async fn the_store_gets_the_user_and_the_actor() {
        let (by, user) = (actor(&admin()), customer().user);
        let mut users = MockUserRepository::new();
        let (expected_by, blocked) = (by.clone(), User { is_blocked: true, ..user.clone() });
        let (email, answer) = (user.email.clone(), blocked.clone());
        users
            .expect_set_blocked()
            .withf(move |whom, blocked, by, _| *whom == email && *blocked && *by == expected_by)
            .once()
            .returning(move |_, _, _, _| Ok(SetBlockedOutcome::Updated(answer.clone())));
        assert_eq!(SetUserBlocked::new(Arc::new(users), clock()).run(&by, &user.email, true).await.unwrap(), blocked);
    }

    #[tokio::test]
    async fn administrators_cannot_block_themselves_but_may_unblock_all() {
        let who = admin();
        let (by, email) = (actor(&who), &who.user.email);
        let blocking = SetUserBlocked::new(Arc::new(MockUserRepository::new()), clock()).run(&by, email, true).await;
        assert!(matches!(blocking, Err(SetUserBlockedError::Yourself)));
        assert!(answering(SetBlockedOutcome::Updated(who.user.clone())).run(&by, email, false).await.is_ok());
    }

    #[tokio::test]
    async fn the_stores_refusals_are_passed_on() {
        let (by, email) = (actor(&admin()), customer().user.email);
        assert!(matches!(answering(SetBlockedOutcome::LastOwner).run(&by, &email, true).await, Err(SetUserBlockedError::LastOwner)));
        assert!(matches!(answering(SetBlockedOutcome::NotFound).run(&by, &email, true).await, Err(SetUserBlockedError::NotFound)));
    }
}
