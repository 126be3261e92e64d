//! Listing orders: one's own, or all of them as an administrator.

use std::sync::Arc;

use chrono::NaiveDate;
use domain::accounts::permission::Permission;
use domain::accounts::session::Principal;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::order::{Order, OrderQuery};
use domain::orders::order_filters::{PaymentFilter, PlacedWithin};
use domain::orders::order_status::OrderStatus;
use domain::orders::ports::OrderReader;
use domain::shared::calendar::ShopCalendar;
use domain::shared::email::EmailAddress;
use domain::shared::page::{Page, PageRequest};
use domain::shared::text::SearchText;

use crate::error::{ListError, page_or_invalid};

/// The filters of a list of orders.
#[derive(Clone, Debug, Default)]
pub struct WantedOrders {
    /// Only those of the caller, for administrators too.
    pub mine: bool,
    /// Only those placed with this address; customers see their own orders only.
    pub customer: Option<EmailAddress>,
    /// Only with this status.
    pub status: Option<OrderStatus>,
    /// Only at this point of the packing and delivery, and not cancelled.
    pub fulfilment: Option<FulfilmentStatus>,
    /// Only those whose customer has to be called before they are packed.
    pub to_call: bool,
    /// Only those of the packing queue.
    pub is_to_pack: bool,
    /// Only with this state of the payment.
    pub payment: Option<PaymentFilter>,
    /// Only those of which something waits for the attention of staff, or only the others. Customers do not see which these are.
    pub has_attention: Option<bool>,
    /// Only those placed on this day of the shop's zone or after it.
    pub first_day: Option<NaiveDate>,
    /// Only those placed on this day of the shop's zone or before it.
    pub last_day: Option<NaiveDate>,
    /// Only those whose number, recipient or e-mail contains this text.
    pub text: Option<SearchText>,
}

impl WantedOrders {
    /// The query for the orders that `who` may see.
    pub(super) fn query(self, who: &Principal, calendar: ShopCalendar, page: PageRequest) -> OrderQuery {
        let placed = PlacedWithin::days(self.first_day, self.last_day, calendar);
        let Self { mine, customer, status, fulfilment, to_call, is_to_pack, payment, has_attention, text, .. } = self;
        let reads_all = who.may(Permission::ReadOrders);
        let has_attention = has_attention.filter(|_| reads_all);
        let (owner, customer) = if reads_all && !mine { (None, customer) } else { (Some(who.user.id), None) };
        OrderQuery { owner, customer, status, fulfilment, to_call, is_to_pack, payment, has_attention, placed, text, page }
    }
}

#[derive(Clone)]
pub struct ListOrders {
    orders: Arc<dyn OrderReader>,
    calendar: ShopCalendar,
}

impl ListOrders {
    /// Wires the use case.
    #[must_use]
    pub fn new(orders: Arc<dyn OrderReader>, calendar: ShopCalendar) -> Self {
        Self { orders, calendar }
    }

    /// One page of the orders that `who` may see, newest first.
    ///
    /// # Errors
    /// [`ListError`] for a foreign cursor or a failing store.
    pub async fn run(&self, who: &Principal, wanted: WantedOrders, page: PageRequest) -> Result<Page<Order>, ListError> {
        page_or_invalid(self.orders.list(&wanted.query(who, self.calendar, page)).await?)
    }
}

#[cfg(test)]
mod tests {
    use domain::orders::ports::MockOrderReader;
    use domain::shared::page::{PageAnswer, TotalCount};

    use super::*;
    use crate::samples::{admin, customer};

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
            customer: Some(EmailAddress::parse("nimali@example.com").unwrap()),
            status: Some(OrderStatus::Shipped),
            has_attention: Some(true),
            first_day: NaiveDate::from_ymd_opt(2026, 3, 4),
            text: Some(SearchText::parse("kandy").unwrap()),
            ..WantedOrders::default()
        };
        ListOrders::new(Arc::new(orders), ShopCalendar::default()).run(who, wanted, PageRequest::default()).await.unwrap();
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
        let refused =
            ListOrders::new(Arc::new(orders), ShopCalendar::default()).run(&admin(), WantedOrders::default(), PageRequest::default()).await;
        assert!(matches!(refused, Err(ListError::InvalidCursor(_))));
    }
}
