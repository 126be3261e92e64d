//! The link that sets up a shop without an administrator (contract-owner, section 1).

use std::fmt;

/// The secret in the link. It lets its holder become the first owner, so it is never logged or stored; stores keep its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct SetupSecret(String);

impl SetupSecret {
    /// A secret drawn for a new link, with at least 128 random bits, or one received from a browser.
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

impl fmt::Debug for SetupSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SetupSecret(…)")
    }
}

/// The link that carries a secret. `public_url` is the shop's address without a trailing slash. The secret is in the fragment,
/// which browsers do not send to servers.
#[must_use]
pub fn link(public_url: &str, secret: &SetupSecret) -> String {
    format!("{public_url}/setup#token={}", secret.expose())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_the_set_up_and_carries_the_secret_behind_the_hash() {
        let secret = SetupSecret::new("hunter2".to_owned());
        assert_eq!(link("https://shop.example", &secret), "https://shop.example/setup#token=hunter2");
    }

    #[test]
    fn a_secret_is_not_written_by_debug() {
        assert_eq!(format!("{:?}", SetupSecret::new("hunter2".to_owned())), "SetupSecret(…)");
    }
}
