//! The catalogue: products, search, stock, and the log of changes that caches follow.

pub(crate) mod catalogue_changes;
pub(crate) mod products;
pub(crate) mod search_text;
