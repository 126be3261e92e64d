//! The addresses that a user keeps.

use crate::delivery::address::DeliveryAddress;
use crate::shared::ids::AddressId;
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
