//! Listing orders: one's own, or all of them as an administrator.

use std::sync::Arc;

use domain::order::{Order, OrderQuery};
use domain::order_status::OrderStatus;
use domain::page::{Page, PageRequest};
use domain::ports::OrderReader;
use domain::session::Principal;
use domain::text::SearchText;

use crate::error::{ListError, page_or_invalid};

/// Lists orders.
#[derive(Clone)]
pub struct ListOrders(Arc<dyn OrderReader>);

impl ListOrders {
    /// Wires the use case.
    #[must_use]
    pub fn new(orders: Arc<dyn OrderReader>) -> Self {
        Self(orders)
    }

    /// One page of the orders `who` may see, newest first.
    ///
    /// # Errors
    /// [`ListError`] for a foreign cursor or a failing store.
    pub async fn run(
        &self,
        who: &Principal,
        status: Option<OrderStatus>,
        text: Option<SearchText>,
        page: PageRequest,
    ) -> Result<Page<Order>, ListError> {
        let owner = (!who.is_admin()).then_some(who.user.id);
        page_or_invalid(self.0.list(&OrderQuery { owner, status, text, page }).await?)
    }
}

#[cfg(test)]
mod tests {
    use domain::page::{PageAnswer, TotalCount};
    use domain::ports::MockOrderReader;

    use super::*;
    use crate::samples::{admin, customer};

    /// What the store is asked when `who` lists orders.
    async fn asked(who: &Principal) -> OrderQuery {
        let (sender, receiver) = std::sync::mpsc::channel();
        let mut orders = MockOrderReader::new();
        orders.expect_list().returning(move |query| {
            sender.send(query.clone()).unwrap();
            Ok(PageAnswer::Page(Page { items: Vec::new(), next: None, total: TotalCount::Exactly(0) }))
        });
        let text = SearchText::parse("kandy").unwrap();
        ListOrders::new(Arc::new(orders)).run(who, Some(OrderStatus::Shipped), Some(text), PageRequest::default()).await.unwrap();
        receiver.recv().unwrap()
    }

    #[tokio::test]
    async fn customers_see_their_own_orders_whatever_they_ask_for() {
        let who = customer();
        let query = asked(&who).await;
        assert_eq!((query.owner, query.status), (Some(who.user.id), Some(OrderStatus::Shipped)));
        assert_eq!(query.text.unwrap().as_str(), "kandy");
    }

    #[tokio::test]
    async fn administrators_see_all_orders() {
        assert_eq!(asked(&admin()).await.owner, None);
    }

    #[tokio::test]
    async fn a_foreign_cursor_is_refused() {
        let mut orders = MockOrderReader::new();
        orders.expect_list().returning(|_| Ok(PageAnswer::InvalidCursor));
        let refused = ListOrders::new(Arc::new(orders)).run(&admin(), None, None, PageRequest::default()).await;
        assert!(matches!(refused, Err(ListError::InvalidCursor)));
    }
}
