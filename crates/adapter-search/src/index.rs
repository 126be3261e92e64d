//! The index as it is searched: its fields, the words of a product, and one state of all segments.

pub(crate) mod document;
pub(crate) mod expansion;
pub(crate) mod labels;
pub(crate) mod product_words;
pub(crate) mod schema;
pub(crate) mod scored_list;
pub(crate) mod segment;
pub(crate) mod snapshot;
pub(crate) mod stock_levels;
pub(crate) mod term_query;
pub(crate) mod weighted;
