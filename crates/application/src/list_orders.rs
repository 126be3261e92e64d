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
