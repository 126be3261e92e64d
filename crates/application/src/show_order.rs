//! Showing one order.

use std::sync::Arc;

use domain::order::Order;
use domain::order_id::OrderId;
use domain::ports::{OrderReader, PortError};
use domain::session::Principal;

use crate::error::use_case_error;

/// Why there is no order to show.
#[derive(Debug, thiserror::Error)]
pub enum ShowOrderError {
    /// There is none with this number, or it is somebody else's: nobody learns which.
    #[error("There is no order with this number.")]
    NotFound,
    /// A port failed.
    #[error("Failed To Fetch Orders. Please Try Again")]
    Port(#[from] PortError),
}

use_case_error!(ShowOrderError {
    Self::NotFound => NotFound, "order.not_found";
});

/// Shows orders.
#[derive(Clone)]
pub struct ShowOrder(Arc<dyn OrderReader>);

impl ShowOrder {
    /// Wires the use case.
    #[must_use]
    pub fn new(orders: Arc<dyn OrderReader>) -> Self {
        Self(orders)
    }

    /// The order with this number, for its owner and administrators.
    ///
    /// # Errors
    /// [`ShowOrderError`] when there is none for `who` or the store fails.
    pub async fn run(&self, who: &Principal, id: &OrderId) -> Result<Order, ShowOrderError> {
        let order = self.0.by_id(id).await?.ok_or(ShowOrderError::NotFound)?;
        if who.is_admin() || order.user_id == Some(who.user.id) { Ok(order) } else { Err(ShowOrderError::NotFound) }
    }
}
