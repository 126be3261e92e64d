//! Invitations to join the staff, through a link that is mailed (contract-owner, section 2).

use chrono::{DateTime, TimeDelta, Utc};

use crate::accounts::staff_role::StaffRole;
use crate::shared::email::EmailAddress;
use crate::shared::ids::{InvitationId, UserId};
use crate::shared::link_secret::{LinkSecret, SecretPage};

/// A link is valid for this time (contract-owner, section 2).
pub const VALID_FOR: TimeDelta = TimeDelta::hours(72);
/// The largest number of open invitations that are listed.
pub const LISTED_INVITATIONS: u16 = 200;

/// The page that accepts an invitation.
#[derive(Clone, Copy, Debug)]
pub enum InvitationPage {}

impl SecretPage for InvitationPage {
    const PATH: &'static str = "accept-invitation";
}

/// The secret in a link. It lets its holder join the staff.
pub type InvitationSecret = LinkSecret<InvitationPage>;

/// An invitation about to be mailed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInvitation {
    pub id: InvitationId,
    pub email: EmailAddress,
    /// The role that they get.
    pub role: StaffRole,
    /// The secret of the link.
    pub secret: InvitationSecret,
    pub at: DateTime<Utc>,
}

/// An invitation that can be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffInvitation {
    pub id: InvitationId,
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
    pub invitation: StaffInvitation,
    /// The account with its address: a customer's; `None` where an account has to be made.
    pub customer: Option<UserId>,
}
