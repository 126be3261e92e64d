//! Adding a note to an order.

use std::sync::Arc;

use domain::orders::order_event::OrderEvent;
use domain::orders::order_id::OrderId;
use domain::orders::order_note::OrderNote;
use domain::orders::ports::FulfilmentDesk;
use domain::reports::audit::Actor;
use domain::shared::ports::{Clock, PortError};

use crate::error::use_case_error;

/// Why a note was not added.
#[derive(Debug, thiserror::Error)]
pub enum AddOrderNoteError {
    /// There is no order with this number.
    #[error("There is no order with this number.")]
    NotFound,
    /// A port failed.
    #[error("Failed to add the note. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(AddOrderNoteError {
    Self::NotFound => NotFound, "order.not_found";
});

/// Adds notes to orders, for administrators.
#[derive(Clone)]
pub struct AddOrderNote {
    desk: Arc<dyn FulfilmentDesk>,
    clock: Arc<dyn Clock>,
}

impl AddOrderNote {
    /// Wires the use case.
    #[must_use]
    pub fn new(desk: Arc<dyn FulfilmentDesk>, clock: Arc<dyn Clock>) -> Self {
        Self { desk, clock }
    }

    /// Adds a note to the order with this number, and answers its event.
    ///
    /// # Errors
    /// [`AddOrderNoteError`] when there is no such order or the store fails.
    pub async fn run(&self, by: &Actor, id: &OrderId, note: &OrderNote) -> Result<OrderEvent, AddOrderNoteError> {
        self.desk.add_note(id, note, by, self.clock.now()).await?.ok_or(AddOrderNoteError::NotFound)
    }
}
