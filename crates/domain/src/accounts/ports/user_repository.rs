//! Writing users.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::user::{Credentials, NewUser, PasswordHash, ProfileChange, User};
use crate::reports::audit::Actor;
use crate::shared::email::EmailAddress;
use crate::shared::ids::{SessionId, UserId};
use crate::shared::ports::PortError;

/// What registering somebody comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CreateUserOutcome {
    /// They are registered.
    Created(User),
    /// Somebody has the address already.
    EmailTaken,
    /// The picture was an upload that is deleted by now.
    PictureGone,
}

/// What changing somebody's details comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpdateUserOutcome {
    /// They are as wanted now.
    Updated {
        /// The user after the change.
        user: User,
        /// Whether their reviews show another author now. Where nothing differed nothing was written.
        is_shown: bool,
    },
    /// The user is gone, or the session that a new password was to keep.
    NotFound,
    /// The picture was an upload that is deleted by now.
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

/// What blocking or unblocking somebody comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetBlockedOutcome {
    /// They are as wanted now.
    Updated(User),
    /// Nobody has the address.
    NotFound,
    /// They are the last administrator who is not blocked.
    LastAdmin,
}

/// What deleting somebody comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeleteUserOutcome {
    /// They are gone.
    Deleted,
    /// Nobody has the address.
    NotFound,
    /// They are the last administrator.
    LastAdmin,
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
        /// The user.
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
    /// Registers somebody, unless the address is taken; two at once make one user.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn create(&self, user: &NewUser) -> Result<CreateUserOutcome, PortError>;

    /// Makes an administrator, unless the address is taken. One transaction with the audit entry. Only the operator's
    /// command line and the first start do this (contract, Users).
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn create_admin(&self, user: &NewUser, by: &Actor) -> Result<CreateUserOutcome, PortError>;

    /// The user with this address and what their password is checked against.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn credentials(&self, email: &EmailAddress) -> Result<Option<Credentials>, PortError>;

    /// Replaces a hash by a stronger one of the same password, unless the password was changed meanwhile.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn rehash<'a>(&self, user: UserId, old: &'a PasswordHash, new: &'a PasswordHash) -> Result<(), PortError>;

    /// Changes what a user says of themself. With a new password every session but `keep` is revoked and the link that resets
    /// the former one is void, in the same transaction. A change to what is there already writes nothing.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn update_profile(
        &self,
        user: UserId,
        change: &ProfileChange,
        keep: Option<SessionId>,
        now: DateTime<Utc>,
    ) -> Result<UpdateUserOutcome, PortError>;

    /// The same done by an administrator, to whomever: one transaction with the audit entry.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn update_profile_as_admin(
        &self,
        user: UserId,
        change: &ProfileChange,
        keep: Option<SessionId>,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<UpdateUserOutcome, PortError>;

    /// Blocks or unblocks somebody; blocking revokes all their sessions. The change, the sessions and the audit
    /// entry are one transaction, and two administrators blocking each other at once leave one of them.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn set_blocked(
        &self,
        email: &EmailAddress,
        blocked: bool,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<SetBlockedOutcome, PortError>;

    /// Deletes somebody with their sessions and their review; their orders stay. One transaction with the audit
    /// entry.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn delete(&self, email: &EmailAddress, by: &Actor, now: DateTime<Utc>) -> Result<DeleteUserOutcome, PortError>;

    /// Makes an administrator of a user, with `password` where one is given. Without one, the account keeps its own as
    /// [`crate::accounts::user::keeps_password`] says, and has none otherwise. Sessions are revoked, and with another password or none the
    /// reset link is void. One transaction with the audit entry. Only the operator's command line does this (contract, Users).
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn promote<'a>(
        &self,
        email: &EmailAddress,
        password: Option<&'a PasswordHash>,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<PromoteOutcome, PortError>;
}
