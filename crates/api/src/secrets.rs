//! The keys of the shop: configured, or generated once and kept.

pub(crate) mod data_key;
pub(crate) mod kept_secret;
pub(crate) mod signing_key;
