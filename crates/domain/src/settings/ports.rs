//! The port of the settings.

mod settings_store;

pub use settings_store::*;
