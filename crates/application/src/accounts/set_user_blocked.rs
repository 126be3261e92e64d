//! Blocking and unblocking users.

use std::sync::Arc;

use domain::accounts::permission::{Lacking, Permission};
use domain::accounts::ports::{SetBlockedOutcome, UserRepository};
use domain::accounts::session::Principal;
use domain::accounts::user::{User, UserType};
use domain::reports::audit::Actor;
use domain::shared::email::EmailAddress;
use domain::shared::error::feature_error;
use domain::shared::ports::{Clock, PortError};

feature_error! {
    /// Why a user was not blocked or unblocked.
    pub enum SetUserBlockedError {
        Yourself => Conflict, "user.yourself", "You cannot block yourself.";
        LastOwner => Conflict, "staff.last_owner", "The last owner cannot be blocked.";
        /// The user is a member of staff, and the session was not confirmed lately.
        ConfirmNeeded => Forbidden, "auth.confirm_needed", "Please confirm with your password to go on.";
        NotFound => NotFound, "user.not_found", "There is no user with this email.";
    } or Lacking(Lacking) port "Failed to update user status. Please try again."
}

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

    /// Blocks (`true`) or unblocks the user with `email`; blocking ends all their sessions. Staff are blocked and unblocked in a confirmed
    /// session alone: a thief of a session must not silence the other owners.
    ///
    /// # Errors
    /// [`SetUserBlockedError`] when a rule or a port refuses.
    pub async fn run(&self, who: &Principal, by: &Actor, email: &EmailAddress, blocked: bool) -> Result<User, SetUserBlockedError> {
        if blocked && by.email.as_ref() == Some(email) {
            return Err(SetUserBlockedError::Yourself);
        }
        let now = self.clock.now();
        if who.session.confirmed_until(now).is_none() && who.require(Permission::ManageStaff).is_ok() && self.is_staff(email).await? {
            return Err(SetUserBlockedError::ConfirmNeeded);
        }
        match self.users.set_blocked(email, blocked, by, now).await? {
            SetBlockedOutcome::Updated(user) => Ok(user),
            SetBlockedOutcome::NotFound => Err(SetUserBlockedError::NotFound),
            SetBlockedOutcome::LastOwner => Err(SetUserBlockedError::LastOwner),
            SetBlockedOutcome::OwnersOnly => Err(SetUserBlockedError::Lacking(Lacking(Permission::ManageStaff))),
        }
    }

    async fn is_staff(&self, email: &EmailAddress) -> Result<bool, PortError> {
        let found = self.users.credentials(email).await?;
        Ok(found.is_some_and(|found| found.user.user_type == UserType::Admin))
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::ports::MockUserRepository;
    use domain::accounts::session::Session;
    use domain::accounts::user::Credentials;
    use testkit::moments;

    use super::*;
    use crate::samples::{actor, admin, clock, customer};

    /// A repository that knows this user.
    fn knowing(user: &User) -> MockUserRepository {
        let mut users = MockUserRepository::new();
        let found = Credentials { user: user.clone(), password_hash: None };
        users.expect_credentials().returning(move |_| Ok(Some(found.clone())));
        users
    }

    fn answering(answer: SetBlockedOutcome) -> SetUserBlocked {
        let mut users = knowing(&customer().user);
        users.expect_set_blocked().returning(move |_, _, _, _| Ok(answer.clone()));
        SetUserBlocked::new(Arc::new(users), clock())
    }

    #[tokio::test]
    async fn the_store_gets_the_user_and_the_actor() {
        let (who, user) = (admin(), customer().user);
        let by = actor(&who);
        let mut users = knowing(&user);
        let (expected_by, blocked) = (by.clone(), User { is_blocked: true, ..user.clone() });
        let (email, answer) = (user.email.clone(), blocked.clone());
        users
            .expect_set_blocked()
            .withf(move |whom, blocked, by, _| *whom == email && *blocked && *by == expected_by)
            .once()
            .returning(move |_, _, _, _| Ok(SetBlockedOutcome::Updated(answer.clone())));
        assert_eq!(SetUserBlocked::new(Arc::new(users), clock()).run(&who, &by, &user.email, true).await.unwrap(), blocked);
    }

    #[tokio::test]
    async fn administrators_cannot_block_themselves_but_may_unblock_all() {
        let who = admin();
        let (by, email) = (actor(&who), &who.user.email);
        let blocking = SetUserBlocked::new(Arc::new(MockUserRepository::new()), clock()).run(&who, &by, email, true).await;
        assert!(matches!(blocking, Err(SetUserBlockedError::Yourself)));
        assert!(answering(SetBlockedOutcome::Updated(who.user.clone())).run(&who, &by, email, false).await.is_ok());
    }

    #[tokio::test]
    async fn staff_are_blocked_and_unblocked_in_a_confirmed_session() {
        let (who, other) = (admin(), admin().user);
        let by = Actor { email: None, ..actor(&who) };
        let confirmed = Principal { session: Session { confirmed_at: Some(moments::now()), ..who.session.clone() }, ..who.clone() };
        for blocked in [true, false] {
            let refused = SetUserBlocked::new(Arc::new(knowing(&other)), clock()).run(&who, &by, &other.email, blocked).await;
            assert!(matches!(refused, Err(SetUserBlockedError::ConfirmNeeded)));
            let mut users = knowing(&other);
            let answer = other.clone();
            users.expect_set_blocked().once().returning(move |_, _, _, _| Ok(SetBlockedOutcome::Updated(answer.clone())));
            assert!(SetUserBlocked::new(Arc::new(users), clock()).run(&confirmed, &by, &other.email, blocked).await.is_ok());
        }
    }

    #[tokio::test]
    async fn the_stores_refusals_are_passed_on() {
        let (who, email) = (admin(), customer().user.email);
        let by = actor(&who);
        assert!(matches!(answering(SetBlockedOutcome::LastOwner).run(&who, &by, &email, true).await, Err(SetUserBlockedError::LastOwner)));
        assert!(matches!(answering(SetBlockedOutcome::NotFound).run(&who, &by, &email, true).await, Err(SetUserBlockedError::NotFound)));
    }
}
