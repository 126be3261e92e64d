//! Taking a step of packing and delivering an order.

use std::sync::Arc;

use domain::orders::fulfilment_step::StepChange;
use domain::orders::order::Order;
use domain::orders::order_id::OrderId;
use domain::orders::ports::{FulfilmentDesk, StepOutcome};
use domain::reports::audit::Actor;
use domain::shared::ports::{Clock, PortError};
use domain::shared::trace::TRACE_TARGET;
use tracing::instrument;

use crate::error::use_case_error;
use crate::settings::current_settings::CurrentSettings;

/// Why a step was not taken.
#[derive(Debug, thiserror::Error)]
pub enum TakeFulfilmentStepError {
    /// There is no order with this number.
    #[error("There is no order with this number.")]
    NotFound,
    /// The step is out of order; this is the order as it is.
    #[error("The order is not at the right point for this step. Please check it and try again.")]
    WrongStep(Box<Order>),
    /// The order is paid in advance, and money is due; this is the order as it is.
    #[error("This order is not paid yet.")]
    Unpaid(Box<Order>),
    /// The customer has to be called before the order is packed; this is the order as it is.
    #[error("This order is not confirmed yet. Please call the customer first.")]
    Unconfirmed(Box<Order>),
    /// The order is not picked up; this is the order as it is.
    #[error("This order goes to the customer by courier, and is not picked up at the shop.")]
    NotForPickup(Box<Order>),
    /// A port failed.
    #[error("Failed to update order. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(TakeFulfilmentStepError {
    Self::NotFound => NotFound, "order.not_found";
    Self::WrongStep(_) => Conflict, "order.wrong_step";
    Self::Unpaid(_) => Conflict, "order.unpaid";
    Self::Unconfirmed(_) => Conflict, "order.unconfirmed";
    Self::NotForPickup(_) => Conflict, "order.not_for_pickup";
});

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
