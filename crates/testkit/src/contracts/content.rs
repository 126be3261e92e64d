//! The contracts of the ports of the room `content`.

pub mod content_store;
