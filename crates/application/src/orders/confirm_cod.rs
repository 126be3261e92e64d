//! Noting a call that confirms a large order that is paid on delivery.

use std::sync::Arc;

use domain::orders::order::Order;
use domain::orders::order_id::OrderId;
use domain::orders::ports::{CallNoted, FulfilmentDesk};
use domain::payments::cod_confirmation::CallOutcome;
use domain::reports::audit::Actor;
use domain::shared::ports::Clock;

use domain::shared::error::feature_error;

feature_error! {
    /// Why a call was not noted.
    pub enum ConfirmCodError {
        NotFound => NotFound, "order.not_found", "There is no order with this number.";
        /// The order waits for no call; this is the order as it is.
        NotConfirmable(Box<Order>) => Conflict, "order.not_confirmable", "This order needs no confirmation.";
    } port "Failed to update order. Please try again."
}

/// Notes calls to customers whose orders are confirmed before they are packed, for administrators.
#[derive(Clone)]
pub struct ConfirmCod {
    desk: Arc<dyn FulfilmentDesk>,
    clock: Arc<dyn Clock>,
}

impl ConfirmCod {
    /// Wires the use case.
    #[must_use]
    pub fn new(desk: Arc<dyn FulfilmentDesk>, clock: Arc<dyn Clock>) -> Self {
        Self { desk, clock }
    }

    /// Notes what came of a call, and answers the order after it; a refused order is cancelled.
    ///
    /// # Errors
    /// [`ConfirmCodError`] when there is no such order, it waits for no call, or the store fails.
    pub async fn run(&self, by: &Actor, id: &OrderId, outcome: CallOutcome) -> Result<Order, ConfirmCodError> {
        match self.desk.note_call(id, outcome, by, self.clock.now()).await? {
            CallNoted::Noted(order) => Ok(order),
            CallNoted::NotConfirmable(order) => Err(ConfirmCodError::NotConfirmable(Box::new(order))),
            CallNoted::NotFound => Err(ConfirmCodError::NotFound),
        }
    }
}
