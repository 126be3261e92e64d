//! Sessions, shared by every instance of the server.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::accounts::session::{Principal, Session};
use crate::accounts::user::{PasswordHash, User};
use crate::shared::error::feature_error;
use crate::shared::ids::{SessionId, UserId};
use crate::shared::ports::PortError;

feature_error! {
    /// Why the sessions or the second factor of an account are out of reach.
    pub enum AccountAccessError {
        NotYours => Forbidden, "auth.not_an_admin", "Unauthorized Access";
        NotFound => NotFound, "user.not_found", "There is no staff member with this email.";
        NoUser => NotFound, "user.not_found", "There is no user with this email.";
        NoSession => NotFound, "session.not_found", "There is no such session.";
    }
}

/// Stores sessions and authenticates their users.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// Writes a new session and the user's last login, in one statement. Returns `false` without a change when the user was blocked or
    /// deleted meanwhile, or has another password than the `compared` one: a change of the password ends all sessions that are there.
    async fn open<'a>(&self, session: &Session, compared: Option<&'a PasswordHash>) -> Result<bool, PortError>;

    /// The present user, if the session is theirs and live (see [`Session::is_live`]) and they are not blocked. Updates
    /// `last_used_at` if it was written more than a minute ago.
    async fn authenticate(&self, session: SessionId, user: UserId, now: DateTime<Utc>) -> Result<Option<Principal>, PortError>;

    /// Revokes a session. A session that has ended stays as it is.
    async fn revoke(&self, session: SessionId, now: DateTime<Utc>) -> Result<(), PortError>;

    /// The sessions of a user that are live at `now`, the last used first, at most [`crate::accounts::session::LISTED_SESSIONS`].
    async fn list(&self, user: &User, now: DateTime<Utc>) -> Result<Vec<Session>, PortError>;

    /// The user of a session, live or not; `None` for an unknown one.
    async fn user_of(&self, session: SessionId) -> Result<Option<User>, PortError>;

    /// Revokes a session of this user on behalf of `by`. One transaction with the audit entry, which is written about staff alone.
    /// [`AccountAccessError::NoSession`] when the user has no such session, or it was revoked before.
    async fn end(&self, session: SessionId, user: &User, by: &Actor, now: DateTime<Utc>) -> Result<(), AccountAccessError>;

    /// Revokes all live sessions of this user except `kept`, on behalf of `by`. One transaction with an audit entry for each, which is
    /// written about staff alone.
    async fn end_others(&self, user: &User, kept: SessionId, by: &Actor, now: DateTime<Utc>) -> Result<(), PortError>;

    /// Notes that the user of a session proved at `now` to be themselves. Returns `false` without a change when the password was set in
    /// this session: a thief of a session would confirm it with a password of their own.
    async fn confirm(&self, session: SessionId, now: DateTime<Utc>) -> Result<bool, PortError>;
}
