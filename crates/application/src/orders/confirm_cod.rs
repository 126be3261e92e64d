//! Noting a call that confirms a large order that is paid on delivery.

use std::sync::Arc;

use domain::orders::order::Order;
use domain::orders::order_id::OrderId;
use domain::orders::ports::{CallNoted, FulfilmentDesk};
use domain::payments::cod_confirmation::CallOutcome;
use domain::reports::audit::Actor;
use domain::shared::ports::{Clock, PortError};

use crate::error::use_case_error;

/// Why a call was not noted.
#[derive(Debug, thiserror::Error)]
pub enum ConfirmCodError {
    /// There is no order with this number.
    #[error("There is no order with this number.")]
    NotFound,
    /// The order waits for no call; this is the order as it is.
    #[error("This order needs no confirmation.")]
    NotConfirmable(Box<Order>),
    /// A port failed.
    #[error("Failed to update order. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(ConfirmCodError {
    Self::NotFound => NotFound, "order.not_found";
    Self::NotConfirmable(_) => Conflict, "order.not_confirmable";
});

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
