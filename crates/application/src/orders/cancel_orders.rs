//! Cancelling several orders that are not packed, for staff.

use std::sync::Arc;

use domain::accounts::session::Principal;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::order::{Order, OrderQuery};
use domain::orders::order_id::OrderId;
use domain::orders::ports::OrderReader;
use domain::reports::audit::Actor;
use domain::shared::ids::UserId;
use domain::shared::page::{PageAnswer, PageLimit, PageRequest};
use domain::shared::ports::PortError;
use domain::shared::text::CancelReason;
use domain::shared::trace::TRACE_TARGET;
use tracing::instrument;

use crate::orders::cancel_order::{CancelOrder, CancelOrderError};

/// The most orders of one call.
pub const MAX_ORDERS: usize = 200;

/// What became of one of several orders.
#[derive(Debug)]
pub struct Cancelled {
    pub id: OrderId,
    /// The cancelled order, or why it is not cancelled.
    pub outcome: Result<Order, CancelOrderError>,
}

#[derive(Clone)]
pub struct CancelOrders {
    reader: Arc<dyn OrderReader>,
    cancel: CancelOrder,
}

impl CancelOrders {
    /// Wires the use case.
    #[must_use]
    pub fn new(reader: Arc<dyn OrderReader>, cancel: CancelOrder) -> Self {
        Self { reader, cancel }
    }

    /// Cancels these orders one after the other, each in a transaction of its own, with stock, mails, event and audit entry as
    /// [`CancelOrder`] does. Once the store is away, the rest is not tried.
    #[instrument(target = TRACE_TARGET, name = "cancel_orders", skip_all)]
    pub async fn run(&self, who: &Principal, by: &Actor, ids: &[OrderId], reason: Option<&CancelReason>) -> Vec<Cancelled> {
        let mut outcomes = Vec::with_capacity(ids.len());
        let mut is_away = false;
        for id in ids {
            let outcome = if is_away {
                Err(CancelOrderError::Port(PortError::unavailable("the order before was not cancelled")))
            } else {
                self.cancel.run(who, by, id, reason.cloned()).await
            };
            is_away |= matches!(outcome, Err(CancelOrderError::Port(_)));
            outcomes.push(Cancelled { id: id.clone(), outcome });
        }
        outcomes
    }

    /// Cancels the orders of a user that are not packed, the newest first and at most [`MAX_ORDERS`] of them.
    ///
    /// # Errors
    /// When the list of orders cannot be read; nothing was cancelled then.
    pub async fn of_user(&self, who: &Principal, by: &Actor, user: UserId) -> Result<Vec<Cancelled>, PortError> {
        let limit = u16::try_from(MAX_ORDERS).ok().and_then(|limit| PageLimit::parse(limit.into()).ok()).unwrap_or_default();
        let query = OrderQuery {
            owner: Some(user),
            fulfilment: Some(FulfilmentStatus::Unfulfilled),
            page: PageRequest { limit, after: None },
            ..OrderQuery::default()
        };
        // Without a cursor every page is valid.
        let PageAnswer::Page(page) = self.reader.list(&query).await? else { return Ok(Vec::new()) };
        let ids: Vec<OrderId> = page.items.into_iter().map(|order| order.id).collect();
        Ok(self.run(who, by, &ids, None).await)
    }
}

#[cfg(test)]
mod tests {
    use domain::orders::order_status::OrderStatus;
    use domain::orders::ports::{CancelOutcome, MockFulfilmentDesk, MockOrderReader};
    use domain::shared::page::{Page, TotalCount};
    use testkit::sample_orders;

    use super::*;
    use crate::orders::show_order::ShowOrder;
    use crate::samples::{actor, away, clock, customer, staff};
    use domain::accounts::staff_role::StaffRole;

    /// The outcomes of cancelling these orders of a customer, by whether the store cancels the order.
    async fn cancelling(who: &Principal, orders: Vec<(Order, Option<bool>)>) -> Vec<Cancelled> {
        let mut reader = MockOrderReader::new();
        let kept: Vec<Order> = orders.iter().map(|(order, _)| order.clone()).collect();
        reader.expect_by_id().returning(move |id| Ok(kept.iter().find(|order| order.id == *id).cloned()));
        let ids: Vec<OrderId> = orders.iter().map(|(order, _)| order.id.clone()).collect();
        let mut desk = MockFulfilmentDesk::new();
        desk.expect_cancel().returning(move |id, cancellation, _, _| {
            assert!(cancellation.is_by_staff && cancellation.reason == CancelReason::parse("not wanted").ok());
            let (order, is_open) = orders.iter().find(|(order, _)| order.id == *id).cloned().unwrap();
            match is_open {
                Some(true) => Ok(CancelOutcome::Cancelled(Order { status: OrderStatus::Cancelled, ..order })),
                Some(false) => Ok(CancelOutcome::NotCancellable(order)),
                None => Err(away()),
            }
        });
        let reader = Arc::new(reader);
        let cancel = CancelOrder::new(ShowOrder::new(reader.clone()), Arc::new(desk), clock());
        let reason = CancelReason::parse("not wanted").ok();
        CancelOrders::new(reader, cancel).run(who, &actor(who), &ids, reason.as_ref()).await
    }

    fn order() -> Order {
        sample_orders::draft(&customer().user, &[]).into_order()
    }

    #[tokio::test]
    async fn each_order_has_an_outcome_of_its_own() {
        let outcomes =
            cancelling(&staff(StaffRole::Support), vec![(order(), Some(true)), (order(), Some(false)), (order(), Some(true))]).await;
        let cancelled: Vec<bool> = outcomes.iter().map(|one| one.outcome.is_ok()).collect();
        assert_eq!(cancelled, [true, false, true]);
        assert!(matches!(outcomes[1].outcome, Err(CancelOrderError::NotCancellable(_))));
    }

    #[tokio::test]
    async fn the_rest_is_not_tried_while_the_store_is_away() {
        let outcomes = cancelling(&staff(StaffRole::Support), vec![(order(), None), (order(), Some(true))]).await;
        assert!(outcomes.iter().all(|one| matches!(one.outcome, Err(CancelOrderError::Port(_)))), "{outcomes:?}");
    }

    #[tokio::test]
    async fn the_open_orders_of_a_user_are_listed() {
        let (who, user) = (staff(StaffRole::Support), customer().user);
        let mut reader = MockOrderReader::new();
        reader
            .expect_list()
            .withf(move |query| query.owner == Some(user.id) && query.fulfilment == Some(FulfilmentStatus::Unfulfilled))
            .returning(|_| Ok(PageAnswer::Page(Page { items: Vec::new(), next: None, total: TotalCount::Exactly(0) })));
        let reader = Arc::new(reader);
        let cancel = CancelOrder::new(ShowOrder::new(reader.clone()), Arc::new(MockFulfilmentDesk::new()), clock());
        assert!(CancelOrders::new(reader, cancel).of_user(&who, &actor(&who), user.id).await.unwrap().is_empty());
    }
}
