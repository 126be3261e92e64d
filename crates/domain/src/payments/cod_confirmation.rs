//! The telephone call that confirms a large order that is paid on delivery: its outcomes, and what an order remembers of it.

use crate::payments::payment_method::PaymentMethod;
use crate::shared::json::words;
use crate::shared::money::Money;

words! {
    /// What came of a call to the customer (contract-commerce, section 2).
    pub enum CallOutcome or "must be confirmed, unreachable or refused" {
        /// The customer wants the order.
        Confirmed = "confirmed",
        /// The customer did not answer; staff call again.
        Unreachable = "unreachable",
        /// The customer does not want it: the order is cancelled.
        Refused = "refused",
    }
}

words! {
    /// Whether an order that is paid on delivery is confirmed, as orders answer it to staff.
    pub enum CodConfirmation {
        /// The customer has to be called.
        Needed = "needed",
        /// The customer wants the order.
        Confirmed = "confirmed",
        /// The customer was called and did not answer.
        Unreachable = "unreachable",
    }
}

impl CodConfirmation {
    /// Whether the customer is still to be called.
    #[must_use]
    pub const fn is_to_call(self) -> bool {
        !matches!(self, Self::Confirmed)
    }
}

/// What an order remembers of the call.
///
/// The limit is that of the settings at ordering. An edit of the settings changes no order that was placed before: staff who packed
/// an order yesterday need not unpack it, and the list of customers to call grows by ordering alone. The draft of an order names the
/// version of the settings, so the limit is the one that was valid when the order was committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CodCall {
    /// The total above which the order is confirmed before it is packed; `None` asks for no call.
    pub above: Option<Money>,
    /// Whether the customer confirmed (`true`) or was not reached (`false`) in the last call; `None` before a call. A refusal
    /// cancels the order and is not kept here: a reinstated order is called again.
    pub reached: Option<bool>,
}

impl CodCall {
    /// The confirmation of an order with this total, paid by `method`; `None` where no call is asked for.
    #[must_use]
    pub fn state(self, method: PaymentMethod, total: Money) -> Option<CodConfirmation> {
        self.above.filter(|above| method == PaymentMethod::Cod && total > *above)?;
        Some(match self.reached {
            None => CodConfirmation::Needed,
            Some(true) => CodConfirmation::Confirmed,
            Some(false) => CodConfirmation::Unreachable,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_call_is_asked_for_above_the_limit_of_cash_alone(above in prop::option::of(0_i64..1_000), total in 0_i64..1_000) {
            let money = |cents| Money::from_cents(cents).unwrap();
            let call = CodCall { above: above.map(money), reached: None };
            for method in PaymentMethod::ALL {
                let expected = (method == PaymentMethod::Cod && above.is_some_and(|above| total > above)).then_some(CodConfirmation::Needed);
                prop_assert_eq!(call.state(method, money(total)), expected);
            }
        }
    }
}
