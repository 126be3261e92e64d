//! The packing and the parcel of an order.

use chrono::{DateTime, Utc};

use crate::delivery::tracking::Courier;
use crate::orders::fulfilment_status::FulfilmentStatus;
use crate::orders::tracking_url::TrackingUrl;
use crate::shared::order_status::OrderStatus;
use crate::shared::text::{CourierName, CustomerNote, TrackingNumber};

/// The parcel of an order, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Parcel {
    pub courier: Option<CourierName>,
    /// The courier's number of the parcel.
    pub tracking_number: Option<TrackingNumber>,
    /// The courier's page about the parcel.
    pub tracking_url: Option<TrackingUrl>,
}

impl Parcel {
    /// The parcel with the values that `newer` has; the others stay.
    #[must_use]
    pub fn updated(self, newer: Self) -> Self {
        Self {
            courier: newer.courier.or(self.courier),
            tracking_number: newer.tracking_number.or(self.tracking_number),
            tracking_url: newer.tracking_url.or(self.tracking_url),
        }
    }

    /// The parcel with the link to its courier's page, where the shop has a template for the courier, the number is known, and no
    /// other link was given.
    #[must_use]
    pub fn with_link(mut self, couriers: &[Courier]) -> Self {
        let template = couriers.iter().find(|known| self.courier.as_ref() == Some(&known.name)).map(|known| &known.tracking);
        if let (None, Some(template), Some(number)) = (&self.tracking_url, template, &self.tracking_number) {
            self.tracking_url = TrackingUrl::parse(&template.of_parcel(number.as_str())).ok();
        }
        self
    }
}

/// The packing and the parcel of an order. The default belongs to an order of which nothing but its status is known.
///
/// `stage` is present only where the order's status does not tell the point already, so that equal orders are equal values: at
/// `packed` and `readyForPickup`, and on a cancelled order that had left `unfulfilled`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OrderFulfilment {
    stage: Option<FulfilmentStatus>,
    /// The parcel; empty before the order is packed.
    pub parcel: Parcel,
    /// The customer's remark when they placed the order.
    pub customer_note: Option<CustomerNote>,
    /// When it was delivered last, also of an order that was moved on or back since.
    pub delivered_at: Option<DateTime<Utc>>,
}

impl OrderFulfilment {
    /// The fulfilment of a new order with this remark.
    #[must_use]
    pub fn of_new(customer_note: Option<CustomerNote>) -> Self {
        Self { customer_note, ..Self::default() }
    }

    /// The fulfilment of an order with the status `status` of which `stage` was recorded. A stage that does not belong to the status
    /// is ignored: a release before this one changes the status alone.
    #[must_use]
    pub fn recorded(status: OrderStatus, stage: Option<FulfilmentStatus>, parcel: Parcel, customer_note: Option<CustomerNote>) -> Self {
        let belongs = |stage: &FulfilmentStatus| status == OrderStatus::Cancelled || stage.order_status() == status;
        let stage = stage.filter(belongs).filter(|stage| *stage != FulfilmentStatus::of(status));
        Self { stage, parcel, customer_note, delivered_at: None }
    }

    /// The recorded stage; `None` where the order's status tells the point.
    #[must_use]
    pub const fn stage(&self) -> Option<FulfilmentStatus> {
        self.stage
    }

    /// The point that an order with the status `status` has reached. A cancelled order stays where it was.
    #[must_use]
    pub fn status(&self, status: OrderStatus) -> FulfilmentStatus {
        self.stage.unwrap_or_else(|| FulfilmentStatus::of(status))
    }

    /// The fulfilment after the order's status changed from `from` to `to`: entering `cancelled` keeps the point, every other change
    /// jumps to unfulfilled, handedOver or delivered (contract-commerce, section 4).
    #[must_use]
    pub fn moved(self, from: OrderStatus, to: OrderStatus) -> Self {
        if from == to {
            return self;
        }
        let stage = if to == OrderStatus::Cancelled { self.status(from) } else { FulfilmentStatus::of(to) };
        self.reached(to, stage)
    }

