//! The ports of the catalogue.

mod changes;
mod repository;
mod search;

pub use changes::*;
pub use repository::*;
pub use search::*;
