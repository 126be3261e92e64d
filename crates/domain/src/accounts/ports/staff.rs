//! Staff and their invitations.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::accounts::permission::Lacking;
use crate::accounts::staff_invitation::{InvitationSecret, Invited, NewInvitation, StaffInvitation};
use crate::accounts::staff_role::StaffRole;
use crate::accounts::user::{NewUser, User};
use crate::shared::email::EmailAddress;
use crate::shared::error::feature_error;
use crate::shared::ids::{InvitationId, UserId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffAccount {
    pub user: User,
    /// Whether signing in needs a code besides the password.
    pub has_second_factor: bool,
}

feature_error! {
    /// Why staff or an invitation were not changed.
    pub enum StaffError {
        NotFound => NotFound, "staff.not_found", "There is no member of staff with this email.";
        /// The user is the last owner who is not blocked.
        LastOwner => Conflict, "staff.last_owner", "The shop needs an owner. Make somebody else an owner first.";
        AlreadyStaff => Conflict, "staff.already_staff", "This person belongs to the staff already.";
        NoInvitation => NotFound, "staff.invitation_not_found", "There is no such invitation.";
        /// The link was used, withdrawn or replaced, is too old, or never was one.
        InvalidLink => Invalid, "staff.invitation_invalid", "This invitation has expired or was already used. Please ask for a new one.", at "token";
        /// Another account has the invitation's address: its user has to sign in.
        SignInFirst => Forbidden, "staff.sign_in_first", "You have an account already. Please log in with it first.";
        /// An account has to be made, and its details are missing.
        DetailsNeeded => Invalid, "request.invalid", "Please check the highlighted fields.";
        /// The invitation was accepted, and no session could be opened.
        NoSession(#[source] Box<dyn std::error::Error + Send + Sync>) => Unavailable, "service.unavailable", "Welcome to the team. Please log in.";
    } or Lacking(Lacking)
}

/// Lists and changes accounts of staff. Changes run one after the other: of two owners who demote each other concurrently, one stays.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait StaffAccounts: Send + Sync {
    /// All staff by name, at most [`crate::accounts::staff_roster::LISTED_STAFF`].
    async fn list(&self) -> Result<Vec<StaffAccount>, StaffError>;

    /// Gives a member of staff another role. One transaction ends the user's sessions and the invitations by the user, and writes the
    /// audit entry.
    async fn change_role(&self, email: &EmailAddress, role: StaffRole, by: &Actor, now: DateTime<Utc>) -> Result<StaffAccount, StaffError>;

    /// Makes a member of staff a customer; the orders stay. One transaction ends the user's sessions and the invitations by the user,
    /// and writes the audit entry.
    async fn remove(&self, email: &EmailAddress, by: &Actor, now: DateTime<Utc>) -> Result<StaffAccount, StaffError>;
}

/// Keeps invitations. Only the SHA-256 of a secret is stored, so a reader of the store cannot use it. An invitation ends with the
/// ownership of the owner who made it.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait StaffInvitations: Send + Sync {
    /// Stores an invitation by an owner and ends the earlier ones of its address. One transaction with its mail and the audit entry.
    async fn invite(&self, invitation: &NewInvitation, by: &Actor) -> Result<StaffInvitation, StaffError>;

    /// The open invitations, newest first, at most [`crate::accounts::staff_invitation::LISTED_INVITATIONS`].
    async fn open(&self, now: DateTime<Utc>) -> Result<Vec<StaffInvitation>, StaffError>;

    /// Ends an open invitation. One transaction with the audit entry.
    async fn withdraw(&self, id: InvitationId, by: &Actor, now: DateTime<Utc>) -> Result<(), StaffError>;

    /// The open invitation with this secret; else [`StaffError::InvalidLink`].
    async fn find(&self, secret: &InvitationSecret, now: DateTime<Utc>) -> Result<Invited, StaffError>;

    /// Makes a customer a member of staff. The customer's address has to be the invitation's. One transaction uses the invitation,
    /// ends the user's sessions, links that set a password, and links to sign-in providers, and writes the audit entries. Of
    /// concurrent calls one succeeds.
    ///
    /// # Errors
    /// [`StaffError`]; the link is not used up then.
    async fn accept_as(&self, secret: &InvitationSecret, customer: UserId, by: &Actor, now: DateTime<Utc>) -> Result<User, StaffError>;

    /// Registers a member of staff with the address and the role of the invitation, whatever `user` says of both. One transaction uses
    /// the invitation, queues the mail of `user`, and writes the audit entries. Of concurrent calls one succeeds.
    ///
    /// # Errors
    /// [`StaffError`]; the link is not used up then.
    async fn accept_new(&self, secret: &InvitationSecret, user: &NewUser, by: &Actor, now: DateTime<Utc>) -> Result<User, StaffError>;
}
