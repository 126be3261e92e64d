//! A link that sets a password, for the operator's command line: for a user whom no mail of the shop reaches.

use std::sync::Arc;

use domain::accounts::password_reset::ResetSecret;
use domain::accounts::ports::{BeginResetOutcome, NewReset, PasswordResetStore, UserDirectory};
use domain::shared::email::EmailAddress;
use domain::shared::error::feature_error;
use domain::shared::ports::{Clock, IdSource};

use crate::ports::Ports;

feature_error! {
    /// Why there is no link.
    pub enum IssueResetLinkError {
        NotFound => NotFound, "user.not_found", "there is no user with this e-mail";
        Blocked => Conflict, "auth.blocked", "this user is blocked; an owner or a manager can unblock them in the back-office";
    } port "the link could not be written"
}

/// Issues links that set a password.
#[derive(Clone)]
pub struct IssueResetLink {
    pub directory: Arc<dyn UserDirectory>,
    pub resets: Arc<dyn PasswordResetStore>,
    /// Draws their secrets.
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
}

impl IssueResetLink {
    /// Builds the use case on these ports.
    #[must_use]
    pub fn new(ports: &Ports) -> Self {
        let (directory, resets) = (ports.user_directory.clone(), ports.password_resets.clone());
        Self { directory, resets, ids: ports.ids.clone(), clock: ports.clock.clone() }
    }

    /// The secret of a new link, valid for [`domain::accounts::password_reset::VALID_FOR`]. Earlier links of the user end; their present
    /// password holds until the link is used. The operator's links are not limited in number.
    ///
    /// # Errors
    /// [`IssueResetLinkError`] when no user has the address, when they are blocked, or when a port fails.
    pub async fn run(&self, email: &EmailAddress) -> Result<ResetSecret, IssueResetLinkError> {
        let user = self.directory.by_email(email).await?.ok_or(IssueResetLinkError::NotFound)?;
        if user.is_blocked {
            return Err(IssueResetLinkError::Blocked);
        }
        let secret = ResetSecret::new(self.ids.secret());
        let reset = NewReset { user: user.id, secret: secret.clone(), at: self.clock.now(), per_hour: None };
        match self.resets.begin(&reset).await? {
            BeginResetOutcome::Begun => Ok(secret),
            BeginResetOutcome::UserGone | BeginResetOutcome::TooMany => Err(IssueResetLinkError::NotFound),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::ports::{MockPasswordResetStore, MockUserDirectory};
    use domain::accounts::user::User;
    use testkit::moments;

    use super::*;
    use crate::samples::{clock, customer, ids};

    async fn issue(user: Option<User>, begun: Option<BeginResetOutcome>) -> Result<ResetSecret, IssueResetLinkError> {
        let (mut directory, mut resets) = (MockUserDirectory::new(), MockPasswordResetStore::new());
        let id = user.as_ref().map(|user| user.id);
        directory.expect_by_email().once().return_once(move |_| Ok(user));
        resets
            .expect_begin()
            .withf(move |reset| Some(reset.user) == id && reset.per_hour.is_none() && reset.at == moments::now())
            .times(usize::from(begun.is_some()))
            .returning(move |_| Ok(begun.unwrap()));
        let email = EmailAddress::parse("nimali@example.com").unwrap();
        IssueResetLink { directory: Arc::new(directory), resets: Arc::new(resets), ids: ids(), clock: clock() }.run(&email).await
    }

    #[tokio::test]
    async fn a_user_gets_a_link_however_many_they_had() {
        assert!(issue(Some(customer().user), Some(BeginResetOutcome::Begun)).await.is_ok());
    }

    #[tokio::test]
    async fn nobody_and_the_blocked_get_none() {
        let blocked = User { is_blocked: true, ..customer().user };
        assert!(matches!(issue(None, None).await, Err(IssueResetLinkError::NotFound)));
        assert!(matches!(issue(Some(blocked), None).await, Err(IssueResetLinkError::Blocked)));
        assert!(matches!(issue(Some(customer().user), Some(BeginResetOutcome::UserGone)).await, Err(IssueResetLinkError::NotFound)));
    }
}
