//! The second factor of a sign-in: codes of an authenticator app (RFC 6238), and recovery codes for the day when the app is lost
//! (contract-owner, section 2).

use std::fmt;

use chrono::{DateTime, Utc};

/// The length of a step in seconds: a code of the app is valid for one step.
pub const STEP_SECONDS: u64 = 30;
/// The number of digits of a code.
pub const DIGITS: u8 = 6;
/// The number of steps before and after the present one whose codes count, for clocks that differ.
pub const SKEW: u16 = 1;
/// The length of the secret in bytes: the output of SHA-1 (RFC 4226 §4).
pub const SECRET_BYTES: usize = 20;
/// The number of recovery codes of a user.
pub const RECOVERY_CODES: usize = 10;
/// The letters of recovery codes: 32, without those that look alike (`0` and `o`, `1`, `i` and `l`).
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// The secret that the shop shares with an authenticator app. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpSecret(Vec<u8>);

impl TotpSecret {
    /// Wraps the bytes of a secret.
    #[must_use]
    pub const fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// The bytes.
    #[must_use]
    pub fn expose(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for TotpSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TotpSecret(…)")
    }
}

/// A secret under the data key: the version of the key, a nonce, the ciphertext and its tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedSecret(pub Vec<u8>);

/// A secret as an authenticator app takes it. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct AppKey {
    /// The secret in base32, to be typed.
    pub base32: String,
    /// The `otpauth` address with the secret, to be shown as a QR code.
    pub uri: String,
}

impl fmt::Debug for AppKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AppKey(…)")
    }
}

/// The second factor of a user as the store keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSecondFactor {
    pub secret: SealedSecret,
    /// When a code proved that the app has the secret; `None` for an enrolment that was begun alone.
    pub enabled_at: Option<DateTime<Utc>>,
}

/// The state of a second factor, as its user sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SecondFactorStatus {
    /// Since when a sign-in asks for a code; `None` while it does not.
    pub enabled_at: Option<DateTime<Utc>>,
    /// The number of recovery codes that were not used.
    pub recovery_codes_left: u32,
}

/// A recovery code in the form `xxxx-xxxx`: 40 random bits. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RecoveryCode(String);

impl RecoveryCode {
    /// The code of 40 random bits; those above are ignored.
    #[must_use]
    pub fn from_random(bits: u64) -> Self {
        let letter = |place: u32| {
            let index = usize::try_from((bits >> (5 * place)) & 31).unwrap_or(0);
            LETTERS.get(index).map_or('a', |letter| char::from(*letter))
        };
        let (first, last): (String, String) = ((0..4).map(letter).collect(), (4..8).map(letter).collect());
        Self(format!("{first}-{last}"))
    }

    /// Reads a code, whatever the case of its letters and with or without its hyphen; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let folded = text.to_ascii_lowercase();
        let letters: String = folded.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
        let fits = letters.len() == 8 && letters.bytes().all(|letter| LETTERS.contains(&letter));
        let (first, last) = fits.then(|| letters.split_at(4))?;
        Some(Self(format!("{first}-{last}")))
    }

    /// The code as it is shown once to its user.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode(…)")
    }
}

/// A recovery code as the store keeps it: a keyed hash. The store alone does not tell the code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecoveryHash(pub Vec<u8>);

/// The number of wrong codes after the right password, without a right one between them, at which the owner of the account is mailed.
pub const WRONG_CODES_TOLD: u32 = 10;

/// A code as a user typed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedCode {
    /// The digits of an authenticator app.
    OfApp(String),
    Recovery(RecoveryCode),
    /// Neither: a wrong code.
    Unreadable,
}

impl TypedCode {
    /// Reads a code; apps show its digits in two groups, so that white space counts for nothing.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if digits.len() == usize::from(DIGITS) && digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Self::OfApp(digits);
        }
        RecoveryCode::parse(text).map_or(Self::Unreadable, Self::Recovery)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn codes_of_the_app_are_six_digits() {
        for text in ["123456", " 123 456 ", "000000"] {
            let digits = text.replace(' ', "");
            assert_eq!(TypedCode::parse(text), TypedCode::OfApp(digits), "{text:?}");
        }
        for text in ["", "12345", "1234567", "12345a", "+12345", "１２３４５６"] {
            assert_eq!(TypedCode::parse(text), TypedCode::Unreadable, "{text:?}");
        }
    }

    #[test]
    fn no_letter_looks_like_another() {
        let mut letters = LETTERS.to_vec();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), 32);
        assert!(["o", "i", "l", "1"].iter().all(|alike| !LETTERS.contains(&alike.as_bytes()[0])));
    }

    #[test]
    fn secrets_are_never_shown() {
        let key = AppKey { base32: "hunter2".to_owned(), uri: "otpauth://hunter2".to_owned() };
        let shown = format!("{:?} {:?} {key:?}", TotpSecret::new(b"hunter2".to_vec()), RecoveryCode::from_random(7));
        assert_eq!(shown, "TotpSecret(…) RecoveryCode(…) AppKey(…)");
    }

    proptest! {
        #[test]
        fn a_recovery_code_is_read_as_it_is_typed(bits: u64) {
            let code = RecoveryCode::from_random(bits);
            prop_assert_eq!(code.expose().len(), 9);
            for typed in [code.expose().to_owned(), code.expose().to_uppercase(), format!(" {} ", code.expose().replace('-', ""))] {
                prop_assert_eq!(TypedCode::parse(&typed), TypedCode::Recovery(code.clone()));
            }
        }

        #[test]
        fn all_40_bits_count(bits in 0_u64..1 << 40, bit in 0_u32..40) {
            prop_assert_ne!(RecoveryCode::from_random(bits), RecoveryCode::from_random(bits ^ (1 << bit)));
        }

        #[test]
        fn no_text_breaks_the_reader(text: String) {
            let _ = TypedCode::parse(&text);
        }
    }
}
