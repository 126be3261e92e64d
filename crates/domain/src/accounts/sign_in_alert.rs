//! Alerts about sign-ins of staff from a device and network that the account has not used lately (contract-owner, section 2).

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};

use crate::accounts::session_origin::SessionOrigin;

/// A device and network that were not seen together for this time cause an alert.
pub const REMEMBERED_FOR: TimeDelta = TimeDelta::days(90);
/// The largest number of alerts to one user within [`ALERT_PERIOD`].
pub const ALERTS_PER_DAY: u32 = 3;
/// The period over which [`ALERTS_PER_DAY`] counts.
pub const ALERT_PERIOD: TimeDelta = TimeDelta::hours(24);
/// The link of an alert is valid for this time.
pub const VALID_FOR: TimeDelta = TimeDelta::days(7);

/// The secret in the link of an alert. It lets its holder end the sessions of one user, and nothing else; `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct AlertSecret(String);

impl AlertSecret {
    /// A secret drawn for a new link, or received from a browser.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// The secret itself.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for AlertSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AlertSecret(…)")
    }
}

/// The data of the mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInNews {
    /// When the user signed in.
    pub at: DateTime<Utc>,
    /// Where.
    pub origin: SessionOrigin,
    /// The secret of the link that ends all sessions.
    pub secret: AlertSecret,
}

/// The link that carries a secret. `public_url` is the shop's address without a trailing slash. The secret is in the fragment, which
/// browsers do not send to servers.
#[must_use]
pub fn link(public_url: &str, secret: &AlertSecret) -> String {
    format!("{public_url}/sessions-ended#token={}", secret.expose())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_the_shop_and_carries_the_secret_behind_the_hash() {
        let secret = AlertSecret::new("hunter2".to_owned());
        assert_eq!(link("https://shop.example", &secret), "https://shop.example/sessions-ended#token=hunter2");
        assert_eq!(format!("{secret:?}"), "AlertSecret(…)");
    }
}
