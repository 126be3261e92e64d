//! Accepting an invitation to join the staff.

use std::sync::Arc;

use domain::accounts::email_verification;
use domain::accounts::password::Password;
use domain::accounts::ports::{AcceptOutcome, PasswordHasher, StaffInvitations};
use domain::accounts::session::Principal;
use domain::accounts::staff_invitation::{InvitationSecret, Invited};
use domain::accounts::user::{NewUser, User, UserType};
use domain::reports::audit::Actor;
use domain::shared::error::feature_error;
use domain::shared::ids::UserId;
use domain::shared::ports::{Clock, IdSource, PortError};
use domain::shared::text::PersonName;

use crate::accounts::sign_in::{LoginSource, OpenedSession, SignIn, SignInError};

/// The details of a person who has no account yet.
#[derive(Clone, Debug)]
pub struct NewcomerForm {
    pub first_name: PersonName,
    pub last_name: PersonName,
    /// The password they choose.
    pub password: Password,
}

feature_error! {
    /// Why an invitation was not accepted.
    pub enum AcceptInvitationError {
        /// The link was used, withdrawn or replaced, is too old, or never was one.
        DeadLink => Invalid, "staff.invitation_invalid", "This invitation has expired or was already used. Please ask for a new one.";
        SignInFirst => Forbidden, "staff.sign_in_first", "You have an account already. Please log in with it first.";
        /// An account has to be made, and its details are missing.
        DetailsNeeded => Invalid, "request.invalid", "Please check the highlighted fields.";
        /// The invitation was accepted, and no session could be opened.
        NoSession(#[source] Box<SignInError>) => Unavailable, "service.unavailable", "Welcome to the team. Please log in.";
    }
}

/// Shows and accepts invitations.
#[derive(Clone)]
pub struct AcceptInvitation {
    pub invitations: Arc<dyn StaffInvitations>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub sign_in: SignIn,
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
}

impl AcceptInvitation {
    /// The invitation behind a link.
    ///
    /// # Errors
    /// [`AcceptInvitationError::DeadLink`], or a failing store.
    pub async fn show(&self, secret: &InvitationSecret) -> Result<Invited, AcceptInvitationError> {
        self.invitations.find(secret, self.clock.now()).await?.ok_or(AcceptInvitationError::DeadLink)
    }

    /// Accepts the invitation behind a link, and opens a session. A customer has to be signed in (`who`); anybody else gets an account
    /// with the details of `form`. The session notes where it began (`from`); `request_id` is for the audit log.
    ///
    /// # Errors
    /// [`AcceptInvitationError`] when a rule or a port refuses.
    pub async fn run(
        &self,
        who: Option<&Principal>,
        secret: &InvitationSecret,
        form: Option<NewcomerForm>,
        from: &LoginSource,
        request_id: String,
    ) -> Result<OpenedSession, AcceptInvitationError> {
        let Invited { invitation, customer } = self.show(secret).await?;
        let outcome = match (customer, who) {
            (Some(id), Some(who)) if who.user.id == id => {
                self.invitations.accept_as(secret, id, &Actor::user(&who.user, request_id), self.clock.now()).await?
            }
            (Some(_), _) => AcceptOutcome::SignInFirst,
            (None, _) => {
                let user = self.newcomer(invitation.email, form.ok_or(AcceptInvitationError::DetailsNeeded)?).await?;
                let by = Actor { user_id: Some(user.id), email: Some(user.email.clone()), request_id };
                self.invitations.accept_new(secret, &user, &by, self.clock.now()).await?
            }
        };
        self.signed_in(outcome, from).await
    }

    /// The store gives the account the address and the role of the invitation.
    async fn newcomer(&self, email: domain::shared::email::EmailAddress, form: NewcomerForm) -> Result<NewUser, PortError> {
        let (id, now) = (UserId::new(self.ids.uuid()), self.clock.now());
        Ok(NewUser {
            id,
            mail: Some(email_verification::mail(id, &email, now)),
            email,
            first_name: form.first_name,
            last_name: form.last_name,
            profile_picture: None,
            user_type: UserType::Customer,
            staff_role: None,
            password_hash: Some(self.hasher.hash(&form.password).await?),
            created_at: now,
        })
    }

    async fn signed_in(&self, outcome: AcceptOutcome, from: &LoginSource) -> Result<OpenedSession, AcceptInvitationError> {
        let user: User = match outcome {
            AcceptOutcome::Accepted(user) => user,
            AcceptOutcome::DeadLink => return Err(AcceptInvitationError::DeadLink),
            AcceptOutcome::SignInFirst => return Err(AcceptInvitationError::SignInFirst),
        };
        self.sign_in.open_session(user, from).await.map_err(|error| AcceptInvitationError::NoSession(Box::new(error)))
    }
}

#[cfg(test)]
mod tests;
