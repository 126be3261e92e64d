//! Order numbers: short, readable over the phone, not guessable.

use std::fmt;

use crate::shared::order_prefix::OrderPrefix;

/// `ARA-7K3M-Q9TX`: the prefix of the shop when the order was placed, and eight characters of Crockford's base 32, that is 40 random bits
/// (contract, Orders).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderId(String);

/// The text is no order number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not an order number")]
pub struct OrderIdError;

/// Crockford's alphabet: no I, L, O (taken for 1 and 0) and no U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

impl OrderId {
    /// The order number with the [former prefix](OrderPrefix::default), made of the lowest 40 of 64 random bits.
    #[must_use]
    pub fn from_random(bits: u64) -> Self {
        Self::new(OrderPrefix::default(), bits)
    }

    /// The order number with this prefix, made of the lowest 40 of 64 random bits.
    #[must_use]
    pub fn new(prefix: OrderPrefix, bits: u64) -> Self {
        let mut text = format!("{prefix}-");
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

    /// Reads an order number as people write it: any case, and behind the prefix `O` for 0, `I` and `L` for 1.
    ///
    /// # Errors
    /// [`OrderIdError`] when it is none.
    pub fn parse(text: &str) -> Result<Self, OrderIdError> {
        let upper = text.trim().to_ascii_uppercase();
        let (prefix, body) = upper.split_once('-').ok_or(OrderIdError)?;
        let prefix = OrderPrefix::parse(prefix).map_err(|_| OrderIdError)?;
        let body: String = body
            .chars()
            .map(|c| match c {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            })
            .collect();
        let (first, second) = body.split_once('-').ok_or(OrderIdError)?;
        let group = |g: &str| g.len() == 4 && g.bytes().all(|b| ALPHABET.contains(&b));
        if group(first) && group(second) { Ok(Self(format!("{prefix}-{body}"))) } else { Err(OrderIdError) }
    }

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn looks_like_this() {
        assert_eq!(OrderId::from_random(0).as_str(), "ARA-0000-0000");
        assert_eq!(OrderId::from_random(1).as_str(), "ARA-1000-0000");
        assert_eq!(OrderId::from_random(u64::MAX).as_str(), "ARA-ZZZZ-ZZZZ");
        assert_eq!(OrderId::from_random(1 << 40), OrderId::from_random(0), "only 40 bits count");
    }

    #[test]
    fn is_read_as_people_write_it() {
        let id = OrderId::parse("ARA-0O1I-LXYZ").unwrap();
        assert_eq!(id.as_str(), "ARA-0011-1XYZ");
        assert_eq!(OrderId::parse("  ara-0o1i-lxyz "), Ok(id));
    }

    #[test]
    fn refuses_the_rest() {
        for text in [
            "",
            "ARA",
            "ARA-",
            "ARA-7K3MQ9TX",
            "7K3M-Q9TX",
            "ARA-7K3M-Q9T",
            "ARA-7K3M-Q9TXX",
            "ARA-7K3-MQ9TX",
            "ARA-7K3M-Q9TU",
            "ARA-7K3M-Q9T!",
            "ARA-7K3M-Q9T-",
            "A-7K3M-Q9TX",
            "ARALIY-7K3M-Q9TX",
            "AR4-7K3M-Q9TX",
            "-7K3M-Q9TX",
            "ARA-ARA-7K3M-Q9TX",
            "ÉLA-7K3M-Q9TX",
            "ARA-7K3M Q9TX",
            "ARA-7K3é-Q9TX",
            "ARA-ſ000-0000",
        ] {
            assert_eq!(OrderId::parse(text), Err(OrderIdError), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn is_never_ambiguous_and_reads_back(letters in "[A-Z]{2,5}", bits: u64) {
            let id = OrderId::new(OrderPrefix::parse(&letters).unwrap(), bits);
            let (prefix, drawn) = id.as_str().split_once('-').unwrap();
            prop_assert_eq!(prefix, &letters);
            prop_assert!(!drawn.contains(['I', 'L', 'O', 'U']), "{}", drawn);
            prop_assert_eq!(OrderId::parse(&id.to_string()), Ok(id.clone()));
            prop_assert_eq!(OrderId::parse(&id.as_str().to_lowercase()), Ok(id.clone()));
            let misheard = drawn.replace('0', "O").replace('1', "l");
            prop_assert_eq!(OrderId::parse(&format!("{letters}-{misheard}")), Ok(id));
        }

        #[test]
        fn other_bits_are_another_number(a: u64, b: u64) {
            let low = |bits: u64| bits & ((1 << 40) - 1);
            prop_assert_eq!(OrderId::from_random(a) == OrderId::from_random(b), low(a) == low(b));
        }

        #[test]
        fn one_flipped_bit_is_another_number(bits: u64, place in 0_u32..40) {
            prop_assert_ne!(OrderId::from_random(bits), OrderId::from_random(bits ^ (1 << place)));
        }
    }
}
