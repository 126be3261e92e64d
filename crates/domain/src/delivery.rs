//! Delivery: districts, addresses, methods, rates, and the days on which a parcel arrives.

pub mod address;
pub mod address_book;
pub mod delivery_method;
pub mod delivery_option;
pub mod delivery_settings;
pub mod district;
pub mod rate;
pub mod tracking;
pub mod working_days;
pub mod zone;
