//! Keeping the link of the set-up, and writing the first owner.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::accounts::user::{NewUser, User};
use crate::setup::setup_link::SetupSecret;
use crate::shared::ports::PortError;

/// The state of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupLinkState {
    /// It sets up the shop.
    Good,
    /// Another link is newer, or it never was one.
    Wrong,
    /// The shop has an administrator: no link sets it up again.
    Closed,
}

/// The outcome of setting up a shop. Only `Founded` wrote to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundingOutcome {
    /// The shop has this first owner now.
    Founded(User),
    /// The shop has an administrator already.
    Closed,
    /// A newer link replaced this one.
    WrongLink,
    /// A customer registered with the owner's address.
    EmailTaken,
}

/// Keeps one link, shared by all instances, and the first owner. An administrator that is made in any way closes the set-up for good.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait SetupStore: Send + Sync {
    /// Keeps the hash of a new link's secret in place of the former one; writes nothing if the shop has an administrator. Returns
    /// whether it was kept.
    async fn renew_link(&self, secret: &SetupSecret, at: DateTime<Utc>) -> Result<bool, PortError>;

    /// Whether the shop has no administrator, and a link.
    async fn is_open(&self) -> Result<bool, PortError>;

    /// The state of the link with this secret.
    async fn link_state(&self, secret: &SetupSecret) -> Result<SetupLinkState, PortError>;

    /// Writes the first owner with the mail to them, and ends the link. One transaction with the audit entry, under the lock of the
    /// first administrator: of concurrent calls one succeeds, and the others find the shop closed.
    async fn found(&self, secret: &SetupSecret, owner: &NewUser, by: &Actor) -> Result<FoundingOutcome, PortError>;
}
