//! The catalogue: its service, the products and offers that it keeps in memory, and how the index of products follows the store.

pub mod catalogue_follower;
pub mod kept_offers;
mod product_cache;
pub mod service;
