//! The port of the content.

mod content_store;

pub use content_store::*;
