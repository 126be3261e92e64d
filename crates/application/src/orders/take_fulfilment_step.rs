//! Taking a step of packing and delivering an order.

use std::sync::Arc;

use domain::orders::fulfilment_step::StepChange;
use domain::orders::order::Order;
use domain::orders::order_id::OrderId;
use domain::orders::ports::{FulfilmentDesk, StepOutcome};
use domain::reports::audit::Actor;
use domain::shared::error::feature_error;
use domain::shared::ports::Clock;
use domain::shared::trace::TRACE_TARGET;
use tracing::instrument;

use crate::settings::current_settings::CurrentSettings;

feature_error! {
    /// Why a step was not taken.
    pub enum TakeFulfilmentStepError {
        NotFound => NotFound, "order.not_found", "There is no order with this number.";
        /// The step is out of order; this is the order as it is.
        WrongStep(Box<Order>) => Conflict, "order.wrong_step", "The order is not at the right point for this step. Please check it and try again.";
        /// The order is paid in advance, and money is due; this is the order as it is.
        Unpaid(Box<Order>) => Conflict, "order.unpaid", "This order is not paid yet.";
        /// The customer has to be called before the order is packed; this is the order as it is.
        Unconfirmed(Box<Order>) => Conflict, "order.unconfirmed", "This order is not confirmed yet. Please call the customer first.";
        /// The order is not picked up; this is the order as it is.
        NotForPickup(Box<Order>) => Conflict, "order.not_for_pickup", "This order goes to the customer by courier, and is not picked up at the shop.";
    } port "Failed to update order. Please try again."
}

/// Takes steps of packing and delivering, for administrators.
#[derive(Clone)]
pub struct TakeFulfilmentStep {
    desk: Arc<dyn FulfilmentDesk>,
    settings: CurrentSettings,
    clock: Arc<dyn Clock>,
}

impl TakeFulfilmentStep {
    /// Wires the use case.
    #[must_use]
    pub fn new(desk: Arc<dyn FulfilmentDesk>, settings: CurrentSettings, clock: Arc<dyn Clock>) -> Self {
        Self { desk, settings, clock }
    }

    /// Takes a step with the order that has this number, and answers the order after it. A parcel without a link has that of its
    /// courier's template.
    ///
    /// # Errors
    /// [`TakeFulfilmentStepError`] when there is none, the step is out of order, the order is not paid or not confirmed, or the store fails.
    #[instrument(target = TRACE_TARGET, name = "take_fulfilment_step", skip_all)]
    pub async fn run(&self, by: &Actor, id: &OrderId, change: &StepChange) -> Result<Order, TakeFulfilmentStepError> {
        let settings = self.settings.get().await?;
        let parcel = change.parcel.clone().with_link(&settings.delivery.value.plan().couriers);
        let change = StepChange { parcel, ..change.clone() };
        match self.desk.take_step(id, &change, by, self.clock.now()).await? {
            StepOutcome::Taken(order) => Ok(order),
            StepOutcome::WrongStep(order) => Err(TakeFulfilmentStepError::WrongStep(Box::new(order))),
            StepOutcome::Unpaid(order) => Err(TakeFulfilmentStepError::Unpaid(Box::new(order))),
            StepOutcome::NotForPickup(order) => Err(TakeFulfilmentStepError::NotForPickup(Box::new(order))),
            StepOutcome::Unconfirmed(order) => Err(TakeFulfilmentStepError::Unconfirmed(Box::new(order))),
            StepOutcome::NotFound => Err(TakeFulfilmentStepError::NotFound),
        }
    }
}
