//! Storing the addresses of users.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::delivery::address_book::{AddressEntry, SavedAddress};
use crate::shared::ids::{AddressId, UserId};
use crate::shared::ports::PortError;

/// The outcome of `add`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddAddressOutcome {
    /// It is in the book.
    Added(SavedAddress),
    /// The user has as many addresses as a book holds.
    Full,
    /// The user was deleted meanwhile.
    UserGone,
}

/// Keeps the addresses of users. Every change locks the user's book, so that exactly one address is the default.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait AddressBook: Send + Sync {
    /// The addresses of a user: the default one first, then the newest.
    async fn list(&self, user: UserId) -> Result<Vec<SavedAddress>, PortError>;

    /// Adds an address.
    async fn add(&self, user: UserId, id: AddressId, entry: &AddressEntry, now: DateTime<Utc>) -> Result<AddAddressOutcome, PortError>;

    /// Replaces an address of the user; `None` where the user has none with this id.
    async fn replace(&self, user: UserId, id: AddressId, entry: &AddressEntry) -> Result<Option<SavedAddress>, PortError>;

    /// Removes an address of the user; false where the user has none with this id. After the default one the newest becomes it.
    async fn remove(&self, user: UserId, id: AddressId) -> Result<bool, PortError>;
}
