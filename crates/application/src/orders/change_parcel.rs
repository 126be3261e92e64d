//! Correcting the courier and the tracking of a parcel that is on its way.

use std::sync::Arc;

use domain::delivery::tracking::Courier;
use domain::orders::order::Order;
use domain::orders::order_id::OrderId;
use domain::orders::parcel_change::ParcelChange;
use domain::orders::ports::{FulfilmentDesk, ParcelOutcome};
use domain::reports::audit::Actor;
use domain::shared::ports::{Clock, PortError};

use crate::error::use_case_error;
use crate::settings::current_settings::CurrentSettings;

/// Why a parcel was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeParcelError {
    /// There is no order with this number.
    #[error("There is no order with this number.")]
    NotFound,
    /// The parcel is not on its way; this is the order as it is.
    #[error("This parcel is not on its way. Please check the order and try again.")]
    NotOnItsWay(Box<Order>),
    /// A port failed.
    #[error("Failed to update order. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(ChangeParcelError {
    Self::NotFound => NotFound, "order.not_found";
    Self::NotOnItsWay(_) => Conflict, "order.not_handed_over";
});

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
