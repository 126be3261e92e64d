//! Joining the staff: invitations, and accepting them.

use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::accounts::password::Password;
use domain::accounts::ports::{InvitationSigner, StaffError, StaffInvitations};
use domain::accounts::session::Principal;
use domain::accounts::staff_invitation::{InvitationSecret, Invited, NewInvitation, StaffInvitation, VALID_FOR};
use domain::accounts::staff_role::StaffRole;
use domain::shared::email::EmailAddress;
use domain::shared::ids::InvitationId;
use domain::shared::ports::{Clock, IdSource, PortError};
use domain::shared::text::PersonName;

use crate::accounts::sign_in::{LoginSource, OpenedSession, SignIn};
use crate::accounts::users::{Registration, Users};

/// The details of a person who has no account yet.
#[derive(Clone, Debug)]
pub struct NewcomerForm {
    pub first_name: PersonName,
    pub last_name: PersonName,
    pub password: Password,
}

/// An invitation and its link, which is shown to the owner once.
#[derive(Clone, Debug)]
pub struct SentInvitation {
    pub invitation: StaffInvitation,
    /// The link with the secret; never logged.
    pub link: String,
}

#[derive(Clone)]
pub struct Staff {
    pub invitations: Arc<dyn StaffInvitations>,
    /// Signs the secrets of invitations.
    pub signer: Arc<dyn InvitationSigner>,
    pub users: Users,
    pub sign_in: SignIn,
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
    /// The shop's public address without a trailing slash.
    pub public_url: String,
}

impl Staff {
    /// Invites the person with this address, and mails the link. Earlier links to the address end.
    ///
    /// # Errors
    /// [`StaffError`] when a rule or a port refuses.
    pub async fn invite(&self, by: &Actor, email: EmailAddress, role: StaffRole) -> Result<SentInvitation, StaffError> {
        let (id, at) = (InvitationId::new(self.ids.uuid()), self.clock.now());
        let secret = self.signer.sign(id, at + VALID_FOR).ok_or_else(|| PortError::internal("the key cannot sign an invitation"))?;
        let invitation = NewInvitation { id, email, role, secret, at };
        let written = self.invitations.invite(&invitation, by).await?;
        Ok(SentInvitation { invitation: written, link: invitation.secret.link(&self.public_url) })
    }

    /// Accepts the invitation behind a link, and opens a session. A customer has to be signed in (`who`); anybody else gets an account
    /// with the details of `form`. The session notes where it began (`from`); `request_id` is for the audit log.
    ///
    /// # Errors
    /// [`StaffError`] when a rule or a port refuses.
    pub async fn accept(
        &self,
        who: Option<&Principal>,
        secret: &InvitationSecret,
        form: Option<NewcomerForm>,
        from: &LoginSource,
        request_id: String,
    ) -> Result<OpenedSession, StaffError> {
        let Invited { invitation, customer } = self.invitations.find(secret, self.clock.now()).await?;
        let user = match (customer, who) {
            (Some(id), Some(who)) if who.user.id == id => {
                self.invitations.accept_as(secret, id, &Actor::user(&who.user, request_id), self.clock.now()).await?
            }
            (Some(_), _) => return Err(StaffError::SignInFirst),
            (None, _) => {
                let NewcomerForm { first_name, last_name, password } = form.ok_or(StaffError::DetailsNeeded)?;
                let form = Registration { first_name, last_name, email: invitation.email, password, profile_picture: None };
                // The repository gives the account the address and the role of the invitation.
                let user = self.users.customer(form).await?;
                let by = Actor { user_id: Some(user.id), email: Some(user.email.clone()), request_id };
                self.invitations.accept_new(secret, &user, &by, self.clock.now()).await?
            }
        };
        self.sign_in.open_session(user, from).await.map_err(|error| StaffError::NoSession(Box::new(error)))
    }
}
