//! Contracts of the room `pictures`.

pub mod image_store;
pub mod upload_register;
