//! Showing one order.

use std::sync::Arc;

use domain::accounts::session::Principal;
use domain::orders::order::Order;
use domain::orders::ports::OrderReader;
use domain::shared::order_id::OrderId;

use domain::shared::error::feature_error;

feature_error! {
    /// Why there is no order to show.
    pub enum ShowOrderError {
        NotFound => NotFound, "order.not_found", "There is no order with this number.";
    } port "Failed To Fetch Orders. Please Try Again"
}

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
    /// [`ShowOrderError`] when `who` may see no such order, or the store fails.
    pub async fn run(&self, who: &Principal, id: &OrderId) -> Result<Order, ShowOrderError> {
        let order = self.0.by_id(id).await?.ok_or(ShowOrderError::NotFound)?;
        if order.is_visible_to(who) { Ok(order) } else { Err(ShowOrderError::NotFound) }
    }
}

#[cfg(test)]
mod tests {
    use domain::orders::ports::MockOrderReader;
    use domain::shared::ids::UserId;
    use testkit::sample_orders;

    use super::*;
    use crate::samples::{admin, customer};

    async fn shown(who: &Principal, owner: Option<UserId>) -> Result<Order, ShowOrderError> {
        let order = Order { user_id: owner, ..sample_orders::draft(&who.user, &[]).into_order() };
        let id = order.id.clone();
        let mut orders = MockOrderReader::new();
        orders.expect_by_id().returning(move |asked| Ok((*asked == order.id).then(|| order.clone())));
        ShowOrder::new(Arc::new(orders)).run(who, &id).await
    }

    #[tokio::test]
    async fn owners_and_administrators_see_an_order() {
        let (owner, other) = (customer(), customer());
        assert!(shown(&owner, Some(owner.user.id)).await.is_ok());
        assert!(shown(&admin(), Some(owner.user.id)).await.is_ok());
        assert!(matches!(shown(&other, Some(owner.user.id)).await, Err(ShowOrderError::NotFound)));
    }

    #[tokio::test]
    async fn the_order_of_a_deleted_customer_is_shown_to_administrators_only() {
        assert!(matches!(shown(&customer(), None).await, Err(ShowOrderError::NotFound)));
        assert!(shown(&admin(), None).await.is_ok());
    }

    #[tokio::test]
    async fn an_absent_order_is_not_found() {
        let mut orders = MockOrderReader::new();
        orders.expect_by_id().returning(|_| Ok(None));
        assert!(matches!(ShowOrder::new(Arc::new(orders)).run(&admin(), &sample_orders::order_id()).await, Err(ShowOrderError::NotFound)));
    }
}
