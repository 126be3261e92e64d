//! Outgoing mail: its look, and its way through an SMTP server, or as `.eml` files in a folder.

mod compose;
#[cfg(test)]
mod contract;
mod folder_mailer;
mod renderer;
mod sender;
mod smtp_mailer;
mod smtp_server;
#[cfg(test)]
mod test_mail;

pub use folder_mailer::FolderMailer;
pub use renderer::TemplateRenderer;
pub use sender::{Sender, SenderError};
pub use smtp_mailer::SmtpMailer;
pub use smtp_server::{SmtpServer, SmtpServerError};
