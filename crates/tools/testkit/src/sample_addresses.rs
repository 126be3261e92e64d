//! Sample addresses.

use domain::delivery::address::{DeliveryAddress, PostalCode};
use domain::delivery::address_book::AddressEntry;
use domain::delivery::district::District;
use domain::shared::phone::PhoneNumber;
use domain::shared::text::Text;

/// An address in the district of Kandy, with every part.
#[must_use]
pub fn in_kandy() -> DeliveryAddress {
    DeliveryAddress {
        line1: Text::parse("12 Temple Road").unwrap(),
        line2: Text::parse("2nd floor").ok(),
        city: Text::parse("Peradeniya").unwrap(),
        district: District::Kandy,
        postal_code: PostalCode::parse("20400").ok(),
    }
}

/// An address for an address book, which is not to be the default.
#[must_use]
pub fn entry() -> AddressEntry {
    AddressEntry {
        label: Text::parse("Home").ok(),
        name: Text::parse("Nimali Perera").unwrap(),
        phone: PhoneNumber::parse("+94 71 234 5678").unwrap(),
        address: in_kandy(),
        is_default: false,
    }
}
