//! Correcting the courier and the tracking of a parcel that is on its way.

use crate::orders::fulfilment::Parcel;
use crate::orders::fulfilment_status::FulfilmentStatus;
use crate::orders::order::Order;
use crate::orders::order_status::OrderStatus;

/// What is known of a parcel from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParcelChange {
    /// The parcel; what is absent is not known any more.
    pub parcel: Parcel,
    /// Whether the customer is mailed.
    pub is_mailed: bool,
}

/// The courier does not have the parcel: it is still at the shop, delivered, or its order is cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the parcel is not on its way")]
pub struct NotOnItsWay;

impl ParcelChange {
    /// The order with the parcel of this change.
    ///
    /// # Errors
    /// [`NotOnItsWay`] unless the order is handed over and neither delivered nor cancelled.
    pub fn apply(self, order: Order) -> Result<Order, NotOnItsWay> {
        if order.status == OrderStatus::Cancelled || order.fulfilment_status() != FulfilmentStatus::HandedOver {
            return Err(NotOnItsWay);
        }
        let mut changed = order;
        changed.fulfilment.parcel = self.parcel;
        Ok(changed)
    }
}
