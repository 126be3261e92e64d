//! The devices and networks from which accounts were signed in to.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::seen_sign_in::SeenSignIn;
use crate::accounts::sign_in_alert::AlertSecret;
use crate::shared::ports::PortError;

/// Remembers sign-ins, and alerts staff of unusual ones. Only the SHA-256 of a secret is stored with an alert.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait SignInWatch: Send + Sync {
    /// Notes a sign-in. Where device and network were not seen together within [`crate::accounts::sign_in_alert::REMEMBERED_FOR`], the
    /// sign-in may alert, and the user got fewer than [`crate::accounts::sign_in_alert::ALERTS_PER_DAY`] alerts, an alert, its mail and an
    /// audit entry are written in the same transaction. Returns whether they were.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; nothing is noted then.
    async fn note(&self, sign_in: &SeenSignIn) -> Result<bool, PortError>;

    /// Uses the link of an alert, not older than [`crate::accounts::sign_in_alert::VALID_FOR`]: in one transaction it ends all sessions of
    /// the user, forgets their devices and writes an audit entry. Returns `false` without a change for a link that is used, too old or
    /// unknown. `request_id` is for the entry.
    ///
    /// # Errors
    /// [`PortError`] when the store fails; the link is not used up then.
    async fn end_sessions(&self, secret: &AlertSecret, request_id: &str, now: DateTime<Utc>) -> Result<bool, PortError>;
}
