//! Correcting the courier and the tracking of a parcel that is on its way.

use std::sync::Arc;

use domain::delivery::tracking::Courier;
use domain::orders::order::Order;
use domain::orders::order_id::OrderId;
use domain::orders::parcel_change::ParcelChange;
use domain::orders::ports::{FulfilmentDesk, ParcelOutcome};
use domain::reports::audit::Actor;
use domain::shared::error::feature_error;
use domain::shared::ports::Clock;

use crate::settings::current_settings::CurrentSettings;

feature_error! {
    /// Why a parcel was not changed.
    pub enum ChangeParcelError {
        NotFound => NotFound, "order.not_found", "There is no order with this number.";
        /// The parcel is not on its way; this is the order as it is.
        NotOnItsWay(Box<Order>) => Conflict, "order.not_handed_over", "This parcel is not on its way. Please check the order and try again.";
    } port "Failed to update order. Please try again."
}

/// Changes parcels, and lists the couriers whose templates make their links, for those who fulfil orders.
#[derive(Clone)]
pub struct ChangeParcel {
    desk: Arc<dyn FulfilmentDesk>,
    settings: CurrentSettings,
    clock: Arc<dyn Clock>,
}

impl ChangeParcel {
    /// Wires the use case.
    #[must_use]
    pub fn new(desk: Arc<dyn FulfilmentDesk>, settings: CurrentSettings, clock: Arc<dyn Clock>) -> Self {
        Self { desk, settings, clock }
    }

    /// The shop's couriers.
    ///
    /// # Errors
    /// [`ChangeParcelError::Port`] when the store fails.
    pub async fn couriers(&self) -> Result<Vec<Courier>, ChangeParcelError> {
        Ok(self.settings.get().await?.delivery.value.plan().couriers.clone())
    }

    /// Changes the parcel of the order with this number, and answers the order. A parcel without a link has that of its courier's
    /// template.
    ///
    /// # Errors
    /// [`ChangeParcelError`] when there is none, the parcel is not on its way, or the store fails.
    pub async fn run(&self, by: &Actor, id: &OrderId, change: &ParcelChange) -> Result<Order, ChangeParcelError> {
        let parcel = change.parcel.clone().with_link(&self.couriers().await?);
        let change = ParcelChange { parcel, is_mailed: change.is_mailed };
        match self.desk.change_parcel(id, &change, by, self.clock.now()).await? {
            ParcelOutcome::Changed(order) => Ok(order),
            ParcelOutcome::NotOnItsWay(order) => Err(ChangeParcelError::NotOnItsWay(Box::new(order))),
            ParcelOutcome::NotFound => Err(ChangeParcelError::NotFound),
        }
    }
}
