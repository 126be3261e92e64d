//! Invitations to join the staff.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::staff_invitation::{InvitationSecret, Invited, NewInvitation, StaffInvitation};
use crate::accounts::user::{NewUser, User};
use crate::reports::audit::Actor;
use crate::shared::ids::{InvitationId, UserId};
use crate::shared::ports::PortError;

/// The outcome of `invite`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InviteOutcome {
    /// The invitation is open, and its mail is queued.
    Invited(StaffInvitation),
    /// A member of staff has the address.
    AlreadyStaff,
    /// The actor is no owner, or no longer one.
    OwnersOnly,
}

/// The outcome of `accept_as` and `accept_new`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AcceptOutcome {
    /// The user is a member of staff now.
    Accepted(User),
    /// The link was used, withdrawn or replaced, is too old, or never was one.
    DeadLink,
    /// Another account has the invitation's address: its user has to sign in.
    SignInFirst,
}

/// Keeps invitations. Only the SHA-256 of a secret is stored, so a reader of the store cannot use it. An invitation ends with the
/// ownership of the owner who made it.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait StaffInvitations: Send + Sync {
    /// Stores an invitation by an owner and ends the earlier ones of its address. One transaction with its mail and the audit entry.
    async fn invite(&self, invitation: &NewInvitation, by: &Actor) -> Result<InviteOutcome, PortError>;

    /// The open invitations, newest first, at most [`crate::accounts::staff_invitation::LISTED_INVITATIONS`].
    async fn open(&self, now: DateTime<Utc>) -> Result<Vec<StaffInvitation>, PortError>;

    /// Ends an open invitation; false if there is none with this id. One transaction with the audit entry.
    async fn withdraw(&self, id: InvitationId, by: &Actor, now: DateTime<Utc>) -> Result<bool, PortError>;

    /// The open invitation with this secret.
    async fn find(&self, secret: &InvitationSecret, now: DateTime<Utc>) -> Result<Option<Invited>, PortError>;

    /// Makes a customer a member of staff. The customer's address has to be the invitation's. One transaction uses the invitation,
    /// ends the user's sessions, links that set a password, and links to sign-in providers, and writes the audit entries. Of
    /// concurrent calls one succeeds.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; the link is not used up then.
    async fn accept_as(
        &self,
        secret: &InvitationSecret,
        customer: UserId,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<AcceptOutcome, PortError>;

    /// Registers a member of staff with the address and the role of the invitation, whatever `user` says of both. One transaction uses
    /// the invitation, queues the mail of `user`, and writes the audit entries. Of concurrent calls one succeeds.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; the link is not used up then.
    async fn accept_new(
        &self,
        secret: &InvitationSecret,
        user: &NewUser,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<AcceptOutcome, PortError>;
}
