//! The catalogue: its service, the products that it keeps in memory, and how the index of products follows the store.

pub mod catalogue_follower;
mod product_cache;
pub mod service;
