//! Calling the customer of a large order that is paid on delivery, before it is packed (contract-commerce, section 2).

use crate::orders::error::OrderRefusal;
use crate::orders::fulfilment_status::FulfilmentStatus;
use crate::orders::order::Order;
use crate::payments::cod_confirmation::{CallOutcome, CodCall, CodConfirmation};
use crate::payments::order_payment::OrderPayment;
use crate::shared::order_status::OrderStatus;

impl Order {
    /// Whether the order is confirmed. An order that is cancelled, or packed without a call by a set status, waits for none: `None`.
    #[must_use]
    pub fn cod_confirmation(&self) -> Option<CodConfirmation> {
        let is_open = self.status != OrderStatus::Cancelled && self.fulfilment_status() == FulfilmentStatus::Unfulfilled;
        self.payment.cod_call.state(self.payment.method, self.total).filter(|state| is_open || !state.is_to_call())
    }

    /// Whether the customer has to be called before the order is packed.
    #[must_use]
    pub fn is_to_call(&self) -> bool {
        self.cod_confirmation().is_some_and(CodConfirmation::is_to_call)
    }

    /// The order after a call: confirmed it can be packed, refused it is cancelled; a customer who did not answer is called again.
    ///
    /// # Errors
    /// [`OrderRefusal::NotConfirmable`] for an order that waits for no call.
    pub fn called(self, outcome: CallOutcome) -> Result<Self, OrderRefusal> {
        if !self.is_to_call() {
            return Err(OrderRefusal::NotConfirmable);
        }
        let reached = match outcome {
            CallOutcome::Refused => return self.cancelled().map_err(|_| OrderRefusal::NotConfirmable),
            CallOutcome::Confirmed => true,
            CallOutcome::Unreachable => false,
        };
        let cod_call = CodCall { reached: Some(reached), ..self.payment.cod_call };
        let payment = OrderPayment { cod_call, ..self.payment.clone() };
        Ok(self.with_payment(payment))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::orders::fulfilment::Parcel;
    use crate::orders::fulfilment_step::{FulfilmentStep, StepChange};
    use crate::orders::order::OrderDraft;
    use crate::orders::order_edit::OrderEdit;
    use crate::orders::samples::{booked, draft};
    use crate::shared::money::Money;

    /// An order of 300 cents in a shop that calls above this limit.
    fn order(above: Option<i64>) -> Order {
        OrderDraft { confirm_above: above.map(|cents| Money::from_cents(cents).unwrap()), ..draft() }.into_order()
    }

    fn step(step: FulfilmentStep, order: Order) -> Result<Order, OrderRefusal> {
        StepChange { step, parcel: Parcel::default(), is_cash_collected: true }.apply(order, &booked())
    }

    fn set(status: OrderStatus, order: Order) -> Order {
        OrderEdit { status: Some(status), ..OrderEdit::default() }.apply(order, &booked()).unwrap()
    }

    #[test]
    fn an_order_above_the_limit_is_packed_once_it_is_confirmed() {
        for (above, state) in [(None, None), (Some(300), None), (Some(299), Some(CodConfirmation::Needed))] {
            assert_eq!(order(above).cod_confirmation(), state, "{above:?}");
        }
        let unreachable = order(Some(299)).called(CallOutcome::Unreachable).unwrap();
        assert_eq!(unreachable.cod_confirmation(), Some(CodConfirmation::Unreachable));
        for waiting in [order(Some(299)), unreachable.clone()] {
            assert_eq!(step(FulfilmentStep::Packed, waiting), Err(OrderRefusal::Unconfirmed));
        }
        let packed = step(FulfilmentStep::Packed, unreachable.called(CallOutcome::Confirmed).unwrap()).unwrap();
        assert_eq!(packed.cod_confirmation(), Some(CodConfirmation::Confirmed));
        assert!(step(FulfilmentStep::Packed, order(Some(300))).is_ok());
    }

    #[test]
    fn a_refused_order_is_cancelled_and_called_again_once_it_is_reinstated() {
        let refused = order(Some(299)).called(CallOutcome::Refused).unwrap();
        assert_eq!((refused.status, refused.cod_confirmation()), (OrderStatus::Cancelled, None));
        let back = set(OrderStatus::Processing, refused);
        assert_eq!(back.cod_confirmation(), Some(CodConfirmation::Needed));
    }

    /// An action on an order that the shop calls for.
    #[derive(Clone, Copy, Debug)]
    enum Action {
        Call(CallOutcome),
        Step(FulfilmentStep),
        Set(OrderStatus),
    }

    fn actions() -> impl Strategy<Value = Action> {
        prop_oneof![
            prop::sample::select(CallOutcome::ALL.to_vec()).prop_map(Action::Call),
            prop::sample::select(FulfilmentStep::ALL.to_vec()).prop_map(Action::Step),
            prop::sample::select(OrderStatus::ALL.to_vec()).prop_map(Action::Set),
        ]
    }

    proptest! {
        #[test]
        fn no_sequence_of_actions_packs_an_order_without_a_confirmation(actions in prop::collection::vec(actions(), 0..40)) {
            let mut order = order(Some(299));
            let mut is_confirmed = false;
            for action in actions {
                let waits = order.is_to_call();
                let after = match action {
                    Action::Call(outcome) => {
                        let after = order.clone().called(outcome);
                        prop_assert_eq!(after.is_ok(), waits, "a call is entered exactly where one is waited for");
                        is_confirmed |= waits && outcome == CallOutcome::Confirmed;
                        after.ok()
                    }
                    Action::Step(wanted) => {
                        let after = step(wanted, order.clone());
                        if after.is_ok() && wanted == FulfilmentStep::Packed {
                            prop_assert!(is_confirmed, "it was packed unconfirmed");
                        }
                        after.ok()
                    }
                    Action::Set(status) => Some(set(status, order.clone())),
                };
                order = after.unwrap_or(order);
                prop_assert_eq!(order.payment.cod_call.reached == Some(true), is_confirmed);
                let is_open = order.status != OrderStatus::Cancelled && order.fulfilment_status() == FulfilmentStatus::Unfulfilled;
                prop_assert_eq!(order.is_to_call(), is_open && !is_confirmed);
            }
        }
    }
}
