//! The ports of the catalogue.

mod catalogue_changes;
mod own_changes;
mod product_catalogue;
mod product_importer;
mod product_repository;
mod product_search;
mod search_source;
mod stock_ledger;

pub use catalogue_changes::*;
pub use own_changes::*;
pub use product_catalogue::*;
pub use product_importer::*;
pub use product_repository::*;
pub use product_search::*;
pub use search_source::*;
pub use stock_ledger::*;
