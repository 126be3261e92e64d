//! Money in JSON: a number with at most two decimals, read and written without binary fractions.

use std::borrow::Cow;

use domain::shared::money::{Money, MoneyError};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// An amount of LKR in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoneyJson(pub Money);

impl Serialize for MoneyJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_cents(self.0.cents(), serializer)
    }
}

/// Writes cents as `4500`, `4500.5` or `4500.25`. Up to 2^53 cents the nearest binary fraction prints as the
/// decimal it came from.
///
/// # Errors
/// Those of the serializer.
pub fn serialize_cents<S: Serializer>(cents: i64, serializer: S) -> Result<S::Ok, S::Error> {
    if cents % 100 == 0 {
        serializer.serialize_i64(cents / 100)
    } else {
        #[allow(clippy::cast_precision_loss)]
        serializer.serialize_f64(cents as f64 / 100.0)
    }
}

/// A number in a request, kept as the digits sent.
#[derive(Clone, Debug)]
pub struct RawNumber(Box<RawValue>);

impl RawNumber {
    /// The digits.
    #[must_use]
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// The amount of money with these digits.
    ///
    /// # Errors
    /// [`MoneyError`] when they are not an amount of money.
    pub fn money(self) -> Result<Money, MoneyError> {
        Money::parse(self.text())
    }
}

impl<'de> Deserialize<'de> for RawNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        if raw.get().starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            Ok(Self(raw))
        } else {
            Err(serde::de::Error::custom("expected a number"))
        }
    }
}

fn money_schema() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(SchemaType::new(Type::Number))
        .description(Some("An amount of LKR with at most two decimals."))
        .minimum(Some(0.0))
        .maximum(Some(1_000_000_000.0))
        .multiple_of(Some(0.01))
        .examples([serde_json::json!(4500.5)])
        .into()
}

macro_rules! money_schema_for {
    ($type:ty) => {
        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                money_schema()
            }
        }

        impl ToSchema for $type {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed("Money")
            }
        }
    };
}
money_schema_for!(MoneyJson);
money_schema_for!(RawNumber);

/// Hundredths, written as a number with two decimals.
#[derive(Debug)]
pub(crate) struct Cents(pub(crate) i64);

impl Serialize for Cents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_cents(self.0, serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_at_most_two_decimals() {
        for (cents, text) in
            [(450_000, "4500"), (450_050, "4500.5"), (450_025, "4500.25"), (1, "0.01"), (0, "0"), (99_999_999_999, "999999999.99")]
        {
            assert_eq!(serde_json::to_string(&MoneyJson(Money::from_cents(cents).unwrap())).unwrap(), text);
        }
    }
}
