//! The ports of messages.

mod mail_outbox;
mod mail_renderer;
mod mailer;

pub use mail_outbox::*;
pub use mail_renderer::*;
pub use mailer::*;
