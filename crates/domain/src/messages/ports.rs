//! The ports of messages.

mod contact_inbox;
mod mail_hold;
mod mail_outbox;
mod mail_renderer;
mod mailer;

pub use contact_inbox::*;
pub use mail_hold::*;
pub use mail_outbox::*;
pub use mail_renderer::*;
pub use mailer::*;
