//! Showing one order and its history.

use std::sync::Arc;

use domain::accounts::permission::Permission;
use domain::orders::order::Order;
use domain::orders::order_caller::OrderCaller;
use domain::orders::order_event::OrderEvent;
use domain::orders::ports::OrderReader;
use domain::shared::error::feature_error;
use domain::shared::order_id::OrderId;

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

    /// The order with this number, for its owner, the holder of its key, and administrators.
    ///
    /// # Errors
    /// [`ShowOrderError`] when `who` may see no such order, or the store fails.
    pub async fn run(&self, who: &impl OrderCaller, id: &OrderId) -> Result<Order, ShowOrderError> {
        let order = self.0.by_id(id).await?.ok_or(ShowOrderError::NotFound)?;
        if order.is_visible_to(who) { Ok(order) } else { Err(ShowOrderError::NotFound) }
    }

    /// The events of the order with this number that `who` may see, oldest first.
    ///
    /// # Errors
    /// [`ShowOrderError`] when `who` may see no such order, or the store fails.
    pub async fn history(&self, who: &impl OrderCaller, id: &OrderId) -> Result<Vec<OrderEvent>, ShowOrderError> {
        if who.may(Permission::ReadOrders) {
            return self.events(id).await;
        }
        let order = self.run(who, id).await?;
        let events = self.events(id).await?;
        Ok(events.into_iter().filter_map(|event| event.for_customer(&order.email)).collect())
    }

    async fn events(&self, id: &OrderId) -> Result<Vec<OrderEvent>, ShowOrderError> {
        self.0.history(id).await?.ok_or(ShowOrderError::NotFound)
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::session::Principal;
    use domain::orders::order_event::EventKind;
    use domain::orders::order_note::{NoteVisibility, OrderNote};
    use domain::orders::ports::MockOrderReader;
    use domain::shared::ids::UserId;
    use domain::shared::order_status::OrderStatus;
    use domain::shared::text::NoteText;
    use testkit::{moments, sample_orders};

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

    #[tokio::test]
    async fn an_absent_order_has_no_history() {
        let mut orders = MockOrderReader::new();
        orders.expect_history().returning(|_| Ok(None));
        let shown = ShowOrder::new(Arc::new(orders)).history(&admin(), &sample_orders::order_id()).await;
        assert!(matches!(shown, Err(ShowOrderError::NotFound)));
    }

    fn note(visibility: NoteVisibility) -> OrderEvent {
        let kind = EventKind::Note(OrderNote { text: NoteText::parse("called").unwrap(), visibility });
        let status = OrderStatus::Processing;
        OrderEvent { at: moments::now(), actor: None, from: Some(status), to: status, request_id: None, kind }
    }

    /// The number of events that `who` sees of an order of `owner` with an internal note and one for the customer.
    async fn seen(who: &Principal, owner: &Principal) -> Result<usize, ShowOrderError> {
        let order = sample_orders::draft(&owner.user, &[]).into_order();
        let id = order.id.clone();
        let mut orders = MockOrderReader::new();
        orders.expect_by_id().returning(move |_| Ok(Some(order.clone())));
        orders.expect_history().returning(|_| Ok(Some(NoteVisibility::ALL.map(note).to_vec())));
        Ok(ShowOrder::new(Arc::new(orders)).history(who, &id).await?.len())
    }

    #[tokio::test]
    async fn staff_see_everything_and_the_owner_what_concerns_them() {
        let owner = customer();
        assert_eq!(seen(&admin(), &owner).await.unwrap(), 2);
        assert_eq!(seen(&owner, &owner).await.unwrap(), 1);
        assert!(matches!(seen(&customer(), &owner).await, Err(ShowOrderError::NotFound)));
    }
}
