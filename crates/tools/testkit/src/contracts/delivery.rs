//! Contracts of the feature `delivery`.

pub mod address_book;

/// Makes a test of every rule of the suites of this feature.
#[macro_export]
macro_rules! delivery_contracts {
    ($fixture:path) => {
        $crate::contract!($fixture, delivery::address_book:
            a_deleted_user_has_no_book,
        );
    };
}
