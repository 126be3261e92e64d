//! Setting a new password through a link that was mailed.

use std::fmt;

use chrono::TimeDelta;

/// A link is valid for this time (contract, Users).
pub const VALID_FOR: TimeDelta = TimeDelta::minutes(30);
/// The period over which [`LINKS_PER_HOUR`] counts.
pub const LINK_PERIOD: TimeDelta = TimeDelta::hours(1);
/// The largest number of links that an account is sent within [`LINK_PERIOD`] (contract, Conventions).
pub const LINKS_PER_HOUR: u32 = 3;

/// The secret in a link. It lets its holder set the password, so it is never logged or stored; stores keep its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct ResetSecret(String);

impl ResetSecret {
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

/// The link that carries a secret. `public_url` is the shop's address without a trailing slash. The secret is in the fragment,
/// which browsers do not send to servers.
#[must_use]
pub fn link(public_url: &str, secret: &ResetSecret) -> String {
    format!("{public_url}/reset-password#token={}", secret.expose())
}

impl fmt::Debug for ResetSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ResetSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_the_shop_and_carries_the_secret_behind_the_hash() {
        let secret = ResetSecret::new("hunter2".to_owned());
        assert_eq!(link("https://shop.example", &secret), "https://shop.example/reset-password#token=hunter2");
    }

    #[test]
    fn is_never_shown() {
        let secret = ResetSecret::new("hunter2".to_owned());
        assert_eq!((format!("{secret:?}").as_str(), secret.expose()), ("ResetSecret(…)", "hunter2"));
    }
}
