//! Idempotency keys: a request that is sent again places no second order.

use std::fmt;

use chrono::TimeDelta;

use crate::shared::email::EmailAddress;
use crate::shared::ids::UserId;

/// An idempotency key is remembered for at least this time (contract, Orders).
pub const KEY_LIFETIME: TimeDelta = TimeDelta::hours(24);

/// A caller's `Idempotency-Key`: 1 to 255 printable ASCII characters (contract, Orders).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IdempotencyKey(String);

/// The text is no idempotency key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 1 to 255 printable ASCII characters")]
pub struct IdempotencyKeyError;

impl IdempotencyKey {
    /// Checks a key.
    ///
    /// # Errors
    /// [`IdempotencyKeyError`] when it is empty, too long or not printable ASCII.
    pub fn parse(text: &str) -> Result<Self, IdempotencyKeyError> {
        let printable = text.bytes().all(|b| (0x20..=0x7e).contains(&b));
        if (1..=255).contains(&text.len()) && printable { Ok(Self(text.to_owned())) } else { Err(IdempotencyKeyError) }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for IdempotencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A request as text: equal texts are equal requests. It holds the merged lines and the shipping details, not
/// the spelling in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestFingerprint(pub String);

/// The customer that a key belongs to. `Display` is the form that stores keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyOwner {
    User(UserId),
    /// A customer without an account.
    Guest(EmailAddress),
}

impl fmt::Display for KeyOwner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(user) => write!(f, "user:{user}"),
            Self::Guest(email) => write!(f, "guest:{email}"),
        }
    }
}

/// A key together with the request it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyClaim {
    /// The caller's key, which belongs to a [`KeyOwner`].
    pub key: IdempotencyKey,
    /// The same key with another fingerprint is refused.
    pub fingerprint: RequestFingerprint,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_1_to_255_printable_ascii_characters() {
        let printable: String = (' '..='~').collect();
        for text in ["x", " ", "9f86d081-884c-4d63", &printable, &"k".repeat(255)] {
            assert_eq!(IdempotencyKey::parse(text).unwrap().as_str(), text);
        }
        for text in ["", &"k".repeat(256), "a\tb", "a\nb", "a\0b", "a\u{7f}b", "é", "ක"] {
            assert_eq!(IdempotencyKey::parse(text), Err(IdempotencyKeyError), "{text:?}");
        }
    }

    #[test]
    fn keys_that_differ_in_case_differ() {
        assert_ne!(IdempotencyKey::parse("a"), IdempotencyKey::parse("A"));
    }
}
