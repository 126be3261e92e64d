//! Contracts of the room `messages`.

pub mod contact_inbox;
pub mod mail_outbox;
pub mod order_mails;
