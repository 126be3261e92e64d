//! Inviting people to join the staff.

use std::sync::Arc;

use domain::accounts::permission::{Lacking, Permission};
use domain::accounts::ports::{InvitationSigner, InviteOutcome, StaffInvitations};
use domain::accounts::staff_invitation::{NewInvitation, StaffInvitation, VALID_FOR};
use domain::accounts::staff_role::StaffRole;
use domain::reports::audit::Actor;
use domain::shared::email::EmailAddress;
use domain::shared::error::feature_error;
use domain::shared::ids::InvitationId;
use domain::shared::ports::{Clock, IdSource, PortError};

use crate::error::ReadError;

feature_error! {
    /// Why an invitation was not sent or not withdrawn.
    pub enum InviteStaffError {
        AlreadyStaff => Conflict, "staff.already_staff", "This person belongs to the staff already.";
        NotFound => NotFound, "staff.invitation_not_found", "There is no such invitation.";
    } or Lacking(Lacking)
}

/// An invitation and its link, which is shown to the owner once.
#[derive(Clone, Debug)]
pub struct SentInvitation {
    pub invitation: StaffInvitation,
    /// The link with the secret; never logged.
    pub link: String,
}

/// Invites people, and lists and withdraws invitations, for owners.
#[derive(Clone)]
pub struct InviteStaff {
    pub invitations: Arc<dyn StaffInvitations>,
    /// Signs their secrets.
    pub signer: Arc<dyn InvitationSigner>,
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
    /// The shop's public address without a trailing slash.
    pub public_url: String,
}

impl InviteStaff {
    /// Invites the person with this address, and mails the link. Earlier links to the address end.
    ///
    /// # Errors
    /// [`InviteStaffError`] when a rule or a port refuses.
    pub async fn run(&self, by: &Actor, email: EmailAddress, role: StaffRole) -> Result<SentInvitation, InviteStaffError> {
        let (id, at) = (InvitationId::new(self.ids.uuid()), self.clock.now());
        let secret = self.signer.sign(id, at + VALID_FOR).ok_or_else(|| PortError::internal("the key cannot sign an invitation"))?;
        let invitation = NewInvitation { id, email, role, secret, at };
        match self.invitations.invite(&invitation, by).await? {
            InviteOutcome::Invited(written) => Ok(SentInvitation { invitation: written, link: invitation.secret.link(&self.public_url) }),
            InviteOutcome::AlreadyStaff => Err(InviteStaffError::AlreadyStaff),
            InviteOutcome::OwnersOnly => Err(InviteStaffError::Lacking(Lacking(Permission::ManageStaff))),
        }
    }

    /// The open invitations, newest first.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn open(&self) -> Result<Vec<StaffInvitation>, ReadError> {
        Ok(self.invitations.open(self.clock.now()).await?)
    }

    /// Withdraws an open invitation: its link is dead.
    ///
    /// # Errors
    /// [`InviteStaffError`] when there is none or a port fails.
    pub async fn withdraw(&self, by: &Actor, id: InvitationId) -> Result<(), InviteStaffError> {
        let is_withdrawn = self.invitations.withdraw(id, by, self.clock.now()).await?;
        if is_withdrawn { Ok(()) } else { Err(InviteStaffError::NotFound) }
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::ports::{MockInvitationSigner, MockStaffInvitations};
    use domain::accounts::staff_invitation::InvitationSecret;
    use domain::shared::error::FeatureError as _;
    use testkit::moments;

    use super::*;
    use crate::samples::{actor, admin, clock, customer, ids};

    fn inviting(invitations: MockStaffInvitations) -> InviteStaff {
        let mut signer = MockInvitationSigner::new();
        signer.expect_sign().returning(|_, until| {
            assert_eq!(until - moments::now(), VALID_FOR);
            Some(InvitationSecret::new("a-secret".to_owned()))
        });
        let public_url = "https://shop.example".to_owned();
        InviteStaff { invitations: Arc::new(invitations), signer: Arc::new(signer), ids: ids(), clock: clock(), public_url }
    }

    async fn invite(outcome: impl Fn(StaffInvitation) -> InviteOutcome + Send + 'static) -> Result<SentInvitation, InviteStaffError> {
        let mut invitations = MockStaffInvitations::new();
        invitations.expect_invite().once().returning(move |new, by| {
            assert_eq!(new.secret.expose(), "a-secret");
            let (id, email, role, created_at) = (new.id, new.email.clone(), new.role, new.at);
            Ok(outcome(StaffInvitation { id, email, role, invited_by: by.email.clone().unwrap(), created_at }))
        });
        inviting(invitations).run(&actor(&admin()), customer().user.email, StaffRole::Content).await
    }

    #[tokio::test]
    async fn an_invitation_has_a_link() {
        let sent = invite(InviteOutcome::Invited).await.unwrap();
        assert_eq!(sent.link, "https://shop.example/accept-invitation#token=a-secret");
        assert_eq!((sent.invitation.role, sent.invitation.expires_at() - moments::now()), (StaffRole::Content, VALID_FOR));
    }

    #[tokio::test]
    async fn the_stores_refusals_are_passed_on() {
        assert_eq!(invite(|_| InviteOutcome::AlreadyStaff).await.unwrap_err().code(), "staff.already_staff");
        assert_eq!(invite(|_| InviteOutcome::OwnersOnly).await.unwrap_err().code(), "auth.role_forbidden");
        for (is_withdrawn, code) in [(true, None), (false, Some("staff.invitation_not_found"))] {
            let mut invitations = MockStaffInvitations::new();
            invitations.expect_withdraw().returning(move |_, _, _| Ok(is_withdrawn));
            let id = InvitationId::parse("00000000-0000-0000-0000-000000000001").unwrap();
            let withdrawal = inviting(invitations).withdraw(&actor(&admin()), id).await;
            assert_eq!(withdrawal.err().map(|error| error.code()), code);
        }
    }
}
