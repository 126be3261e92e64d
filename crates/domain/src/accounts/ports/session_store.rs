//! Sessions, shared by every instance of the server.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::session::{Principal, Session};
use crate::shared::ids::{SessionId, UserId};
use crate::shared::ports::PortError;

/// Keeps sessions and finds who is behind them.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// Writes a new session and the user's last login, in one transaction. Does nothing and answers `false` when
    /// the user is blocked or gone by now.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn open(&self, session: &Session) -> Result<bool, PortError>;

    /// The user as they are now, if the session is theirs and live (see [`Session::is_live`]) and they are not
    /// blocked. Moves `last_used_at` on when a minute has passed since it was last written.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn authenticate(&self, session: SessionId, user: UserId, now: DateTime<Utc>) -> Result<Option<Principal>, PortError>;

    /// Ends a session; ending one that is over changes nothing.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn revoke(&self, session: SessionId, now: DateTime<Utc>) -> Result<(), PortError>;
}
