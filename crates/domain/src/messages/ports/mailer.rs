//! Sending mail.

use async_trait::async_trait;
use uuid::Uuid;

use crate::shared::email::EmailAddress;
use crate::shared::ports::PortError;

/// The longest subject in characters.
const MAX_SUBJECT: usize = 200;

/// A subject: one line without control characters, so that a text from a user cannot end the header and begin another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailSubject(String);

impl MailSubject {
    /// Makes one line of a text: white space and control characters become single spaces, and the text is cut after 200
    /// characters.
    #[must_use]
    pub fn one_line(text: &str) -> Self {
        Self(one_line(text, MAX_SUBJECT))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A text in one line of at most `length` characters.
fn one_line(text: &str, length: usize) -> String {
    let spaced: String = text.chars().map(|c| if is_break(c) { ' ' } else { c }).collect();
    let words: Vec<_> = spaced.split_whitespace().collect();
    words.join(" ").chars().take(length).collect::<String>().trim_end().to_owned()
}

/// Whether a character could break a line or change how the rest of it is read (controls, bidirectional overrides).
fn is_break(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// A mail, in text and perhaps in HTML. Its addresses and its subject cannot hold a line break, so it has the headers meant for it
/// and no others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// The shop, as its mails name it.
    pub from: MailSender,
    pub to: EmailAddress,
    /// The address for answers, if it is not the shop.
    pub reply_to: Option<EmailAddress>,
    pub subject: MailSubject,
    /// The mail itself, lines ended by `\n`.
    pub text: String,
    /// The same in HTML: a whole document. `None` for a mail of plain text.
    pub html: Option<String>,
    /// The unique part of the Message-ID; `None` for a new one. A mail that may be sent more than once has the same one each time.
    pub message_id: Option<Uuid>,
}

/// Who a mail is from. An operator can configure another address, and a name for a shop that published none (`MAIL_FROM`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailSender {
    pub name: String,
    pub address: EmailAddress,
    /// Whether the owner published the name.
    pub is_published: bool,
}

/// What a mail server answered, in its own words: one line of at most 500 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerAnswer(String);

impl ServerAnswer {
    /// The longest answer in characters.
    pub const MAX_LENGTH: usize = 500;

    /// Makes one line of a text and cuts it.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(one_line(text, Self::MAX_LENGTH))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The outcome of handing a mail over.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum HandOver {
    /// The server took it.
    Taken,
    /// This mail cannot be delivered, now or later: its recipient or its content is refused. It says nothing of other mails.
    Refused(ServerAnswer),
    /// The server does not take this mail now. It says nothing of other mails.
    Deferred(ServerAnswer),
}

impl HandOver {
    /// For callers that have nothing else to do with a mail that was not taken.
    ///
    /// # Errors
    /// [`PortError`]: internal where it was refused, unavailable where it was deferred.
    pub fn taken(self) -> Result<(), PortError> {
        match self {
            Self::Taken => Ok(()),
            Self::Refused(answer) => Err(PortError::internal(answer.0)),
            Self::Deferred(answer) => Err(PortError::unavailable(answer.0)),
        }
    }
}

/// Hands mail over for delivery.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Hands one mail over to the server, completely or not at all. Delivery is not confirmed.
    ///
    /// # Errors
    /// [`PortError`] where other mails would fail, too: unavailable when the server does not answer or asks to try later, internal when it
    /// refuses the shop's sender or password.
    async fn send(&self, mail: &Mail) -> Result<HandOver, PortError>;

    /// Whether a mail server is connected. Without one, mails are files in a folder, and are not delivered.
    fn is_connected(&self) -> bool;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_subject_is_one_line() {
        for (text, subject) in [
            ("Reset your password", "Reset your password"),
            ("  Message\tfrom \r\n Nimali  ", "Message from Nimali"),
            ("Hi\r\nBcc: everybody@example.com", "Hi Bcc: everybody@example.com"),
            ("a\0b\u{7f}c\u{85}d\u{2028}e\u{202E}f", "a b c d e f"),
            ("\r\n", ""),
            ("නිමාලි 🌸", "නිමාලි 🌸"),
        ] {
            assert_eq!(MailSubject::one_line(text).as_str(), subject, "{text:?}");
        }
        assert_eq!(MailSubject::one_line(&"x".repeat(500)).as_str().len(), 200);
    }

    proptest! {
        #[test]
        fn no_text_breaks_out_of_a_subject(text in "(\\PC|[\\x00-\\x20\\x7f-\\u{9f}\\u{2028}]){0,300}") {
            let subject = MailSubject::one_line(&text);
            prop_assert!(!subject.as_str().contains(is_break));
            prop_assert!(subject.as_str().chars().count() <= MAX_SUBJECT);
            prop_assert_eq!(MailSubject::one_line(subject.as_str()), subject);
        }
    }
}
