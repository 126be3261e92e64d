//! E-mail addresses, compared whatever their case.

use std::fmt;

/// An e-mail address in lower case, so that two spellings of one address are equal (contract, Users).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmailAddress(String);

/// The text is no e-mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Invalid email format")]
pub struct EmailError;

/// The longest address SMTP can carry (RFC 5321 §4.5.3.1.3, less the angle brackets).
const MAX_LENGTH: usize = 254;
/// The longest local part (RFC 5321 §4.5.3.1.1).
const MAX_LOCAL: usize = 64;

impl EmailAddress {
    /// Trims, checks and lower-cases an address: non-space text, an at sign, non-space text with a dot inside
    /// (`spec.md` §5), and no character that could end a mail header.
    ///
    /// # Errors
    /// [`EmailError`] when it is no address.
    pub fn parse(text: &str) -> Result<Self, EmailError> {
        let text = text.trim();
        let (local, host) = text.rsplit_once('@').ok_or(EmailError)?;
        let plain = |s: &str| !s.is_empty() && s.chars().all(|c| !c.is_whitespace() && !c.is_control() && !"<>()[],;:\\\"@".contains(c));
        let labels = host.split('.').all(|l| !l.is_empty() && !l.starts_with('-') && !l.ends_with('-'));
        let dots = !local.starts_with('.') && !local.ends_with('.') && !local.contains("..");
        if text.len() > MAX_LENGTH || local.len() > MAX_LOCAL || !plain(local) || !plain(host) || !host.contains('.') || !labels || !dots {
            return Err(EmailError);
        }
        Ok(Self(text.to_lowercase()))
    }

    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address as a stranger may see it: `ni***@example.com`, one letter where the name has one or two
    /// (contract, Reviews).
    #[must_use]
    pub fn masked(&self) -> String {
        let (local, host) = self.0.rsplit_once('@').unwrap_or(("", &self.0));
        let shown = if local.chars().count() > 2 { 2 } else { 1 };
        let start: String = local.chars().take(shown).collect();
        format!("{start}***@{host}")
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
