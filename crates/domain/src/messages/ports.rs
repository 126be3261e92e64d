//! What the rules on messages need from outside.

mod contact_inbox;
mod mailer;

pub use contact_inbox::*;
pub use mailer::*;
