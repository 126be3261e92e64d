//! The addresses that a user keeps.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::delivery::address::DeliveryAddress;
use crate::shared::error::feature_error;
use crate::shared::ids::{AddressId, UserId};
use crate::shared::phone::PhoneNumber;
use crate::shared::text::{RecipientName, Text};

/// The most addresses of one user (contract-commerce, section 1).
pub const MAX_ADDRESSES: usize = 20;

/// The name that a user gives to an address, such as `Home`.
pub type AddressLabel = Text<1, 50>;

/// An address as its user gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressEntry {
    /// The user's name for it.
    pub label: Option<AddressLabel>,
    pub name: RecipientName,
    /// How the courier reaches them.
    pub phone: PhoneNumber,
    pub address: DeliveryAddress,
    /// Whether it is the address that a checkout begins with. The first address of a user is the default in any case, and the default
    /// one stays it until another becomes it.
    pub is_default: bool,
}

/// An address in a user's book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedAddress {
    pub id: AddressId,
    /// The address; of all addresses of a user exactly one is the default.
    pub entry: AddressEntry,
}

feature_error! {
    /// Why an address book was not read or changed.
    pub enum AddressBookError {
        NotFound => NotFound, "address.not_found", "You have no address with this id.";
        Full => Conflict, "address.book_full", "Your address book is full. Please delete an address first.";
        UserGone => Unauthenticated, "auth.session_ended", "Your account no longer exists.";
    }
}

/// Keeps the addresses of users. Every change locks the user's book, so that exactly one address is the default.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait AddressBook: Send + Sync {
    /// The addresses of a user: the default one first, then the newest.
    async fn list(&self, user: UserId) -> Result<Vec<SavedAddress>, AddressBookError>;

    /// Adds an address.
    async fn add(&self, user: UserId, id: AddressId, entry: &AddressEntry, now: DateTime<Utc>) -> Result<SavedAddress, AddressBookError>;

    async fn replace(&self, user: UserId, id: AddressId, entry: &AddressEntry) -> Result<SavedAddress, AddressBookError>;

    /// Removes an address of the user. After the default one the newest becomes it.
    async fn remove(&self, user: UserId, id: AddressId) -> Result<(), AddressBookError>;
}
