//! Use cases of delivery: the addresses of users.

pub mod keep_addresses;

use self::keep_addresses::KeepAddresses;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of delivery.
    DeliveryUseCases(ports) {
        keep_addresses: KeepAddresses = KeepAddresses::new(ports.address_book.clone(), ports.ids.clone(), ports.clock.clone()),
    }
}
