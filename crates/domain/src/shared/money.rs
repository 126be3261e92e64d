//! Amounts of money: Sri Lankan rupees as a whole number of cents.

use std::fmt;

use crate::shared::quantity::Quantity;

/// An amount of LKR in whole cents, between 0 and [`Money::MAX`] (contract, Conventions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Money(i64);

/// Why a number is not an amount of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    #[error("must not be negative")]
    Negative,
    /// Above 1,000,000,000 rupees.
    #[error("must be at most 1,000,000,000")]
    TooLarge,
    #[error("must have at most two decimals")]
    FractionOfCent,
}

impl Money {
    /// 0.
    pub const ZERO: Self = Self(0);
    pub const RUPEE: Self = Self(100);
    /// The largest amount the shop handles: 1,000,000,000.00 rupees.
    pub const MAX: Self = Self(100_000_000_000);

    /// An amount of `cents`.
    ///
    /// # Errors
    /// [`MoneyError`] when it is negative or above [`Money::MAX`].
    pub const fn from_cents(cents: i64) -> Result<Self, MoneyError> {
        if cents < 0 {
            Err(MoneyError::Negative)
        } else if cents > Self::MAX.0 {
            Err(MoneyError::TooLarge)
        } else {
            Ok(Self(cents))
        }
    }

    /// Reads a decimal number as JSON writes it (`4500`, `4500.5`, `4.5e3`), exactly: no binary fraction is
    /// ever involved.
    ///
    /// # Errors
    /// [`MoneyError`] when it is negative, too large or has a fraction of a cent; text that is no decimal
    /// number counts as a fraction.
    pub fn parse(text: &str) -> Result<Self, MoneyError> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((m, e)) => (m, parse_exponent(e)?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: String = [whole, fraction].concat();
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(MoneyError::FractionOfCent);
        }
        let significant = digits.trim_start_matches('0');
        if significant.is_empty() {
            return Ok(Self::ZERO);
        }
        let trimmed = significant.trim_end_matches('0');
        let dropped = significant.len().saturating_sub(trimmed.len());
        // value in cents = trimmed × 10^shift
        let fraction_len = i64::try_from(fraction.len()).map_err(|_| MoneyError::TooLarge)?;
        let dropped = i64::try_from(dropped).map_err(|_| MoneyError::TooLarge)?;
        let shift = exponent.saturating_sub(fraction_len).saturating_add(dropped).saturating_add(2);
        if shift < 0 {
            return Err(MoneyError::FractionOfCent);
        }
        if negative {
            return Err(MoneyError::Negative);
        }
        let shift = u32::try_from(shift).map_err(|_| MoneyError::TooLarge)?;
        let value = trimmed.parse::<i64>().ok().and_then(|v| v.checked_mul(10_i64.checked_pow(shift)?)).ok_or(MoneyError::TooLarge)?;
        Self::from_cents(value)
    }

    /// The amount in cents.
    #[must_use]
    pub const fn cents(self) -> i64 {
        self.0
    }

    /// As a customer reads it: `LKR. 4,500.00` (contract, Conventions).
    #[must_use]
    pub fn with_currency(self) -> String {
        let rupees = (self.0 / 100).to_string();
        let grouped: Vec<&str> = rupees.as_bytes().rchunks(3).rev().filter_map(|digits| std::str::from_utf8(digits).ok()).collect();
        format!("LKR. {}.{:02}", grouped.join(","), self.0 % 100)
    }

    /// `self + other`.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] past [`Money::MAX`].
    pub fn plus(self, other: Self) -> Result<Self, MoneyError> {
        self.0.checked_add(other.0).ok_or(MoneyError::TooLarge).and_then(Self::from_cents)
    }

    /// `self - other`.
    ///
    /// # Errors
    /// [`MoneyError::Negative`] when `other` is the larger one.
    pub fn minus(self, other: Self) -> Result<Self, MoneyError> {
        self.0.checked_sub(other.0).ok_or(MoneyError::Negative).and_then(Self::from_cents)
    }

    /// The price of `quantity` units at `self` each (`spec.md` §9, line total).
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] past [`Money::MAX`].
    pub fn times(self, quantity: Quantity) -> Result<Self, MoneyError> {
        self.0.checked_mul(i64::from(quantity.get())).ok_or(MoneyError::TooLarge).and_then(Self::from_cents)
    }
}

