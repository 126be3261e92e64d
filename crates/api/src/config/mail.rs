//! How mail leaves the shop (contract, Configuration: `SMTP_URL`, `MAIL_FROM`).

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use adapter_mail::{FolderMailer, Sender, SmtpMailer, SmtpServer};
use domain::messages::ports::Mailer;
use domain::shared::ports::{Clock, IdSource};

/// How mail leaves the shop.
#[derive(Clone)]
pub(crate) struct MailConfig {
    /// The server that takes mail; without one it becomes files in the data folder.
    pub(crate) server: Option<SmtpServer>,
    /// The sender of mail, if it is not the shop as its identity names it.
    pub(crate) sender: Option<Sender>,
}

/// The address of the server; it contains a password.
impl fmt::Debug for MailConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailConfig").field("sender", &self.sender).finish_non_exhaustive()
    }
}

impl MailConfig {
    /// The mailer of these settings.
    pub(crate) fn mailer(&self, data_dir: &Path, clock: Arc<dyn Clock>, ids: Arc<dyn IdSource>) -> Arc<dyn Mailer> {
        match &self.server {
            Some(server) => Arc::new(SmtpMailer::new(server.clone(), self.sender.clone(), clock, ids)),
            None => Arc::new(FolderMailer::new(data_dir.join("mail"), self.sender.clone(), clock, ids)),
        }
    }
}
