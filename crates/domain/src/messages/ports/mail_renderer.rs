//! Rendering mails.

use crate::messages::mail_message::MailMessage;
use crate::messages::ports::MailSubject;
use crate::messages::shop_card::ShopCard;
use crate::shared::language::Language;
use crate::shared::ports::PortError;

/// A mail's subject and its two forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedMail {
    pub subject: MailSubject,
    /// The text, lines ended by `\n`.
    pub text: String,
    /// The same in HTML: a whole document without script and without pictures from elsewhere.
    pub html: String,
}

/// Renders mails in the shop's look.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait MailRenderer: Send + Sync {
    /// Renders a mail of this shop whose button leads to `link`. Two calls with the same values answer the same mail. Mails about an
    /// order to its customer are in this language; a text that it lacks, and every other mail, is in English.
    ///
    /// # Errors
    /// [`PortError`] (internal) when a template fails.
    fn render(&self, shop: &ShopCard, message: &MailMessage, language: Language, link: &str) -> Result<RenderedMail, PortError>;
}
