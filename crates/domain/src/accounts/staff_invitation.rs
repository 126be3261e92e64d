//! Invitations to join the staff, through a link that is mailed (contract-owner, section 2).

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};

use crate::accounts::staff_role::StaffRole;
use crate::messages::mail_message::{InvitationNews, MailMessage};
use crate::messages::outbox::{DedupeKey, NewMail};
use crate::shared::email::EmailAddress;
use crate::shared::ids::{InvitationId, UserId};

/// A link is valid for this time (contract-owner, section 2).
pub const VALID_FOR: TimeDelta = TimeDelta::hours(72);
/// The largest number of open invitations that are listed.
pub const LISTED_INVITATIONS: u16 = 200;

/// The secret in a link. It lets its holder join the staff, so it is never logged or stored; stores keep its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct InvitationSecret(String);

impl InvitationSecret {
    /// A secret of a new link, or received from a browser.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// The secret itself.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for InvitationSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InvitationSecret(…)")
    }
}

/// The link that carries a secret. `public_url` is the shop's address without a trailing slash. The secret is in the fragment,
/// which browsers do not send to servers.
#[must_use]
pub fn link(public_url: &str, secret: &InvitationSecret) -> String {
    format!("{public_url}/accept-invitation#token={}", secret.expose())
}

/// An invitation about to be mailed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInvitation {
    /// Identity.
    pub id: InvitationId,
    /// The invited person.
    pub email: EmailAddress,
    /// The role that they get.
    pub role: StaffRole,
    /// The secret of the link.
    pub secret: InvitationSecret,
    /// Now.
    pub at: DateTime<Utc>,
}

impl NewInvitation {
    /// The mail with the link, which is signed again when it is sent.
    #[must_use]
    pub fn mail(&self, invited_by: &EmailAddress) -> NewMail {
        let news = InvitationNews { id: self.id, role: self.role, invited_by: invited_by.clone(), until: self.at + VALID_FOR };
        NewMail {
            key: DedupeKey::new("invitation", &self.id.to_string()),
            to: Some(self.email.clone()),
            message: MailMessage::Invitation(news),
            at: self.at,
        }
    }
}

/// An invitation that can be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffInvitation {
    /// Identity.
    pub id: InvitationId,
    /// The invited person.
    pub email: EmailAddress,
    /// The role that they get.
    pub role: StaffRole,
    /// The owner who invites.
    pub invited_by: EmailAddress,
    /// The moment of inviting.
    pub created_at: DateTime<Utc>,
}

impl StaffInvitation {
    /// The end of the link.
    #[must_use]
    pub fn expires_at(&self) -> DateTime<Utc> {
        self.created_at + VALID_FOR
    }
}

/// An invitation, and the account of the invited person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invited {
    /// The invitation.
    pub invitation: StaffInvitation,
    /// The account with its address: a customer's; `None` where an account has to be made.
    pub customer: Option<UserId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_the_shop_and_carries_the_secret_behind_the_hash() {
        let secret = InvitationSecret::new("hunter2".to_owned());
        assert_eq!(link("https://shop.example", &secret), "https://shop.example/accept-invitation#token=hunter2");
    }

    #[test]
    fn a_secret_is_never_shown() {
        let secret = InvitationSecret::new("hunter2".to_owned());
        assert_eq!((format!("{secret:?}").as_str(), secret.expose()), ("InvitationSecret(…)", "hunter2"));
    }

    #[test]
    fn each_invitation_is_mailed_once_without_its_secret() {
        let email = EmailAddress::parse("nimali@example.com").unwrap();
        let invitation = |id| NewInvitation {
            id: InvitationId::new(uuid::Uuid::from_u128(id)),
            email: email.clone(),
            role: StaffRole::Support,
            secret: InvitationSecret::new("hunter2".to_owned()),
            at: DateTime::UNIX_EPOCH,
        };
        let owner = EmailAddress::parse("owner@example.com").unwrap();
        let mail = invitation(1).mail(&owner);
        assert_eq!((mail.key.clone(), mail.to.clone()), (invitation(1).mail(&owner).key, Some(email.clone())));
        assert_ne!(mail.key, invitation(2).mail(&owner).key);
        assert!(!format!("{mail:?}").contains("hunter2"));
        let MailMessage::Invitation(news) = mail.message else { panic!("another mail") };
        assert_eq!((news.role, (news.until - mail.at).num_hours()), (StaffRole::Support, 72));
    }
}
