//! Ports of the catalogue.

pub mod catalogue;
pub mod catalogue_changes;
pub mod facets;
pub mod product_importer;
pub mod products;
pub mod search;
pub mod search_source;
pub mod stock_ledger;
