//! The passphrase of a backup.

use std::fmt;

/// The fewest characters of a passphrase.
const SHORTEST: usize = 8;

/// A passphrase. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Passphrase(String);

/// The text is too short for a passphrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must have at least {SHORTEST} characters")]
pub struct PassphraseError;

impl Passphrase {
    /// Checks a passphrase. Nothing is trimmed.
    ///
    /// # Errors
    /// [`PassphraseError`] below 8 characters.
    pub fn parse(text: &str) -> Result<Self, PassphraseError> {
        if text.chars().count() < SHORTEST { Err(PassphraseError) } else { Ok(Self(text.to_owned())) }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_eight_characters_and_is_not_shown() {
        assert_eq!(Passphrase::parse("seven77"), Err(PassphraseError));
        let passphrase = Passphrase::parse("අටකුරු අට").unwrap();
        assert_eq!(format!("{passphrase:?}"), "Passphrase(…)");
    }
}
