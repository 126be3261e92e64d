//! Use cases of messages to the shop.

pub mod mail_contact_messages;
pub mod send_contact_message;
