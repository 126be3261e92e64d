//! Ports of messages.

pub mod contact_inbox;
