//! Deleting users.

use std::sync::Arc;

use domain::accounts::permission::{Lacking, Permission};
use domain::accounts::ports::{DeleteUserOutcome as Deletion, UserRepository};
use domain::reports::audit::Actor;
use domain::shared::email::EmailAddress;
use domain::shared::error::feature_error;
use domain::shared::ports::Clock;

feature_error! {
    /// Why a user was not deleted.
    pub enum DeleteUserError {
        Yourself => Conflict, "user.yourself", "You cannot delete yourself.";
        LastOwner => Conflict, "staff.last_owner", "The last owner cannot be deleted.";
        NotFound => NotFound, "user.not_found", "There is no user with this email.";
    } or Lacking(Lacking) port "Failed to delete customer. Please try again."
}

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
            Deletion::LastOwner => Err(DeleteUserError::LastOwner),
            Deletion::OwnersOnly => Err(DeleteUserError::Lacking(Lacking(Permission::ManageStaff))),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::ports::MockUserRepository;

    use super::*;
    use crate::samples::{actor, admin, away, clock, customer};

    #[tokio::test]
    async fn administrators_cannot_delete_themselves() {
        let who = admin();
        let deletion = DeleteUser::new(Arc::new(MockUserRepository::new()), clock()).run(&actor(&who), &who.user.email).await;
        assert!(matches!(deletion, Err(DeleteUserError::Yourself)));
    }

    #[tokio::test]
    async fn the_stores_answers_are_passed_on() {
        let (by, email) = (actor(&admin()), customer().user.email);
        let deleting = async |answer: Deletion| {
            let mut users = MockUserRepository::new();
            let expected = email.clone();
            users.expect_delete().withf(move |whom, _, _| *whom == expected).once().returning(move |_, _, _| Ok(answer));
            DeleteUser::new(Arc::new(users), clock()).run(&by, &email).await
        };
        assert!(deleting(Deletion::Deleted).await.is_ok());
        assert!(matches!(deleting(Deletion::LastOwner).await, Err(DeleteUserError::LastOwner)));
        assert!(matches!(deleting(Deletion::NotFound).await, Err(DeleteUserError::NotFound)));
    }

    #[tokio::test]
    async fn a_failure_has_the_sentence_people_know() {
        let mut users = MockUserRepository::new();
        users.expect_delete().returning(|_, _, _| Err(away()));
        let failed = DeleteUser::new(Arc::new(users), clock()).run(&actor(&admin()), &customer().user.email).await.unwrap_err();
        assert_eq!(failed.to_string(), "Failed to delete customer. Please try again.");
    }
}
