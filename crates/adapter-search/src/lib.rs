//! The index of products: searches, facets and suggestions (docs/architecture.md).
//!
//! It is a cache that is made again from the catalogue whenever it is missing, damaged or of another form. Texts, prices and
//! labels are in a tantivy index, on disk or in memory; stock and sales are in arrays beside it. [`ProductIndex`] publishes one
//! state after another; a search reads one of them from beginning to end.

mod error;
mod index;
mod product_index;
mod query;
mod upkeep;

pub use product_index::{IndexSize, ProductIndex};
