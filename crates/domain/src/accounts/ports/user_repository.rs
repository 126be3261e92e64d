//! Writing users.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::staff_role::StaffRole;
use crate::accounts::user::{Credentials, NewUser, PasswordHash, ProfileChange, User};
use crate::reports::audit::Actor;
use crate::shared::email::EmailAddress;
use crate::shared::ids::{SessionId, UserId};
use crate::shared::ports::PortError;

/// The outcome of `create` and `create_admin`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CreateUserOutcome {
    Created(User),
    /// Another user has the address.
    EmailTaken,
    /// The picture was an upload that was deleted meanwhile.
    PictureGone,
}

/// The outcome of changing a user's profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpdateUserOutcome {
    /// The profile has the new values.
    Updated {
        /// The user after the change.
        user: User,
        /// Whether the author shown with the user's review changed. If no value differed, nothing was written.
        is_shown: bool,
    },
    /// The user, or the session to keep, no longer exists.
    NotFound,
    /// The picture was an upload that was deleted meanwhile.
    PictureGone,
}

impl UpdateUserOutcome {
    /// The user after the change, if there was one.
    #[must_use]
    pub fn user(self) -> Option<User> {
        match self {
            Self::Updated { user, .. } => Some(user),
            Self::NotFound | Self::PictureGone => None,
        }
    }
}

/// The outcome of `set_blocked`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetBlockedOutcome {
    /// The user has the wanted state.
    Updated(User),
    /// No user has the address.
    NotFound,
    /// The user is the last owner who is not blocked.
    LastOwner,
    /// The user is a member of staff, and the actor is no owner.
    OwnersOnly,
}

/// The outcome of `delete`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeleteUserOutcome {
    /// The user is deleted.
    Deleted,
    /// No user has the address.
    NotFound,
    /// They are the last owner who is not blocked.
    LastOwner,
    /// They are a member of staff, and the actor is no owner.
    OwnersOnly,
}

/// The outcome of `promote`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromoteOutcome {
    /// The user is an administrator now.
    Promoted {
        /// The user, as they are now.
        user: User,
        /// Whether they have a password; without one they cannot sign in.
        has_password: bool,
    },
    /// The user was an administrator before; nothing was changed.
    AlreadyAdmin {
        user: User,
        /// Whether they have a password.
        has_password: bool,
    },
    /// No user has the address.
    NotFound,
}

/// Registers, changes, blocks and deletes users.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait UserRepository: Send + Sync {
    /// Registers a user unless the address is taken. Of two concurrent calls with one address, one succeeds.
    async fn create(&self, user: &NewUser) -> Result<CreateUserOutcome, PortError>;

    /// Makes an administrator, unless the address is taken. One transaction with the audit entry. Only the operator's
    /// command line and the first start do this (contract, Users).
    async fn create_admin(&self, user: &NewUser, by: &Actor) -> Result<CreateUserOutcome, PortError>;

    /// The user with this address and their password hash.
    async fn credentials(&self, email: &EmailAddress) -> Result<Option<Credentials>, PortError>;

    /// Replaces a hash by a stronger one of the same password, unless the password was changed meanwhile.
    async fn rehash<'a>(&self, user: UserId, old: &'a PasswordHash, new: &'a PasswordHash) -> Result<(), PortError>;

    /// Changes a user's own profile. A new password revokes every session but `keep`, whose confirmation ends and which is not confirmed
    /// again, ends the reset link, and queues a mail to the user's address, in the same transaction. If no value differs, nothing is
    /// written.
    async fn update_profile(
        &self,
        user: UserId,
        change: &ProfileChange,
        keep: Option<SessionId>,
        now: DateTime<Utc>,
    ) -> Result<UpdateUserOutcome, PortError>;

    /// The same change by an administrator, to any user. One transaction with the audit entry.
    async fn update_profile_as_admin(
        &self,
        user: UserId,
        change: &ProfileChange,
        keep: Option<SessionId>,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<UpdateUserOutcome, PortError>;

    /// Blocks or unblocks a user; blocking revokes all their sessions. The change, the sessions and the audit entry are one
    /// transaction. Only owners block members of staff; of two owners who block each other concurrently, one remains.
    async fn set_blocked(
        &self,
        email: &EmailAddress,
        blocked: bool,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<SetBlockedOutcome, PortError>;

    /// Deletes a user with their sessions and review; their orders stay. One transaction with the audit entry. Only owners delete
    /// members of staff, and never the last owner.
    async fn delete(&self, email: &EmailAddress, by: &Actor, now: DateTime<Utc>) -> Result<DeleteUserOutcome, PortError>;

    /// Makes a user an administrator with this role, with `password` if it is given. Without it the account keeps its own password if
    /// [`crate::accounts::user::keeps_password`] allows it, and has none otherwise. The user's sessions are revoked; if the
    /// password changes or is removed, the reset link ends. One transaction with the audit entry. Only the operator's command
    /// line does this (contract, Users).
    async fn promote<'a>(
        &self,
        email: &EmailAddress,
        role: StaffRole,
        password: Option<&'a PasswordHash>,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<PromoteOutcome, PortError>;
}
