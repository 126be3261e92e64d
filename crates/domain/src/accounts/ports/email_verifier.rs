//! Verified e-mail addresses.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::address_claim::AddressClaim;
use crate::accounts::user::User;
use crate::shared::ports::PortError;

/// Stores which users proved to read mail at their address.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait EmailVerifier: Send + Sync {
    /// Marks the address of a claim as verified. The first time counts; a later call changes nothing. `None` when no unblocked user
    /// has this id and this address. The caller checked the claim's signature and end.
    async fn verify(&self, claim: &AddressClaim, now: DateTime<Utc>) -> Result<Option<User>, PortError>;
}
