//! Listing orders, one's own or all of them as an administrator, and counting the lists that staff choose from.

use std::sync::Arc;

use chrono::NaiveDate;
use domain::accounts::permission::Permission;
use domain::accounts::session::Principal;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::order::Order;
use domain::orders::order_filters::{OrderQuery, PaymentFilter, PlacedWithin, ReturnFilter};
use domain::orders::ports::OrderReader;
use domain::payments::figures::PaymentStatus;
use domain::shared::calendar::ShopCalendar;
use domain::shared::order_status::OrderStatus;
use domain::shared::page::{Page, PageRequest, TotalCount};

use crate::error::{ListError, ReadError, page_or_invalid};

/// A list that staff choose with one press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrderChip {
    /// Orders of every status.
    All,
    Status(OrderStatus),
    ToPack,
    /// Orders whose customer has to be called before they are packed.
    ToCall,
    /// Orders that are packed, or wait for the customer at the shop.
    At(FulfilmentStatus),
    /// Orders with a return at this point.
    Returns(ReturnFilter),
    /// Orders without a payment, of the chosen status or point of packing.
    Unpaid,
    /// Orders of which something waits for the attention of staff, of the chosen status or point of packing.
    Attention,
}

impl OrderChip {
    pub const ALL: [Self; 13] = [
        Self::All,
        Self::Status(OrderStatus::Processing),
        Self::Status(OrderStatus::Shipped),
        Self::Status(OrderStatus::Completed),
        Self::Status(OrderStatus::Cancelled),
        Self::ToPack,
        Self::ToCall,
        Self::At(FulfilmentStatus::Packed),
        Self::At(FulfilmentStatus::ReadyForPickup),
        Self::Returns(ReturnFilter::Requested),
        Self::Returns(ReturnFilter::Approved),
        Self::Unpaid,
        Self::Attention,
    ];

    /// The list that the press shows: the chip replaces the filter of its own group, and keeps the others.
    fn of(self, filter: &OrderQuery) -> OrderQuery {
        let kept = filter.clone();
        let any = OrderQuery { status: None, fulfilment: None, is_to_pack: false, to_call: false, returns: None, ..filter.clone() };
        match self {
            Self::All => any,
            Self::Status(status) => OrderQuery { status: Some(status), ..any },
            Self::ToPack => OrderQuery { is_to_pack: true, ..any },
            Self::ToCall => OrderQuery { to_call: true, ..any },
            Self::At(point) => OrderQuery { fulfilment: Some(point), ..any },
            Self::Returns(returns) => OrderQuery { returns: Some(returns), ..any },
            Self::Unpaid => OrderQuery { payment: Some(PaymentFilter::Is(PaymentStatus::Unpaid)), ..kept },
            Self::Attention => OrderQuery { has_attention: Some(true), ..kept },
        }
    }
}

/// The orders that a caller wants to see.
#[derive(Clone, Debug, Default)]
pub struct WantedOrders {
    /// Only those of the caller, for administrators too.
    pub mine: bool,
    /// Only those placed on this day of the shop's zone or after it.
    pub first_day: Option<NaiveDate>,
    /// Only those placed on this day of the shop's zone or before it.
    pub last_day: Option<NaiveDate>,
    /// The other filters. Customers see their own orders only, and not which of them wait for the attention of staff.
    pub filter: OrderQuery,
}

impl WantedOrders {
    /// The query for the orders that `who` may see.
    fn query(self, who: &Principal, calendar: ShopCalendar, page: PageRequest) -> OrderQuery {
        let placed = PlacedWithin::days(self.first_day, self.last_day, calendar);
        let reads_all = who.may(Permission::ReadOrders);
        let has_attention = self.filter.has_attention.filter(|_| reads_all);
        let (owner, customer) = if reads_all && !self.mine { (None, self.filter.customer) } else { (Some(who.user.id), None) };
        OrderQuery { owner, customer, has_attention, placed, page, ..self.filter }
    }
}

#[derive(Clone)]
pub struct ListOrders {
    pub orders: Arc<dyn OrderReader>,
    pub calendar: ShopCalendar,
}

impl ListOrders {
    /// One page of the orders that `who` may see, newest first.
    ///
    /// # Errors
    /// [`ListError`] for a foreign cursor or a failing store.
    pub async fn run(&self, who: &Principal, wanted: WantedOrders, page: PageRequest) -> Result<Page<Order>, ListError> {
        page_or_invalid(self.orders.list(&wanted.query(who, self.calendar, page)).await?)
    }

    /// The number of orders of each chip, besides the other filters of a list. Each is the total of the list that the chip shows.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn counts(&self, who: &Principal, wanted: &WantedOrders) -> Result<Vec<(OrderChip, TotalCount)>, ReadError> {
        let query = |chip: OrderChip| {
            WantedOrders { filter: chip.of(&wanted.filter), ..wanted.clone() }.query(who, self.calendar, PageRequest::default())
        };
        let queries: Vec<_> = OrderChip::ALL.into_iter().map(query).collect();
        let counts = self.orders.counts(&queries).await?;
        Ok(OrderChip::ALL.into_iter().zip(counts).collect())
    }
}

