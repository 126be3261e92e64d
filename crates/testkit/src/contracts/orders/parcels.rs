//! The contract of the corrections of parcels that are on their way ([`domain::orders::ports::FulfilmentDesk`]).

use domain::orders::fulfilment::Parcel;
use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::order::Order;
use domain::orders::order_event::EventKind;
use domain::orders::parcel_change::ParcelChange;
use domain::orders::ports::ParcelOutcome;
use domain::shared::text::TrackingNumber;

use super::fulfilment_desk::{handing_over, history, placed, take};
use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_users};

/// The parcel of an order is corrected while the courier has it, with its event; the present order is answered otherwise.
pub async fn a_parcel_is_corrected_while_it_is_on_its_way(shop: &Shop) {
    let order = placed(shop).await;
    let (by, parcel) = (sample_users::actor(), Parcel { tracking_number: TrackingNumber::parse("D-2").ok(), ..Parcel::default() });
    let change = |is_mailed| ParcelChange { parcel: parcel.clone(), is_mailed };
    let asked =
        async |order: &Order, is_mailed| shop.fulfilment.change_parcel(&order.id, &change(is_mailed), &by, moments::now()).await.unwrap();
    assert_eq!(asked(&order, false).await, ParcelOutcome::NotOnItsWay(order.clone()));
    take(shop, &order, FulfilmentStep::Packed).await;
    shop.fulfilment.take_step(&order.id, &handing_over(), &by, moments::now()).await.unwrap();
    let handed = shop.order(&order).await;
    for is_mailed in [false, true] {
        let ParcelOutcome::Changed(changed) = asked(&order, is_mailed).await else { panic!("it was not changed") };
        assert_eq!(changed, change(is_mailed).apply(handed.clone()).unwrap());
        assert_eq!(shop.order(&order).await, changed);
        assert_eq!(history(shop, &order).await.pop().unwrap().kind, EventKind::Parcel { is_mailed });
    }
    take(shop, &order, FulfilmentStep::Delivered).await;
    assert!(matches!(asked(&order, true).await, ParcelOutcome::NotOnItsWay(_)));
    let unknown = Order { id: sample_orders::order_id(), ..order };
    assert_eq!(asked(&unknown, true).await, ParcelOutcome::NotFound);
}
