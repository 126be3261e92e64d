//! Whole numbers in requests: `4` and `4.0` are one number in JSON, and clients in other languages write either.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserializer;
use serde::de::{Error, Unexpected, Visitor};

/// Reads a whole number that may be absent (together with `default`) or null.
///
/// # Errors
/// The error of the deserializer for other values and for numbers that do not fit `T`.
pub(crate) fn optional<'de, T: TryFrom<i64>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    deserializer.deserialize_option(Optional(PhantomData))
}

/// Reads the same of a field that an edit may leave out: absent (together with `default`) is not null.
///
/// # Errors
/// Those of [`optional`].
pub(crate) fn edited<'de, T: TryFrom<i64>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    optional(deserializer).map(Some)
}

/// An optional number: null, or a number that [`Whole`] reads.
struct Optional<T>(PhantomData<T>);

impl<'de, T: TryFrom<i64>> Visitor<'de> for Optional<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("integer")
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_i64(Whole(PhantomData)).map(Some)
    }
}

/// A whole number, written as `4` or `4.0`.
struct Whole<T>(PhantomData<T>);

/// The range in which a binary fraction represents every whole number exactly.
const EXACT: std::ops::RangeInclusive<f64> = -9_007_199_254_740_992.0..=9_007_199_254_740_992.0;

impl<T: TryFrom<i64>> Visitor<'_> for Whole<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("integer")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        T::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        let refused = || E::invalid_value(Unexpected::Unsigned(number), &self);
        i64::try_from(number).ok().and_then(|n| T::try_from(n).ok()).ok_or_else(refused)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        if number.fract() != 0.0 || !EXACT.contains(&number) {
            return Err(E::invalid_value(Unexpected::Float(number), &self));
        }
        #[allow(clippy::cast_possible_truncation, reason = "whole, and within 2^53")]
        self.visit_i64(number as i64)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    struct Line {
        #[serde(default, deserialize_with = "super::optional")]
        quantity: Option<i64>,
        #[serde(default, deserialize_with = "super::optional")]
        version: Option<i32>,
    }

    fn quantity(text: &str) -> Result<Option<i64>, String> {
        let line: Result<Line, _> = serde_json::from_str(&format!("{{\"quantity\": {text}}}"));
        line.map(|line| line.quantity).map_err(|error| error.to_string())
    }

    #[test]
    fn a_whole_number_may_be_written_in_any_way() {
        for (text, number) in [("4", 4), ("4.0", 4), ("-4.0", -4), ("4e2", 400), ("40e-1", 4), ("-0.0", 0), ("9007199254740992.0", 1 << 53)]
        {
            assert_eq!(quantity(text), Ok(Some(number)), "{text}");
        }
        assert_eq!(quantity(&i64::MIN.to_string()), Ok(Some(i64::MIN)));
        assert_eq!(quantity("null"), Ok(None));
        assert_eq!(serde_json::from_str::<Line>("{}").unwrap().quantity, None);
    }

    #[test]
    fn anything_else_is_refused_in_the_same_words() {
        for text in ["4.5", "1e-300", "1e300", "1e19", "9223372036854775808", "9007199254740994.0", "\"4\"", "true", "[4]", "{}"] {
            let refused = quantity(text).unwrap_err();
            assert!(refused.contains("expected integer"), "{text}: {refused}");
        }
    }

    #[test]
    fn a_number_has_to_fit() {
        assert_eq!(serde_json::from_str::<Line>("{\"version\": 2147483647}").unwrap().version, Some(i32::MAX));
        assert!(serde_json::from_str::<Line>("{\"version\": 2147483648}").is_err());
    }
}
