//! The ports of messages.

mod contact_inbox;
mod mailer;

pub use contact_inbox::*;
pub use mailer::*;
