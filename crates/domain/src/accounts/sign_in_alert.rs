//! Alerts about sign-ins of staff from a device and network that the account has not used lately (contract-owner, section 2).

use chrono::{DateTime, TimeDelta, Utc};

use crate::accounts::session_origin::SessionOrigin;
use crate::shared::ids::SessionId;
use crate::shared::link_secret::{LinkSecret, SecretPage};

/// A device and network that were not seen together for this time cause an alert.
pub const REMEMBERED_FOR: TimeDelta = TimeDelta::days(90);
/// The largest number of alerts to one user within [`ALERT_PERIOD`].
pub const ALERTS_PER_DAY: u32 = 3;
/// The period over which [`ALERTS_PER_DAY`] counts.
pub const ALERT_PERIOD: TimeDelta = TimeDelta::hours(24);
/// The link of an alert is valid for this time.
pub const VALID_FOR: TimeDelta = TimeDelta::days(7);

/// The page that ends all sessions.
#[derive(Clone, Copy, Debug)]
pub enum EndSessionsPage {}

impl SecretPage for EndSessionsPage {
    const PATH: &'static str = "sessions-ended";
}

/// The secret in the link of an alert. It lets its holder end the sessions of one user, and nothing else.
pub type AlertSecret = LinkSecret<EndSessionsPage>;

/// The data of the mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInNews {
    /// When the user signed in.
    pub at: DateTime<Utc>,
    pub origin: SessionOrigin,
    /// The session of the sign-in. The secret of the link, which ends all sessions, is signed when the mail is sent.
    pub session: SessionId,
}

impl SignInNews {
    /// The end of the link.
    #[must_use]
    pub fn until(&self) -> DateTime<Utc> {
        self.at + VALID_FOR
    }
}
