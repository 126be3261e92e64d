//! Messages from the contact page.

use chrono::{DateTime, Utc};

use crate::email::EmailAddress;
use crate::text::{PersonName, Text};

/// At least 10 characters (`spec.md` §5).
pub type ContactText = Text<10, 5_000>;

/// A message to the shop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactMessage {
    /// Who writes.
    pub name: PersonName,
    /// Where the answer goes.
    pub email: EmailAddress,
    /// What they write.
    pub message: ContactText,
    /// Now.
    pub sent_at: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::TextError;

    #[test]
    fn a_message_has_at_least_ten_characters() {
        assert_eq!(ContactText::parse("   "), Err(TextError::Empty));
        assert_eq!(ContactText::parse(" nine char "), Err(TextError::TooShort { min: 10 }));
        assert!(ContactText::parse("ten chars!").is_ok());
    }
}