/// The exponent of a decimal number: digits with or without a sign. An exponent outside `i64` counts as the nearest `i64`.
fn parse_exponent(text: &str) -> Result<i64, MoneyError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(MoneyError::FractionOfCent);
    }
    Ok(text.parse().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// With two decimals: `4500.50`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn money(cents: i64) -> Money {
        Money::from_cents(cents).unwrap()
    }

    fn any_money() -> impl Strategy<Value = Money> {
        (0..=Money::MAX.cents()).prop_map(money)
    }

    #[test]
    fn reads_every_way_json_writes_a_number() {
        for (text, cents) in [
            ("0", 0),
            ("-0", 0),
            ("0.00", 0),
            ("-0.0e7", 0),
            ("0e99999999999999999999", 0),
            ("0.01", 1),
            ("1e-2", 1),
            ("100E-4", 1),
            ("4500", 450_000),
            ("4500.5", 450_050),
            ("4500.25", 450_025),
            ("4500.250000", 450_025),
            ("4.5e3", 450_000),
            ("4.5E+3", 450_000),
            ("0.000045e8", 450_000),
            ("1000000000", 100_000_000_000),
            ("1000000000.00", 100_000_000_000),
            ("1e9", 100_000_000_000),
        ] {
            assert_eq!(Money::parse(text), Ok(money(cents)), "{text}");
        }
    }

    #[test]
    fn refuses_other_texts() {
        use MoneyError::{FractionOfCent, Negative, TooLarge};
        for (text, error) in [
            ("-0.01", Negative),
            ("-1", Negative),
            ("-1e30", Negative),
            ("1000000000.01", TooLarge),
            ("1e10", TooLarge),
            ("9223372036854775807", TooLarge),
            ("1e99999999999999999999", TooLarge),
            ("99999999999999999999999999999999999999999", TooLarge),
            ("0.001", FractionOfCent),
            ("4500.255", FractionOfCent),
            ("1e-3", FractionOfCent),
            ("1e-99999999999999999999", FractionOfCent),
            ("0.1e-2", FractionOfCent),
        ] {
            assert_eq!(Money::parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn text_that_is_no_number_counts_as_a_fraction() {
        for text in [
            "", "-", ".", "e", "e5", "1e", "1e+", "1e-", "1e1.5", "1e2e3", "1e+-2", "abc", "NaN", "Infinity", "1,000", " 1", "1 ", "+1",
            "--1", "1.2.3", "0x10", "１",
        ] {
            assert_eq!(Money::parse(text), Err(MoneyError::FractionOfCent), "{text}");
        }
    }

    #[test]
    fn limits_are_inclusive() {
        assert_eq!(Money::from_cents(0), Ok(Money::ZERO));
        assert_eq!(Money::from_cents(-1), Err(MoneyError::Negative));
        assert_eq!(Money::from_cents(100_000_000_000), Ok(Money::MAX));
        assert_eq!(Money::from_cents(100_000_000_001), Err(MoneyError::TooLarge));
        assert_eq!(Money::from_cents(i64::MIN), Err(MoneyError::Negative));
    }

    #[test]
    fn shows_two_decimals() {
        for (cents, text) in [(0, "0.00"), (1, "0.01"), (10, "0.10"), (450_050, "4500.50"), (100_000_000_000, "1000000000.00")] {
            assert_eq!(money(cents).to_string(), text);
        }
    }

    proptest! {
        #[test]
        fn parses_its_own_format(amount in any_money()) {
            prop_assert_eq!(Money::parse(&amount.to_string()), Ok(amount));
        }

        #[test]
        fn numbers_of_browsers_are_exact(amount in any_money()) {
            // 1e11 cents are far below 2^53, so the shortest text of the nearest double is the exact amount.
            #[expect(clippy::cast_precision_loss, reason = "the point of the test")]
            let double = amount.cents() as f64 / 100.0;
            prop_assert_eq!(Money::parse(&double.to_string()), Ok(amount));
            prop_assert_eq!(Money::parse(&format!("{double:e}")), Ok(amount));
        }

        #[test]
        fn agrees_with_whole_number_arithmetic(negative: bool, whole in "[0-9]{1,9}", fraction in "[0-9]{0,6}", exponent in -12_i32..12) {
            let text = format!("{}{whole}{}{fraction}e{exponent}", if negative { "-" } else { "" }, if fraction.is_empty() { "" } else { "." });
            let digits: i128 = format!("{whole}{fraction}").parse().unwrap();
            // In units of 1e-18 cents, every such number is whole.
            let places = exponent - i32::try_from(fraction.len()).unwrap() + 2;
            let scaled = digits.checked_mul(10_i128.pow(u32::try_from(places + 18).unwrap_or(0)));
            let expected = match scaled {
                Some(0) => Ok(Money::ZERO),
                Some(s) if places >= -18 && s % 10_i128.pow(18) != 0 => Err(MoneyError::FractionOfCent),
                _ if negative => Err(MoneyError::Negative),
                Some(s) => i64::try_from(s / 10_i128.pow(18)).map_or(Err(MoneyError::TooLarge), Money::from_cents),
                None => Err(MoneyError::TooLarge),
            };
            prop_assert_eq!(Money::parse(&text), expected, "{}", text);
        }

        #[test]
        fn never_panics_and_never_reads_an_amount_out_of_range(text in "[-+0-9.eE ]{0,40}|\\PC{0,40}") {
            if let Ok(amount) = Money::parse(&text) {
                prop_assert!((Money::ZERO..=Money::MAX).contains(&amount));
            }
        }

        #[test]
        fn adding_and_taking_away_undo_each_other(a in any_money(), b in any_money()) {
            prop_assert_eq!(a.plus(b), b.plus(a));
            match a.plus(b) {
                Ok(sum) => prop_assert_eq!(sum.minus(b), Ok(a)),
                Err(error) => {
                    prop_assert_eq!(error, MoneyError::TooLarge);
                    prop_assert!(a.cents() + b.cents() > Money::MAX.cents());
                }
            }
            prop_assert_eq!(a.minus(b).is_ok(), a >= b);
        }

        #[test]
        fn times_is_adding_up(price in any_money(), units in 1_i64..=1_000_000) {
            let exact = i128::from(price.cents()) * i128::from(units);
            let answer = price.times(Quantity::parse(units).unwrap());
            if exact <= i128::from(Money::MAX.cents()) {
                prop_assert_eq!(i128::from(answer.unwrap().cents()), exact);
            } else {
                prop_assert_eq!(answer, Err(MoneyError::TooLarge));
            }
        }
    }

    #[test]
    fn the_dearest_line_does_not_overflow() {
        assert_eq!(Money::MAX.times(Quantity::MAX), Err(MoneyError::TooLarge));
        assert_eq!(Money::MAX.times(Quantity::parse(1).unwrap()), Ok(Money::MAX));
        assert_eq!(Money::MAX.plus(money(1)), Err(MoneyError::TooLarge));
        assert_eq!(Money::ZERO.minus(money(1)), Err(MoneyError::Negative));
    }
}
