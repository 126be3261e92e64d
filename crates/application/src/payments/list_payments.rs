//! The lists of payments that staff work through.

use std::sync::Arc;

use domain::orders::order::Order;
use domain::payments::ports::{ListedSlip, PaymentDesk};
use domain::payments::slip::SlipState;
use domain::shared::page::{Page, PageRequest};

use crate::error::{ListError, page_or_invalid};

/// Lists slips and refunds.
#[derive(Clone)]
pub struct ListPayments(Arc<dyn PaymentDesk>);

impl ListPayments {
    /// Wires the use case.
    #[must_use]
    pub fn new(desk: Arc<dyn PaymentDesk>) -> Self {
        Self(desk)
    }

    /// One page of the slips in this state, oldest first.
    ///
    /// # Errors
    /// [`ListError`] for a foreign cursor or a failing store.
    pub async fn slips(&self, state: SlipState, page: &PageRequest) -> Result<Page<ListedSlip>, ListError> {
        page_or_invalid(self.0.slips(state, page).await?)
    }

    /// One page of the orders of which money has to go back or is on its way, oldest order first.
    ///
    /// # Errors
    /// [`ListError`] for a foreign cursor or a failing store.
    pub async fn refunds(&self, page: &PageRequest) -> Result<Page<Order>, ListError> {
        page_or_invalid(self.0.refunds(page).await?)
    }
}
