//! The ports of the catalogue.

mod catalogue_changes;
mod product_catalogue;
mod product_importer;
mod product_repository;
mod stock_ledger;

pub use catalogue_changes::*;
pub use product_catalogue::*;
pub use product_importer::*;
pub use product_repository::*;
pub use stock_ledger::*;
