//! The ports of the set-up.

mod checklist_reader;
mod setup_store;
mod shop_founder;

pub use checklist_reader::*;
pub use setup_store::*;
pub use shop_founder::*;
