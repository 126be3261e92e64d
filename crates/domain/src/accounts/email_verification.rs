//! Verifying that a user reads mail at the address of the account (contract-commerce, section 5).

use chrono::TimeDelta;

/// A link is valid for this time.
pub const VALID_FOR: TimeDelta = TimeDelta::hours(48);

/// The link that carries a signed claim. `public_url` is the shop's address without a trailing slash. The token is in the fragment,
/// which browsers do not send to servers.
#[must_use]
pub fn link(public_url: &str, token: &str) -> String {
    format!("{public_url}/verify-email#token={token}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_the_shop_and_carries_the_token_behind_the_hash() {
        assert_eq!(link("https://shop.example", "a.b.c"), "https://shop.example/verify-email#token=a.b.c");
    }
}
