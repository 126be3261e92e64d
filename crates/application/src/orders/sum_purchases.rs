//! The sums of a customer's orders, for the back-office.

use std::sync::Arc;

use domain::orders::ports::OrderReader;
use domain::orders::purchases::Purchases;
use domain::shared::email::EmailAddress;

use crate::error::ReadError;

/// Sums up a customer's orders.
#[derive(Clone)]
pub struct SumPurchases(Arc<dyn OrderReader>);

impl SumPurchases {
    /// Wires the use case.
    #[must_use]
    pub fn new(orders: Arc<dyn OrderReader>) -> Self {
        Self(orders)
    }

    /// The sums over all orders placed with this address; all 0 when there are none.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self, customer: &EmailAddress) -> Result<Purchases, ReadError> {
        Ok(self.0.purchases(customer).await?)
    }
}
