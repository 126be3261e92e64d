//! The methods by which an order is paid.

use crate::shared::json::words;

words! {
    /// A method of payment (contract-commerce, section 2), in the order in which a customer sees them.
    #[derive(Default, PartialOrd, Ord)]
    pub enum PaymentMethod or "must be cod, bankTransfer or payhere" {
        /// Cash to the courier; the method of an order that names none.
        #[default]
        Cod = "cod",
        /// A transfer to the shop's bank account, which the shop checks by hand.
        BankTransfer = "bankTransfer",
        /// The payment gateway PayHere.
        PayHere = "payhere",
    }
}

impl PaymentMethod {
    /// Whether the money must be there before the order is packed.
    #[must_use]
    pub const fn is_prepaid(self) -> bool {
        !matches!(self, Self::Cod)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cash_on_delivery_is_the_default_and_the_only_method_paid_later() {
        assert_eq!(PaymentMethod::default(), PaymentMethod::Cod);
        assert_eq!(PaymentMethod::ALL.map(PaymentMethod::is_prepaid), [false, true, true]);
    }
}
