//! Contracts of the room `setup`.

pub mod checklist;
pub mod setup_store;
