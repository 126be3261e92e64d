//! Which passwords the shop accepts.

use std::fmt;

/// A password in the clear, on its way to the hasher. `Debug` never shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// Why a password is refused (contract, Users).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Fewer than 8 characters.
    #[error("must have at least 8 characters")]
    TooShort,
    /// More than 128 characters.
    #[error("must have at most 128 characters")]
    TooLong,
    /// Contains U+0000.
    #[error("must not contain the NUL character")]
    Nul,
    /// One of the 10,000 commonest.
    #[error("is among the most common passwords; choose another")]
    Common,
}

/// Those of the 10,000 commonest passwords that have eight and more characters, one a line, in lower case and
/// sorted by bytes. Taken from the list by Royce Williams that Django ships (BSD-3-Clause).
const COMMON: &str = include_str!("common-passwords.txt");

impl Password {
    /// The least number of characters.
    pub const MIN_LENGTH: usize = 8;
    /// The greatest number of characters.
    pub const MAX_LENGTH: usize = 128;

    /// Checks a new password: 8 to 128 characters, not among the most common ones. No other rule.
    ///
    /// # Errors
    /// [`PasswordError`] when it breaks a rule.
    pub fn choose(text: &str) -> Result<Self, PasswordError> {
        let length = text.chars().count();
        if length < Self::MIN_LENGTH {
            return Err(PasswordError::TooShort);
        }
        if length > Self::MAX_LENGTH {
            return Err(PasswordError::TooLong);
        }
        if text.contains('\0') {
            return Err(PasswordError::Nul);
        }
        let folded = text.to_lowercase();
        if is_common(&folded) {
            return Err(PasswordError::Common);
        }
        Ok(Self(text.to_owned()))
    }

    /// A password that a user enters to log in, unchecked: it was checked when it was chosen.
    #[must_use]
    pub fn given(text: String) -> Self {
        Self(text)
    }

    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// Whether a lower-cased password is in [`COMMON`].
fn is_common(folded: &str) -> bool {
    static SORTED: std::sync::LazyLock<Vec<&str>> = std::sync::LazyLock::new(|| COMMON.lines().collect());
    SORTED.binary_search(&folded).is_ok()
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn eight_to_128_characters() {
        for (text, expected) in [
            ("", Err(PasswordError::TooShort)),
            ("7 chars", Err(PasswordError::TooShort)),
            ("ක්‍රමය", Err(PasswordError::TooShort)),
            ("8 chars!", Ok(())),
            ("🌸🌸🌸🌸🌸🌸🌸🌸", Ok(())),
            ("        ", Ok(())),
            ("nul\0 inside", Err(PasswordError::Nul)),
        ] {
            assert_eq!(Password::choose(text).map(|_| ()), expected, "{text:?}");
        }
        assert!(Password::choose(&"é".repeat(128)).is_ok());
        assert_eq!(Password::choose(&"é".repeat(129)), Err(PasswordError::TooLong));
    }

    #[test]
    fn common_passwords_are_refused_without_regard_to_case() {
        for text in ["password", "PassWord", "12345678", "qwertyuiop", "ILOVEYOU1", "!QAZ2wsx"] {
            assert_eq!(Password::choose(text), Err(PasswordError::Common), "{text}");
        }
        for text in ["password of mine", " password", "passwore", "12345678 "] {
            assert!(Password::choose(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn every_password_of_the_list_is_found_in_it() {
        let lines: Vec<_> = COMMON.lines().collect();
        assert!(lines.len() > 3_000, "a list of {}", lines.len());
        assert!(lines.is_sorted_by(|a, b| a < b), "sorted by bytes, each once");
        for line in lines {
            assert_eq!(line.to_lowercase(), line);
            assert!(line.chars().count() >= 8, "{line} is refused as too short anyway");
            assert_eq!(Password::choose(line), Err(PasswordError::Common), "{line}");
        }
    }

    #[test]
    fn is_never_shown() {
        let secret = Password::choose("correct horse").unwrap();
        assert_eq!(format!("{secret:?}"), "Password(…)");
        assert_eq!(secret.expose(), "correct horse");
    }

    proptest! {
        #[test]
        fn is_kept_as_it_is(text in "\\PC{8,20}") {
            if let Ok(chosen) = Password::choose(&text) {
                prop_assert_eq!(chosen.expose(), &text);
            }
            let given = Password::given(text.clone());
            prop_assert_eq!(given.expose(), &text);
        }
    }
}
