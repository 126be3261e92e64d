//! The index of products: searches, facets and suggestions (docs/architecture.md).
//!
//! It is a cache that is made again from the catalogue whenever it is missing, damaged or of another form. Texts, prices and
//! labels are in a tantivy index, on disk or in memory; stock and sales are in arrays beside it. [`ProductIndex`] publishes one
//! state after another; a search reads one of them from beginning to end.

mod comparison;
mod cursor;
mod dictionary;
mod document;
mod engine;
mod error;
mod facets;
mod filter;
mod folder;
mod indexer;
mod keeper;
mod labels;
mod leaf;
mod levels;
mod matches;
mod order;
mod page;
mod product_index;
mod product_words;
mod published;
mod schema;
mod search;
mod segment;
mod snapshot;
mod synonyms;
mod tolerant;
mod walk;
mod weighted;
mod word;

pub use product_index::{IndexSize, ProductIndex};
