//! Searches: from the words of a query to a page, its facets or suggestions.

pub(crate) mod cursor;
pub(crate) mod dictionary;
pub(crate) mod facets;
pub(crate) mod filter;
mod first_rows;
pub(crate) mod matches;
pub(crate) mod order;
pub(crate) mod search;
pub(crate) mod similar_terms;
pub(crate) mod stock_report;
pub(crate) mod suggestions;
pub(crate) mod synonyms;
pub(crate) mod tolerant;
pub(crate) mod walk;
pub(crate) mod word;
