//! Users.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::accounts::credentials::CheckRefusal;
use crate::accounts::permission::Lacking;
use crate::accounts::staff_role::StaffRole;
use crate::accounts::user::{Credentials, NewUser, PasswordHash, ProfileChange, User, UserActivity};
use crate::shared::email::EmailAddress;
use crate::shared::error::feature_error;
use crate::shared::ids::{SessionId, UserId};
use crate::shared::page::{PageAnswer, PageRequest};
use crate::shared::ports::PortError;
use crate::shared::text::SearchText;

feature_error! {
    /// Why a user was not registered.
    pub enum RegisterUserError {
        EmailTaken => Conflict, "user.email_taken", "An account with this email already exists.";
        PictureGone => Invalid, "image.gone", "This picture is no longer kept. Please choose it again.", at "profilePicture";
    } port "Failed to Register"
}

feature_error! {
    /// Why the profile was not changed.
    pub enum UpdateProfileError {
        /// A customer tried to change another user.
        NotYours => Forbidden, "user.not_yours", "You can only change your own details.";
        PasswordOfAnother => Forbidden, "user.password_of_another", "An administrator cannot set another user's password.";
        /// A new password without the present one, in a session that is not confirmed.
        ConfirmNeeded => Forbidden, "auth.confirm_needed", "Please enter your current password to set a new one.", at "currentPassword";
        /// A session does not set the first password of an account, because nothing proves whose session it is.
        FirstPassword => Forbidden, "auth.confirm_needed", "Your account has no password yet. Set the first one with the link that 'Forgot password?' on the login page mails to you.", at "currentPassword";
        /// No user has the address; or the user, or the session to keep, no longer exists.
        NotFound => NotFound, "user.not_found", "There is no user with this email.";
        /// The user was deleted meanwhile, or the session that a new password would keep was revoked.
        SignedOut => Unauthenticated, "auth.not_signed_in", "Please log in first.";
        LanguageNotOffered => Invalid, "user.language_not_offered", "The shop does not write mails in this language.", at "language";
        PictureGone => Invalid, "image.gone", "This picture is no longer kept. Please choose it again.", at "profilePicture";
    } or Lacking(Lacking), Current(CheckRefusal) port "Failed to update user details due to an error"
}

feature_error! {
    /// Why a user was not blocked or unblocked.
    pub enum SetUserBlockedError {
        Yourself => Conflict, "user.yourself", "You cannot block yourself.";
        LastOwner => Conflict, "staff.last_owner", "The last owner cannot be blocked.";
        /// The user is a member of staff, and the session was not confirmed lately.
        ConfirmNeeded => Forbidden, "auth.confirm_needed", "Please confirm with your password to go on.";
        NotFound => NotFound, "user.not_found", "There is no user with this email.";
    } or Lacking(Lacking) port "Failed to update user status. Please try again."
}

feature_error! {
    /// Why a user was not deleted.
    pub enum DeleteUserError {
        Yourself => Conflict, "user.yourself", "You cannot delete yourself.";
        LastOwner => Conflict, "staff.last_owner", "The last owner cannot be deleted.";
        NotFound => NotFound, "user.not_found", "There is no user with this email.";
    } or Lacking(Lacking) port "Failed to delete customer. Please try again."
}

/// A user after a change of the profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpdatedUser {
    pub user: User,
    /// Whether the author shown with the user's review changed. If no value differed, nothing was written.
    pub is_shown: bool,
}

/// A user whom the operator promotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    pub user: User,
    /// Without a password they cannot sign in.
    pub has_password: bool,
    /// Whether they were an administrator before; nothing was changed then.
    pub was_admin: bool,
}

/// Registers, changes, blocks and deletes users.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait UserRepository: Send + Sync {
    /// Registers a user unless the address is taken. Of two concurrent calls with one address, one succeeds.
    async fn create(&self, user: &NewUser) -> Result<User, RegisterUserError>;

    /// Makes an administrator, unless the address is taken. One transaction with the audit entry. Only the operator's
    /// command line and the first start do this (contract, Users).
    async fn create_admin(&self, user: &NewUser, by: &Actor) -> Result<User, RegisterUserError>;

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
    ) -> Result<UpdatedUser, UpdateProfileError>;

    /// The same change by an administrator, to any user. One transaction with the audit entry.
    async fn update_profile_as_admin(
        &self,
        user: UserId,
        change: &ProfileChange,
        keep: Option<SessionId>,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<UpdatedUser, UpdateProfileError>;

    /// Blocks or unblocks a user, as [`crate::accounts::staff_roster::StaffRoster::check_blocking`] allows; blocking revokes all their
    /// sessions. The change, the sessions and the audit entry are one transaction. Of two owners who block each other concurrently, one
    /// remains.
    async fn set_blocked(&self, email: &EmailAddress, blocked: bool, by: &Actor, now: DateTime<Utc>) -> Result<User, SetUserBlockedError>;

    /// Deletes a user with their sessions and review, as [`crate::accounts::staff_roster::StaffRoster::check_deletion`] allows; their
    /// orders stay. One transaction with the audit entry.
    async fn delete(&self, email: &EmailAddress, by: &Actor, now: DateTime<Utc>) -> Result<(), DeleteUserError>;

    /// Makes a user an administrator with this role, with `password` if it is given; `None` where no user has the address. Without a
    /// password the account keeps its own if [`crate::accounts::user::keeps_password`] allows it, and has none otherwise. The user's
    /// sessions are revoked; if the password changes or is removed, the reset link ends. One transaction with the audit entry. Only the
    /// operator's command line does this (contract, Users).
    async fn promote<'a>(
        &self,
        email: &EmailAddress,
        role: StaffRole,
        password: Option<&'a PasswordHash>,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<Option<Promotion>, PortError>;
}

/// Finds and lists users.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait UserDirectory: Send + Sync {
    async fn by_email(&self, email: &EmailAddress) -> Result<Option<User>, PortError>;

    /// One page of all users, newest first; `text` is searched for in name and e-mail.
    async fn list<'a>(&self, text: Option<&'a SearchText>, page: &PageRequest) -> Result<PageAnswer<User>, PortError>;

    /// The users with a recent request and the last logins, as [`UserActivity`] defines them.
    async fn activity(&self, now: DateTime<Utc>) -> Result<UserActivity, PortError>;

    /// Whether there is any administrator.
    async fn any_admin(&self) -> Result<bool, PortError>;
}
