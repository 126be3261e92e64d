//! Outgoing mail: its look, and its way through an SMTP server, or as `.eml` files in a folder.

mod compose;
#[cfg(test)]
mod contract;
mod folder_mailer;
mod renderer;
mod sender;
mod smtp_mailer;
#[cfg(test)]
mod test_mail;

pub use folder_mailer::FolderMailer;
pub use renderer::TemplateRenderer;
pub use sender::{Sender, SenderError};
pub use smtp_mailer::{SmtpMailer, SmtpServer, SmtpServerError};
