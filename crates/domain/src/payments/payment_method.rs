//! The methods by which an order is paid.

use std::fmt;

/// A method of payment (contract-commerce, section 2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PaymentMethod {
    /// Cash to the courier; the method of an order that names none.
    #[default]
    Cod,
    /// A transfer to the shop's bank account, which the shop checks by hand.
    BankTransfer,
    /// The payment gateway PayHere.
    PayHere,
}

/// The text names no method of payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be cod, bankTransfer or payhere")]
pub struct PaymentMethodError;

impl PaymentMethod {
    /// All methods, in the order in which a customer sees them.
    pub const ALL: [Self; 3] = [Self::Cod, Self::BankTransfer, Self::PayHere];

    /// Reads the contract's spelling.
    ///
    /// # Errors
    /// [`PaymentMethodError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, PaymentMethodError> {
        Self::ALL.into_iter().find(|method| method.as_str() == text).ok_or(PaymentMethodError)
    }

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cod => "cod",
            Self::BankTransfer => "bankTransfer",
            Self::PayHere => "payhere",
        }
    }

    /// Whether the money must be there before the order is packed.
    #[must_use]
    pub const fn is_prepaid(self) -> bool {
        !matches!(self, Self::Cod)
    }
}

impl fmt::Display for PaymentMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelled_as_in_the_contract() {
        assert_eq!(PaymentMethod::ALL.map(PaymentMethod::as_str), ["cod", "bankTransfer", "payhere"]);
        for method in PaymentMethod::ALL {
            assert_eq!(PaymentMethod::parse(&method.to_string()), Ok(method));
        }
        for text in ["", "COD", "banktransfer", "PayHere", "card"] {
            assert_eq!(PaymentMethod::parse(text), Err(PaymentMethodError), "{text:?}");
        }
    }

    #[test]
    fn cash_on_delivery_is_the_default_and_the_only_method_paid_later() {
        assert_eq!(PaymentMethod::default(), PaymentMethod::Cod);
        assert_eq!(PaymentMethod::ALL.map(PaymentMethod::is_prepaid), [false, true, true]);
    }
}
