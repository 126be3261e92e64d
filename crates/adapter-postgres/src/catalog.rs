//! The catalogue: products, stock, and the log of changes that caches and the index of products follow.

pub(crate) mod catalogue_changes;
pub(crate) mod products;
pub(crate) mod search_text;
