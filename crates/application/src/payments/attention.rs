//! What waits for staff.

use std::sync::Arc;

use domain::orders::order_id::OrderId;
use domain::payments::attention::{Attention, AttentionNote};
use domain::payments::ports::AttentionList;
use domain::reports::audit::Actor;
use domain::shared::error::feature_error;
use domain::shared::page::{Page, PageRequest};
use domain::shared::ports::Clock;

use crate::error::{ListError, page_or_invalid};

feature_error! {
    /// Why an item was not closed.
    pub enum CloseAttentionError {
        NotFound => NotFound, "attention.not_found", "There is no open item with this number.";
    }
}

/// Lists what waits for staff, and closes it.
#[derive(Clone)]
pub struct WatchAttention {
    list: Arc<dyn AttentionList>,
    clock: Arc<dyn Clock>,
}

impl WatchAttention {
    /// Wires the use case.
    #[must_use]
    pub fn new(list: Arc<dyn AttentionList>, clock: Arc<dyn Clock>) -> Self {
        Self { list, clock }
    }

    /// One page of what waits, newest first.
    ///
    /// # Errors
    /// [`ListError`] for a foreign cursor or a failing store.
    pub async fn waiting(&self, page: &PageRequest) -> Result<Page<Attention>, ListError> {
        page_or_invalid(self.list.waiting(page).await?)
    }

    /// One page of what waits of one order, newest first.
    ///
    /// # Errors
    /// [`ListError`] for a foreign cursor or a failing store.
    pub async fn of_order(&self, order: &OrderId, page: &PageRequest) -> Result<Page<Attention>, ListError> {
        page_or_invalid(self.list.of_order(order, page).await?)
    }

    /// Closes an item.
    ///
    /// # Errors
    /// [`CloseAttentionError`] where none with this number waits, or the store fails.
    pub async fn close(&self, id: i64, note: &AttentionNote, by: &Actor) -> Result<(), CloseAttentionError> {
        if self.list.close(id, note, by, self.clock.now()).await? { Ok(()) } else { Err(CloseAttentionError::NotFound) }
    }
}
