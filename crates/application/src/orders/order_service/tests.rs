//! What the service reads before it changes an order, and several orders.

use std::sync::mpsc::{Receiver, channel};

use chrono::TimeDelta;
use domain::accounts::staff_role::StaffRole;
use domain::orders::ports::{MockOrderReader, MockOrderRepository};
use domain::payments::order_payment::OrderPayment;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_settings::{PaymentEdit, PaymentSettings};
use domain::payments::refund_guard::RefundGuard;
use domain::settings::ports::MockSettingsStore;
use domain::settings::shop_settings::ShopSettings;
use domain::shared::error::FeatureError as _;
use domain::shared::money::Money;
use domain::shared::order_status::OrderStatus;
use domain::shared::page::{Page, TotalCount};
use domain::shared::text::PaymentId;
use domain::shared::versioned::Versioned;
use testkit::{moments, sample_orders};

use super::*;
use crate::samples::{actor, away, clock, customer, staff};

/// A shop with this order, where a bank transfer is waited for 20 hours, and the guard of the last decided change.
fn shop_of(order: Order) -> (OrderService, Receiver<RefundGuard>) {
    let (sender, receiver) = channel();
    let mut orders = MockOrderRepository::new();
    orders.expect_change().returning(move |_, _, _, decide| {
        let change = decide(&order)?;
        sender.send(change.guard).unwrap();
        Ok(Saved { is_changed: change.order != order, value: change.order })
    });
    (service(orders, MockOrderReader::new()), receiver)
}

fn service(orders: MockOrderRepository, reader: MockOrderReader) -> OrderService {
    let edit = PaymentEdit { bank_transfer_hours: Some(20), ..PaymentEdit::default() };
    let payments = Versioned { value: PaymentSettings::default().edited(edit).unwrap(), ..Versioned::default() };
    let mut store = MockSettingsStore::new();
    store.expect_load().returning(move || Ok(ShopSettings { payments: payments.clone(), ..ShopSettings::default() }));
    OrderService { orders: Arc::new(orders), reader: Arc::new(reader), settings: CurrentSettings::new(Arc::new(store)), clock: clock() }
}

fn order() -> Order {
    Order { total: Money::from_cents(300).unwrap(), ..sample_orders::draft(&customer().user, &[]).into_order() }
}

#[tokio::test]
async fn a_reinstated_order_has_the_time_of_the_present_settings() {
    let who = staff(StaffRole::Owner);
    let order = Order { status: OrderStatus::Cancelled, ..order().with_payment(OrderPayment::by(PaymentMethod::BankTransfer, None)) };
    let edit = OrderEdit { status: Some(OrderStatus::Processing), ..OrderEdit::default() };
    let (service, _receiver) = shop_of(order.clone());
    let reinstated = service.edit(&who, &actor(&who), &order.id, edit).await.unwrap().value;
    assert_eq!(reinstated.payment.expires_at, Some(moments::now() + TimeDelta::hours(20)));
}

/// The settings say above which sum; the session of `staff` is not confirmed.
#[tokio::test]
async fn a_refund_of_the_whole_payment_is_guarded_as_any_other() {
    let who = staff(StaffRole::Owner);
    for (refunded, is_guarded) in [(true, true), (false, false)] {
        let (service, guards) = shop_of(order());
        let pay = OrderEdit { payment_id: Edit::Set(PaymentId::parse("PAY-1").unwrap()), refunded: Some(refunded), ..OrderEdit::default() };
        service.edit(&who, &actor(&who), &order().id, pay).await.unwrap();
        let guard = guards.recv().unwrap();
        assert_eq!((guard.above.is_some(), guard.is_confirmed), (is_guarded, false));
    }
}

#[tokio::test]
async fn a_role_without_the_permission_reaches_no_order() {
    let who = staff(StaffRole::Support);
    let refused = service(MockOrderRepository::new(), MockOrderReader::new());
    let edit = OrderEdit { refunded: Some(true), ..OrderEdit::default() };
    assert_eq!(refused.edit(&who, &actor(&who), &order().id, edit).await.unwrap_err().code(), "auth.role_forbidden");
}

/// The outcomes of cancelling an order that is open, one that is not and one of which the store is away; then another.
#[tokio::test]
async fn each_of_several_orders_has_an_outcome_of_its_own_until_the_store_is_away() {
    let who = staff(StaffRole::Support);
    let orders = [order(), Order { status: OrderStatus::Completed, ..order() }, order(), order()];
    let ids: Vec<OrderId> = orders.iter().map(|order| order.id.clone()).collect();
    let mut repository = MockOrderRepository::new();
    repository.expect_change().times(3).returning(move |id, _, _, decide| {
        if *id == orders[2].id {
            return Err(away().into());
        }
        let order = orders.iter().find(|order| order.id == *id).unwrap();
        Ok(Saved { value: decide(order)?.order, is_changed: true })
    });
    let reason = CancelReason::parse("not wanted").ok();
    let outcomes = service(repository, MockOrderReader::new()).cancel_several(&who, &actor(&who), &ids, reason.as_ref()).await;
    let codes: Vec<_> = outcomes.iter().map(|one| one.outcome.as_ref().map(|order| order.status).map_err(|error| error.code())).collect();
    let unavailable = Err("service.unavailable");
    assert_eq!(codes, [Ok(OrderStatus::Cancelled), Err("order.not_cancellable"), unavailable, unavailable]);
}

#[tokio::test]
async fn the_open_orders_of_a_user_are_listed() {
    let (who, user) = (staff(StaffRole::Support), customer().user);
    let mut reader = MockOrderReader::new();
    reader
        .expect_list()
        .withf(move |query| query.owner == Some(user.id) && query.fulfilment == Some(FulfilmentStatus::Unfulfilled))
        .returning(|_| Ok(PageAnswer::Page(Page { items: Vec::new(), next: None, total: TotalCount::Exactly(0) })));
    assert!(service(MockOrderRepository::new(), reader).cancel_of_user(&who, &actor(&who), user.id).await.unwrap().is_empty());
}
