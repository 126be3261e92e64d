//! Contracts of the room `settings`.

pub mod settings_store;
