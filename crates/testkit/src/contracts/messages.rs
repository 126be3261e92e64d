//! Contracts of the room `messages`.

pub mod contact_inbox;
