//! Changing an order's status, notes and payment.

use std::sync::Arc;

use domain::orders::order::{Order, Shortage};
use domain::orders::order_change::OrderChange;
use domain::orders::order_id::OrderId;
use domain::orders::ports::{OrderRepository, UpdateOrderOutcome as Update};
use domain::payments::order_payment::PaymentRefusal;
use domain::reports::audit::Actor;
use domain::shared::edit::Edited;
use domain::shared::ports::{Clock, PortError};

use crate::error::use_case_error;
use crate::payments::refusal::code_of;

/// Why an order was not changed.
#[derive(Debug, thiserror::Error)]
pub enum UpdateOrderError {
    /// There is none with this number.
    #[error("There is no order with this number.")]
    NotFound,
    /// It cannot leave `cancelled`: there is not enough of these.
    #[error("Some items are out of stock.")]
    OutOfStock(Vec<Shortage>),
    /// Its status is not the one that was seen; this is the order as it is.
    #[error("The status of this order has changed meanwhile. Please check it and try again.")]
    StatusChanged(Box<Order>),
    /// The payment cannot change so.
    #[error("{0}")]
    Payment(PaymentRefusal),
    /// A port failed.
    #[error("Failed to update order. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(UpdateOrderError {
    Self::NotFound => NotFound, "order.not_found";
    Self::OutOfStock(_) => Conflict, "order.out_of_stock";
    Self::StatusChanged(_) => Conflict, "order.status_changed";
    Self::Payment(refusal) => Conflict, code_of(*refusal);
});

/// Changes orders.
#[derive(Clone)]
pub struct UpdateOrder {
    orders: Arc<dyn OrderRepository>,
    clock: Arc<dyn Clock>,
}

impl UpdateOrder {
    /// Wires the use case.
    #[must_use]
    pub fn new(orders: Arc<dyn OrderRepository>, clock: Arc<dyn Clock>) -> Self {
        Self { orders, clock }
    }

    /// Changes the order with this number.
    ///
    /// # Errors
    /// [`UpdateOrderError`] when there is none, its status is not the expected one, stock is short, or the
    /// store fails.
    pub async fn run(&self, by: &Actor, id: &OrderId, change: &OrderChange) -> Result<Edited<Order>, UpdateOrderError> {
        match self.orders.update(id, change, by, self.clock.now()).await? {
            Update::Updated(order) => Ok(Edited { thing: order, is_changed: true }),
            Update::Unchanged(order) => Ok(Edited { thing: order, is_changed: false }),
            Update::NotFound => Err(UpdateOrderError::NotFound),
            Update::OutOfStock(lines) => Err(UpdateOrderError::OutOfStock(lines)),
            Update::PaymentRefused(refusal) => Err(UpdateOrderError::Payment(refusal)),
            Update::StatusChanged(order) => Err(UpdateOrderError::StatusChanged(Box::new(order))),
        }
    }
}
