//! Whether mails of the shop reach anybody.

use std::sync::Arc;

use domain::messages::ports::Mailer;

/// Tells whether a mail server is connected. Answers that say that a mail was sent depend on it.
#[derive(Clone)]
pub struct MailConnection(Arc<dyn Mailer>);

impl MailConnection {
    /// Wires the use case.
    #[must_use]
    pub fn new(mailer: Arc<dyn Mailer>) -> Self {
        Self(mailer)
    }

    /// Whether a mail server is connected. Without one, mails are files in a folder of the server, and are not delivered.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.0.is_connected()
    }
}
