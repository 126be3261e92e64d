//! Verifying that a user reads mail at the address of the account (contract-commerce, section 5).

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::shared::email::EmailAddress;
use crate::shared::ids::UserId;

/// A link is valid for this time.
pub const VALID_FOR: TimeDelta = TimeDelta::hours(48);

/// The statement that a mailed link carries, signed: its bearer reads mail at this address of this account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmailClaim {
    pub user: UserId,
    /// Its address. The claim is void for another one.
    pub email: EmailAddress,
    /// The end of the claim, to the second.
    pub until: DateTime<Utc>,
}

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
