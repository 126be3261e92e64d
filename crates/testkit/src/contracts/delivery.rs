//! Contracts of the room `delivery`.

pub mod address_book;

/// Makes a test of every rule of the suites of this room.
#[macro_export]
macro_rules! delivery_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, delivery::address_book:
            an_address_is_kept_with_everything,
            exactly_one_address_is_the_default,
            a_book_holds_20_addresses,
            the_addresses_of_another_user_are_not_there,
            a_deleted_user_has_no_book,
        );
    };
}
