//! Cancelling an order before it is packed.

use std::sync::Arc;

use domain::accounts::permission::{Lacking, Permission};
use domain::accounts::session::Principal;
use domain::orders::cancellation::Cancellation;
use domain::orders::order::Order;
use domain::orders::order_id::OrderId;
use domain::orders::ports::{CancelOutcome, FulfilmentDesk};
use domain::reports::audit::Actor;
use domain::shared::error::feature_error;
use domain::shared::ports::Clock;
use domain::shared::text::CancelReason;
use domain::shared::trace::TRACE_TARGET;
use tracing::instrument;

use crate::orders::show_order::{ShowOrder, ShowOrderError};

feature_error! {
    /// Why an order was not cancelled.
    pub enum CancelOrderError {
        NotFound => NotFound, "order.not_found", "There is no order with this number.";
        /// It is packed already, further on, or cancelled; this is the order as it is.
        NotCancellable(Box<Order>) => Conflict, "order.not_cancellable", "This order can no longer be cancelled. Please contact the shop.";
    } or Lacking(Lacking) port "Failed to cancel order. Please try again."
}

impl From<ShowOrderError> for CancelOrderError {
    fn from(error: ShowOrderError) -> Self {
        match error {
            ShowOrderError::NotFound => Self::NotFound,
            ShowOrderError::Port(e) => Self::Port(e),
        }
    }
}

/// Cancels orders, for their owners and administrators.
#[derive(Clone)]
pub struct CancelOrder {
    orders: ShowOrder,
    desk: Arc<dyn FulfilmentDesk>,
    clock: Arc<dyn Clock>,
}

impl CancelOrder {
    /// Wires the use case.
    #[must_use]
    pub fn new(orders: ShowOrder, desk: Arc<dyn FulfilmentDesk>, clock: Arc<dyn Clock>) -> Self {
        Self { orders, desk, clock }
    }

    /// Cancels the order with this number while it is unfulfilled, and answers the order after it. `by` acts for `who`.
    ///
    /// # Errors
    /// [`CancelOrderError`] when `who` may see no such order, it can no longer be cancelled, or the store fails.
    #[instrument(target = TRACE_TARGET, name = "cancel_order", skip_all)]
    pub async fn run(&self, who: &Principal, by: &Actor, id: &OrderId, reason: Option<CancelReason>) -> Result<Order, CancelOrderError> {
        let order = self.orders.run(who, id).await?;
        who.require_for_others(order.user_id, Permission::CancelProcessingOrders)?;
        let cancellation = Cancellation { reason, is_by_staff: order.user_id != Some(who.user.id) };
        match self.desk.cancel(id, &cancellation, by, self.clock.now()).await? {
            CancelOutcome::Cancelled(order) => Ok(order),
            CancelOutcome::NotCancellable(order) => Err(CancelOrderError::NotCancellable(Box::new(order))),
            CancelOutcome::NotFound => Err(CancelOrderError::NotFound),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::orders::ports::{MockFulfilmentDesk, MockOrderReader};
    use testkit::sample_orders;

    use super::*;
    use crate::samples::{actor, admin, clock, customer};

    /// The answer to `who`, who cancels an order of `owner`; the store notes whether staff cancelled.
    async fn cancelling(who: &Principal, owner: &Principal) -> Result<Order, CancelOrderError> {
        let order = sample_orders::draft(&owner.user, &[]).into_order();
        let (id, kept) = (order.id.clone(), order.clone());
        let mut reader = MockOrderReader::new();
        reader.expect_by_id().returning(move |_| Ok(Some(kept.clone())));
        let mut desk = MockFulfilmentDesk::new();
        let is_by_staff = who.user.id != owner.user.id;
        desk.expect_cancel()
            .withf(move |_, cancellation, _, _| cancellation.is_by_staff == is_by_staff)
            .returning(move |_, _, _, _| Ok(CancelOutcome::Cancelled(order.clone())));
        CancelOrder::new(ShowOrder::new(Arc::new(reader)), Arc::new(desk), clock()).run(who, &actor(who), &id, None).await
    }

    #[tokio::test]
    async fn owners_and_administrators_cancel() {
        let owner = customer();
        assert!(cancelling(&owner, &owner).await.is_ok());
        assert!(cancelling(&admin(), &owner).await.is_ok());
    }

    #[tokio::test]
    async fn the_order_of_another_customer_is_not_found() {
        assert!(matches!(cancelling(&customer(), &customer()).await, Err(CancelOrderError::NotFound)));
    }
}