    /// The fulfilment of an order that has reached a point, with this status. An order that is not packed has no parcel.
    #[must_use]
    pub(crate) fn reached(self, status: OrderStatus, stage: FulfilmentStatus) -> Self {
        let parcel = if stage == FulfilmentStatus::Unfulfilled { Parcel::default() } else { self.parcel };
        Self { delivered_at: self.delivered_at, ..Self::recorded(status, Some(stage), parcel, self.customer_note) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parcel() -> Parcel {
        Parcel {
            courier: CourierName::parse("Domex").ok(),
            tracking_number: TrackingNumber::parse("D-1").ok(),
            tracking_url: TrackingUrl::parse("https://domex.example/D-1").ok(),
        }
    }

    #[test]
    fn a_status_alone_tells_the_point() {
        use FulfilmentStatus::{Delivered, HandedOver, Unfulfilled};
        let points = OrderStatus::ALL.map(|status| OrderFulfilment::default().status(status));
        assert_eq!(points, [Unfulfilled, HandedOver, Delivered, Unfulfilled]);
    }

    #[test]
    fn a_stage_that_another_release_left_behind_is_ignored() {
        let left = |status| OrderFulfilment::recorded(status, Some(FulfilmentStatus::Packed), Parcel::default(), None);
        assert_eq!(left(OrderStatus::Processing).stage(), Some(FulfilmentStatus::Packed));
        assert_eq!(left(OrderStatus::Shipped), OrderFulfilment::default());
        assert_eq!(left(OrderStatus::Completed), OrderFulfilment::default());
        assert_eq!(left(OrderStatus::Cancelled).status(OrderStatus::Cancelled), FulfilmentStatus::Packed);
    }

    #[test]
    fn a_newer_parcel_replaces_what_it_names() {
        let number = Parcel { tracking_number: TrackingNumber::parse("D-2").ok(), ..Parcel::default() };
        assert_eq!(parcel().updated(Parcel::default()), parcel());
        assert_eq!(parcel().updated(number.clone()), Parcel { tracking_number: number.tracking_number, ..parcel() });
    }

    #[test]
    fn the_link_follows_the_template_of_the_courier_unless_one_is_given() {
        use crate::delivery::tracking::TrackingTemplate;
        let couriers =
            [Courier { name: CourierName::parse("Domex").unwrap(), tracking: TrackingTemplate::parse("https://a.lk/{number}").unwrap() }];
        let bare = Parcel { tracking_url: None, ..parcel() };
        let link = |parcel: Parcel| parcel.with_link(&couriers).tracking_url.map(|url| url.as_str().to_owned());
        assert_eq!(link(bare.clone()).as_deref(), Some("https://a.lk/D-1"));
        assert_eq!(link(parcel()).as_deref(), Some("https://domex.example/D-1"));
        assert_eq!(link(Parcel { tracking_number: None, ..bare.clone() }), None);
        assert_eq!(link(Parcel { courier: CourierName::parse("Pronto").ok(), ..bare }), None);
    }

    fn statuses() -> impl Strategy<Value = OrderStatus> {
        prop::sample::select(OrderStatus::ALL.to_vec())
    }

    proptest! {
        #[test]
        fn a_set_status_jumps_and_cancelling_stays(jumps in prop::collection::vec(statuses(), 1..12)) {
            let mut status = OrderStatus::Processing;
            let mut fulfilment = OrderFulfilment::recorded(status, Some(FulfilmentStatus::Packed), parcel(), None);
            for to in jumps {
                let before = fulfilment.status(status);
                fulfilment = fulfilment.moved(status, to);
                let after = fulfilment.status(to);
                if to == OrderStatus::Cancelled || to == status {
                    prop_assert_eq!(after, before);
                } else {
                    prop_assert_eq!(after, FulfilmentStatus::of(to));
                }
                if after == FulfilmentStatus::Unfulfilled {
                    prop_assert_eq!(&fulfilment.parcel, &Parcel::default());
                }
                let read = OrderFulfilment::recorded(to, fulfilment.stage(), fulfilment.parcel.clone(), None);
                prop_assert_eq!(&read, &fulfilment, "what is stored is read back");
                status = to;
            }
        }
    }
}