#[cfg(test)]
mod tests {
    use domain::orders::ports::MockOrderReader;
    use domain::shared::email::EmailAddress;
    use domain::shared::error::{ErrorKind, FeatureError as _};
    use domain::shared::page::PageAnswer;
    use domain::shared::text::SearchText;

    use super::*;
    use crate::samples::{admin, away, customer};

    fn listing(orders: MockOrderReader) -> ListOrders {
        ListOrders { orders: Arc::new(orders), calendar: ShopCalendar::default() }
    }

    /// The query for the store when `who` lists orders.
    async fn asked(who: &Principal, mine: bool) -> OrderQuery {
        let (sender, receiver) = std::sync::mpsc::channel();
        let mut orders = MockOrderReader::new();
        orders.expect_list().returning(move |query| {
            sender.send(query.clone()).unwrap();
            Ok(PageAnswer::Page(Page { items: Vec::new(), next: None, total: TotalCount::Exactly(0) }))
        });
        let wanted = WantedOrders {
            mine,
            first_day: NaiveDate::from_ymd_opt(2026, 3, 4),
            filter: OrderQuery {
                customer: Some(EmailAddress::parse("nimali@example.com").unwrap()),
                status: Some(OrderStatus::Shipped),
                has_attention: Some(true),
                text: Some(SearchText::parse("kandy").unwrap()),
                ..OrderQuery::default()
            },
            ..WantedOrders::default()
        };
        listing(orders).run(who, wanted, PageRequest::default()).await.unwrap();
        receiver.recv().unwrap()
    }

    #[tokio::test]
    async fn customers_see_their_own_orders_with_any_filter() {
        let who = customer();
        let query = asked(&who, false).await;
        assert_eq!((query.owner, query.customer, query.status), (Some(who.user.id), None, Some(OrderStatus::Shipped)));
        assert_eq!((query.has_attention, query.text.unwrap().as_str()), (None, "kandy"));
    }

    #[tokio::test]
    async fn administrators_see_all_orders_or_those_of_one_customer() {
        let query = asked(&admin(), false).await;
        assert_eq!((query.owner, query.customer.unwrap().as_str()), (None, "nimali@example.com"));
        assert_eq!(query.has_attention, Some(true));
        assert_eq!(query.placed.from, "2026-03-03T18:30:00Z".parse().ok(), "the day begins in the shop's zone");
    }

    #[tokio::test]
    async fn everyone_sees_only_their_own_where_they_ask_for_them() {
        for who in [customer(), admin()] {
            let query = asked(&who, true).await;
            assert_eq!((query.owner, query.customer, query.status), (Some(who.user.id), None, Some(OrderStatus::Shipped)));
        }
    }

    #[tokio::test]
    async fn a_foreign_cursor_is_refused() {
        let mut orders = MockOrderReader::new();
        orders.expect_list().returning(|_| Ok(PageAnswer::InvalidCursor));
        let refused = listing(orders).run(&admin(), WantedOrders::default(), PageRequest::default()).await;
        assert!(matches!(refused, Err(ListError::InvalidCursor(_))));
    }

    #[tokio::test]
    async fn each_chip_replaces_the_filter_of_its_group() {
        let mut orders = MockOrderReader::new();
        orders.expect_counts().returning(|queries| {
            let told = |query: &OrderQuery| {
                u32::from(query.status.is_some())
                    + 10 * u32::from(query.fulfilment.is_some())
                    + 100 * u32::from(query.is_to_pack)
                    + 200 * u32::from(query.to_call)
                    + 1_000 * u32::from(query.payment.is_some())
                    + 10_000 * u32::from(query.has_attention.is_some())
                    + 300 * u32::from(query.returns.is_some())
            };
            Ok(queries.iter().map(|query| TotalCount::Exactly(told(query))).collect())
        });
        let filter = OrderQuery { status: Some(OrderStatus::Shipped), ..OrderQuery::default() };
        let wanted = WantedOrders { filter, ..WantedOrders::default() };
        let counts = listing(orders).counts(&admin(), &wanted).await.unwrap();
        let numbers: Vec<_> = counts.iter().map(|(_, count)| *count).collect();
        assert_eq!(numbers, [0, 1, 1, 1, 1, 100, 200, 10, 10, 300, 300, 1_001, 10_001].map(TotalCount::Exactly));
    }

    #[tokio::test]
    async fn a_store_that_is_away_is_unavailable() {
        let mut orders = MockOrderReader::new();
        orders.expect_counts().returning(|_| Err(away()));
        let failed = listing(orders).counts(&admin(), &WantedOrders::default()).await;
        assert_eq!(failed.unwrap_err().kind(), ErrorKind::Unavailable);
    }
}
