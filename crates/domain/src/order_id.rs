//! Order numbers: short, readable over the phone, not guessable.

use std::fmt;

/// `ARA-7K3M-Q9TX`: eight characters of Crockford's base 32, that is 40 random bits (contract, Orders).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderId(String);

/// The text is no order number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not an order number")]
pub struct OrderIdError;

/// Crockford's alphabet: no I, L, O (taken for 1 and 0) and no U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX: &str = "ARA-";

impl OrderId {
    /// The order number made of the lowest 40 of 64 random bits.
    #[must_use]
    pub fn from_random(bits: u64) -> Self {
        let mut text = String::from(PREFIX);
        for place in 0..8_u32 {
            if place == 4 {
                text.push('-');
            }
            let digit = bits >> (5 * place) & 31;
            let letter = usize::try_from(digit).ok().and_then(|d| ALPHABET.get(d)).copied().unwrap_or(b'0');
            text.push(char::from(letter));
        }
        Self(text)
    }

    /// Reads an order number as people write it: any case, `O` for 0, `I` and `L` for 1.
    ///
    /// # Errors
    /// [`OrderIdError`] when it is none.
    pub fn parse(text: &str) -> Result<Self, OrderIdError> {
        let upper = text.trim().to_ascii_uppercase();
        let body: String = upper
            .strip_prefix(PREFIX)
            .ok_or(OrderIdError)?
            .chars()
            .map(|c| match c {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            })
            .collect();
        let (first, second) = body.split_once('-').ok_or(OrderIdError)?;
        let group = |g: &str| g.len() == 4 && g.bytes().all(|b| ALPHABET.contains(&b));
        if group(first) && group(second) { Ok(Self(format!("{PREFIX}{body}"))) } else { Err(OrderIdError) }
    }

    /// The order number.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for OrderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
