//! The sender of the shop's mail (`MAIL_FROM`).

use std::str::FromStr;

use lettre::message::Mailbox;

/// An address with or without a name: `shop@example.com` or `Rose Cosmetics <shop@example.com>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender(Mailbox);

/// The text is no sender.
#[derive(Debug, thiserror::Error)]
#[error("must be an address such as Rose Cosmetics <shop@example.com>")]
pub struct SenderError(#[source] lettre::address::AddressError);

impl Sender {
    /// Reads `MAIL_FROM`.
    ///
    /// # Errors
    /// [`SenderError`] when it is no address.
    pub fn parse(text: &str) -> Result<Self, SenderError> {
        Mailbox::from_str(text.trim()).map(Self).map_err(SenderError)
    }

    pub(crate) const fn mailbox(&self) -> &Mailbox {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_or_without_a_name() {
        assert_eq!(Sender::parse(" shop@example.com ").unwrap().mailbox().to_string(), "shop@example.com");
        let named = Sender::parse("Araliya <shop@example.com>").unwrap();
        assert_eq!((named.mailbox().name.as_deref(), named.mailbox().email.to_string().as_str()), (Some("Araliya"), "shop@example.com"));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "Araliya", "shop@", "Araliya <shop>", "a@b.lk, c@d.lk", "a@b.lk\r\nBcc: c@d.lk"] {
            let error = Sender::parse(text).unwrap_err();
            assert_eq!(error.to_string(), "must be an address such as Rose Cosmetics <shop@example.com>", "{text:?}");
        }
    }
}
