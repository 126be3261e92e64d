//! Signed claims of e-mail addresses.

use crate::accounts::address_claim::AddressClaim;

/// Signs and reads the token in a link that verifies an address. Nothing is stored: the signature tells that the shop made it.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait AddressClaims: Send + Sync {
    /// The token of a claim; `None` when the key cannot sign.
    fn sign(&self, claim: &AddressClaim) -> Option<String>;

    /// The claim in a token; `None` when it is malformed, has ended, or was signed with another key or for another purpose.
    fn read(&self, token: &str) -> Option<AddressClaim>;
}
