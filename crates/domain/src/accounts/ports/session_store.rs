//! Sessions, shared by every instance of the server.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::session::{Principal, Session};
use crate::shared::ids::{SessionId, UserId};
use crate::shared::ports::PortError;

/// Stores sessions and authenticates their users.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// Writes a new session and the user's last login, in one transaction. Returns `false` without a change when the user was
    /// blocked or deleted meanwhile.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn open(&self, session: &Session) -> Result<bool, PortError>;

    /// The present user, if the session is theirs and live (see [`Session::is_live`]) and they are not blocked. Updates
    /// `last_used_at` if it was written more than a minute ago.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn authenticate(&self, session: SessionId, user: UserId, now: DateTime<Utc>) -> Result<Option<Principal>, PortError>;

    /// Revokes a session. A session that has ended stays as it is.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn revoke(&self, session: SessionId, now: DateTime<Utc>) -> Result<(), PortError>;
}
