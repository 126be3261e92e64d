//! Counting the lists of orders that staff choose from.

use std::sync::Arc;

use domain::accounts::session::Principal;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::order_filters::PaymentFilter;
use domain::orders::order_status::OrderStatus;
use domain::orders::ports::OrderReader;
use domain::payments::figures::PaymentStatus;
use domain::shared::calendar::ShopCalendar;
use domain::shared::page::{PageRequest, TotalCount};

use super::list_orders::WantedOrders;
use crate::error::ReadError;

/// A list that staff choose with one press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrderChip {
    /// Orders of every status.
    All,
    /// Orders with this status.
    Status(OrderStatus),
    ToPack,
    /// Orders whose customer has to be called before they are packed.
    ToCall,
    /// Orders that are packed, or wait for the customer at the shop.
    At(FulfilmentStatus),
    /// Orders without a payment, of the chosen status or point of packing.
    Unpaid,
    /// Orders of which something waits for the attention of staff, of the chosen status or point of packing.
    Attention,
}

impl OrderChip {
    pub const ALL: [Self; 11] = [
        Self::All,
        Self::Status(OrderStatus::Processing),
        Self::Status(OrderStatus::Shipped),
        Self::Status(OrderStatus::Completed),
        Self::Status(OrderStatus::Cancelled),
        Self::ToPack,
        Self::ToCall,
        Self::At(FulfilmentStatus::Packed),
        Self::At(FulfilmentStatus::ReadyForPickup),
        Self::Unpaid,
        Self::Attention,
    ];

    /// The list that the press shows: the chip replaces the filter of its own group, and keeps the others.
    fn of(self, wanted: &WantedOrders) -> WantedOrders {
        let kept = wanted.clone();
        let any = WantedOrders { status: None, fulfilment: None, is_to_pack: false, to_call: false, ..wanted.clone() };
        match self {
            Self::All => any,
            Self::Status(status) => WantedOrders { status: Some(status), ..any },
            Self::ToPack => WantedOrders { is_to_pack: true, ..any },
            Self::ToCall => WantedOrders { to_call: true, ..any },
            Self::At(point) => WantedOrders { fulfilment: Some(point), ..any },
            Self::Unpaid => WantedOrders { payment: Some(PaymentFilter::Is(PaymentStatus::Unpaid)), ..kept },
            Self::Attention => WantedOrders { has_attention: Some(true), ..kept },
        }
    }
}

/// Counts lists of orders.
#[derive(Clone)]
pub struct CountOrders {
    orders: Arc<dyn OrderReader>,
    calendar: ShopCalendar,
}

impl CountOrders {
    /// Wires the use case.
    #[must_use]
    pub fn new(orders: Arc<dyn OrderReader>, calendar: ShopCalendar) -> Self {
        Self { orders, calendar }
    }

    /// The number of orders of each chip, beside the other filters of a list. Each is the total of the list that the chip shows.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self, who: &Principal, wanted: &WantedOrders) -> Result<Vec<(OrderChip, TotalCount)>, ReadError> {
        let query = |chip: OrderChip| chip.of(wanted).query(who, self.calendar, PageRequest::default());
        let queries: Vec<_> = OrderChip::ALL.into_iter().map(query).collect();
        let counts = self.orders.counts(&queries).await?;
        Ok(OrderChip::ALL.into_iter().zip(counts).collect())
    }
}

#[cfg(test)]
mod tests {
    use domain::orders::ports::MockOrderReader;
    use domain::shared::error::{ErrorKind, FeatureError as _};

    use super::*;
    use crate::samples::{admin, away};

    #[tokio::test]
    async fn each_chip_replaces_the_filter_of_its_group() {
        let mut orders = MockOrderReader::new();
        orders.expect_counts().returning(|queries| {
            let told = |query: &domain::orders::order::OrderQuery| {
                u32::from(query.status.is_some())
                    + 10 * u32::from(query.fulfilment.is_some())
                    + 100 * u32::from(query.is_to_pack)
                    + 200 * u32::from(query.to_call)
                    + 1_000 * u32::from(query.payment.is_some())
                    + 10_000 * u32::from(query.has_attention.is_some())
            };
            Ok(queries.iter().map(|query| TotalCount::Exactly(told(query))).collect())
        });
        let wanted = WantedOrders { status: Some(OrderStatus::Shipped), ..WantedOrders::default() };
        let counts = CountOrders::new(Arc::new(orders), ShopCalendar::default()).run(&admin(), &wanted).await.unwrap();
        let numbers: Vec<_> = counts.iter().map(|(_, count)| *count).collect();
        assert_eq!(numbers, [0, 1, 1, 1, 1, 100, 200, 10, 10, 1_001, 10_001].map(TotalCount::Exactly));
    }

    #[tokio::test]
    async fn a_store_that_is_away_is_unavailable() {
        let mut orders = MockOrderReader::new();
        orders.expect_counts().returning(|_| Err(away()));
        let failed = CountOrders::new(Arc::new(orders), ShopCalendar::default()).run(&admin(), &WantedOrders::default()).await;
        assert_eq!(failed.unwrap_err().kind(), ErrorKind::Unavailable);
    }
}
