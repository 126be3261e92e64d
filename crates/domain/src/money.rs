//! Amounts of money: Sri Lankan rupees as a whole number of cents.

use std::fmt;

use crate::quantity::Quantity;

/// An amount of LKR in whole cents, between 0 and [`Money::MAX`] (contract, Conventions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Money(i64);

/// Why a number is not an amount of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// Below zero.
    #[error("must not be negative")]
    Negative,
    /// Above 1,000,000,000 rupees.
    #[error("must be at most 1,000,000,000")]
    TooLarge,
    /// A fraction of a cent.
    #[error("must have at most two decimals")]
    FractionOfCent,
}

impl Money {
    /// Nothing at all.
    pub const ZERO: Self = Self(0);
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
            Some((m, e)) => (m, e.parse::<i64>().map_err(|_| MoneyError::TooLarge)?),
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
        let shift = exponent
            .checked_sub(fraction_len)
            .and_then(|s| s.checked_add(dropped))
            .and_then(|s| s.checked_add(2))
            .ok_or(MoneyError::TooLarge)?;
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

/// Two decimals and nothing else: `4500.50`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}
