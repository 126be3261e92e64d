//! The stored JSON of values: a text, a number or a word, which is checked when it is read.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::shared::email::EmailAddress;
use crate::shared::money::Money;
use crate::shared::quantity::{Quantity, Stock};
use crate::shared::text::Text;

impl<const MIN: usize, const MAX: usize, const LINES: bool> Serialize for Text<MIN, MAX, LINES> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Reads a stored text ([`Text::parse_known`]).
impl<'de, const MIN: usize, const MAX: usize, const LINES: bool> Deserialize<'de> for Text<MIN, MAX, LINES> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse_known(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// The outcome of a function that reads a value.
pub(crate) trait Parsed<T> {
    fn parsed(self) -> Result<T, String>;
}

impl<T> Parsed<T> for Option<T> {
    fn parsed(self) -> Result<T, String> {
        self.ok_or_else(|| "unknown value".to_owned())
    }
}

impl<T, E: ToString> Parsed<T> for Result<T, E> {
    fn parsed(self) -> Result<T, String> {
        self.map_err(|error| error.to_string())
    }
}

/// Writes a type as its text (`as_str`), and reads it with this function.
macro_rules! text_json {
    ($type:ty, $parse:expr) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                $crate::shared::json::Parsed::parsed(($parse)(&text)).map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use text_json;

/// Writes a type as the number that `get` answers, and reads it with `parse`.
macro_rules! number_json {
    ($type:ty, $get:expr, $parse:expr) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serde::Serialize::serialize(&($get)(*self), serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                ($parse)(<i64 as serde::Deserialize>::deserialize(deserializer)?).map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use number_json;

/// Declares an enum of words, in the order of its lists: `ALL`, `as_str`, `Display`, JSON, and `parse`. For any other text that answers
/// an error with the sentence after `or`, or `None` where there is no sentence.
macro_rules! words {
    ($(#[$attribute:meta])* pub enum $type:ident $(or $sentence:literal)? { $($(#[$of_variant:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $type {
            $($(#[$of_variant])* $variant,)+
        }

        impl $type {
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            $crate::shared::json::parse_word!($($sentence)?);
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        $crate::shared::json::text_json!($type, Self::parse);
    };
}
pub(crate) use words;

macro_rules! parse_word {
    () => {
        #[must_use]
        pub fn parse(text: &str) -> Option<Self> {
            Self::ALL.into_iter().find(|one| one.as_str() == text)
        }
    };
    ($sentence:literal) => {
        /// Reads the spelling of `as_str`.
        ///
        /// # Errors
        /// For any other text.
        pub fn parse(text: &str) -> Result<Self, $crate::shared::faults::InvalidValue> {
            Self::ALL.into_iter().find(|one| one.as_str() == text).ok_or($crate::shared::faults::InvalidValue($sentence))
        }
    };
}
pub(crate) use parse_word;

/// Declares a whole number in a range: `INVALID`, the error of `parse`, with the sentence after `or`, `parse`, `get` and JSON.
macro_rules! number {
    ($(#[$attribute:meta])* pub struct $type:ident: $number:ty = $range:expr, or $sentence:literal) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $type($number);

        impl $type {
            pub const INVALID: $crate::shared::faults::InvalidValue = $crate::shared::faults::InvalidValue($sentence);

            /// Checks a number.
            ///
            /// # Errors
            /// Outside the range.
            pub fn parse(number: i64) -> Result<Self, $crate::shared::faults::InvalidValue> {
                <$number>::try_from(number).ok().filter(|number| $range.contains(number)).map(Self).ok_or(Self::INVALID)
            }

            #[must_use]
            pub const fn get(self) -> $number {
                self.0
            }
        }

        $crate::shared::json::number_json!($type, Self::get, Self::parse);
    };
}
pub(crate) use number;

/// Reads the stored form of settings, whose parts `new` checks.
macro_rules! checked_json {
    ($settings:ty, $plan:ty) => {
        impl TryFrom<$plan> for $settings {
            type Error = $crate::shared::faults::Faults;

            fn try_from(plan: $plan) -> Result<Self, Self::Error> {
                Self::new(plan)
            }
        }
    };
}
pub(crate) use checked_json;

// An amount is stored in cents.
number_json!(Money, Self::cents, Self::from_cents);
number_json!(Quantity, Self::get, Self::parse);
number_json!(Stock, Self::get, Self::parse);
text_json!(EmailAddress, Self::parse_known);

#[cfg(test)]
mod tests {
    #![allow(unreachable_pub, reason = "the macro declares public enums")]

    words! {
        /// A word of these tests.
        pub enum Sample or "must be one or twoMore" {
            One = "one",
            TwoMore = "twoMore",
        }
    }

    #[test]
    fn a_word_is_read_as_it_is_written_alone() {
        assert_eq!(Sample::ALL.map(|word| Sample::parse(&word.to_string())), Sample::ALL.map(Ok));
        for text in ["", "One", "two more", " one", "three"] {
            assert_eq!(Sample::parse(text).unwrap_err().to_string(), "must be one or twoMore", "{text:?}");
            assert!(serde_json::from_value::<Sample>(text.into()).is_err());
        }
        assert_eq!(serde_json::to_value(Sample::TwoMore).unwrap(), "twoMore");
    }
}
