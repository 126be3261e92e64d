//! Adding a note to an order.

use std::sync::Arc;

use domain::orders::order_event::OrderEvent;
use domain::orders::order_id::OrderId;
use domain::orders::order_note::OrderNote;
use domain::orders::ports::FulfilmentDesk;
use domain::reports::audit::Actor;
use domain::shared::ports::Clock;

use domain::shared::error::feature_error;

feature_error! {
    /// Why a note was not added.
    pub enum AddOrderNoteError {
        NotFound => NotFound, "order.not_found", "There is no order with this number.";
    } port "Failed to add the note. Please try again."
}

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
