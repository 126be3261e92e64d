//! The contract of [`domain::orders::payment::repository::PaymentRepository`].

use chrono::TimeDelta;
use domain::accounts::actor::Actor;
use domain::orders::error::OrderError;
use domain::orders::order::Order;
use domain::orders::order_edit::OrderEdit;
use domain::orders::order_event::EventKind;
use domain::orders::payment::change::{PaymentChange, RefundResolution};
use domain::payments::ledger::{Booked, EntrySource};
use domain::payments::order_payment::{NewCharge, RefundRequest};
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_settings::TimesToPay;
use domain::payments::refund::RefundVia;
use domain::payments::refund_guard::RefundGuard;
use domain::reports::audit_log::AuditQuery;
use domain::reports::sales_period::{PeriodLength, SalesPeriod};
use domain::shared::calendar::ShopCalendar;
use domain::shared::edit::Saved;
use domain::shared::email::EmailAddress;
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::money::Money;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::PaymentId;
use futures_util::future::try_join_all;

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, unique};

/// The administrator of these tests, the same at each call.
fn staff() -> Actor {
    Actor { user_id: None, email: EmailAddress::parse("staff@example.com").ok(), request_id: "payments".into() }
}

/// An order of two units of a product at 1,200.
async fn ordered(shop: &Shop) -> Order {
    let product = shop.add(sample_products::product("Rose")).await;
    shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 2)])).await
}

pub(super) async fn paid(shop: &Shop) -> Order {
    let order = ordered(shop).await;
    changed(shop, &order, &charge(order.total, EntrySource::Hand, "cash")).await
}

pub(super) fn charge(amount: Money, source: EntrySource, reference: &str) -> PaymentChange {
    let is_gateway = source == EntrySource::Gateway;
    let method = if is_gateway { PaymentMethod::PayHere } else { PaymentMethod::Cod };
    let reference = PaymentId::parse(reference).unwrap();
    PaymentChange::Charge(NewCharge { source, method, amount, reference, attempt: is_gateway.then_some(1) }, None)
}

pub(super) fn refund(cents: i64, via: RefundVia, key: &str) -> PaymentChange {
    let request = RefundRequest { amount: Money::from_cents(cents).unwrap(), via, reference: None, reason: None };
    PaymentChange::Release { request, key: IdempotencyKey::parse(key).unwrap(), guard: RefundGuard::default() }
}

async fn ask(shop: &Shop, order: &Order, change: &PaymentChange) -> Result<Saved<Order>, OrderError> {
    shop.pay(&order.id, change, &staff(), moments::now()).await
}

/// The order after a change, which the domain's rule and the store agree on.
async fn changed(shop: &Shop, order: &Order, change: &PaymentChange) -> Order {
    let expected = change.clone().apply(order.clone(), &Booked::by(&staff(), moments::now())).unwrap();
    assert_eq!(ask(shop, order, change).await.unwrap().value, expected);
    assert_eq!(shop.order(order).await, expected);
    expected
}

async fn updated(shop: &Shop, order: &Order, change: &OrderEdit) -> Order {
    shop.edit(&order.id, change, &staff(), moments::now()).await.unwrap().value
}

async fn pending_refunds(shop: &Shop) -> u64 {
    let period = SalesPeriod::at(moments::now(), PeriodLength::Week, ShopCalendar::default());
    shop.overview.revenue(&period).await.unwrap().pending_refunds
}

/// Charges, refunds by hand and through the gateway with their parts and keys, and what became of them.
pub async fn a_payment_is_read_as_it_was_decided(shop: &Shop) {
    let order = ordered(shop).await;
    let mut order = changed(shop, &order, &charge(Money::from_cents(100_000).unwrap(), EntrySource::Gateway, &unique::tag())).await;
    for change in [
        charge(Money::from_cents(10_000).unwrap(), EntrySource::Gateway, &unique::tag()),
        charge(order.total, EntrySource::Hand, "cash"),
        refund(110_000, RefundVia::Gateway, "the parts"),
        PaymentChange::Resolve { refund: 2, outcome: RefundResolution::Failed },
        refund(500, RefundVia::ByHand, "by hand"),
    ] {
        order = changed(shop, &order, &change).await;
    }
    assert_eq!(order.payment.refunds.iter().map(|refund| refund.part_of).collect::<Vec<_>>(), [None, Some(1), None]);
    let again = ask(shop, &order, &refund(500, RefundVia::ByHand, "by hand")).await.unwrap();
    assert_eq!(again, Saved { value: order, is_changed: false });
}

/// Of requests at once, one releases it. Keys belong to their order.
pub async fn a_refund_is_released_once_for_a_key(shop: &Shop) {
    let order = paid(shop).await;
    let asking = (0..10).map(|_| {
        let (shop, order, change) = (shop.clone(), order.clone(), refund(300, RefundVia::ByHand, "once"));
        tokio::spawn(async move { ask(&shop, &order, &change).await.unwrap() })
    });
    let answers = try_join_all(asking).await.unwrap();
    assert_eq!(answers.iter().filter(|answer| answer.is_changed).count(), 1);
    assert_eq!(shop.order(&order).await.payment.refunds.len(), 1);
    changed(shop, &paid(shop).await, &refund(300, RefundVia::ByHand, "once")).await;
}

/// Of two administrators who return all of it, one is refused.
pub async fn two_refunds_at_once_share_what_is_held(shop: &Shop) {
    let order = paid(shop).await;
    let asking = (0..6).map(|_| {
        let (shop, order) = (shop.clone(), order.clone());
        tokio::spawn(async move { ask(&shop, &order, &refund(order.total.cents(), RefundVia::ByHand, &unique::tag())).await })
    });
    let answers = try_join_all(asking).await.unwrap();
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(shop.order(&order).await.refunded);
}

/// Cancelling makes what is held due, and reinstating takes that back.
pub async fn money_held_for_a_cancelled_order_has_to_be_returned(shop: &Shop) {
    let order = paid(shop).await;
    let set = |status| OrderEdit { status: Some(status), ..OrderEdit::default() };
    for (status, pending) in [(OrderStatus::Cancelled, 1), (OrderStatus::Shipped, 0), (OrderStatus::Cancelled, 1)] {
        let order = updated(shop, &order, &set(status)).await;
        assert_eq!((pending_refunds(shop).await, order.figures().refund_due_cents() > 0), (pending, pending > 0), "{status}");
    }
    let order = shop.order(&order).await;
    let returned = changed(shop, &order, &refund(order.total.cents(), RefundVia::ByHand, &unique::tag())).await;
    assert_eq!((pending_refunds(shop).await, returned.payment.credits_cents()), (0, 0));
}

/// The total changes by the fee of cash on delivery alone. Staff read of it in the history; the audit log has the changes of staff.
pub async fn another_method_reprices_by_its_fee(shop: &Shop) {
    let order = ordered(shop).await;
    let expires_at = Some(moments::seconds_later(3_600));
    let times = TimesToPay { bank_transfer: TimeDelta::hours(1), payhere: TimeDelta::minutes(30) };
    let by = |method, fee| PaymentChange::Method { method, fee: Money::from_cents(fee).unwrap(), times };
    let by_customer = Actor { user_id: order.user_id, ..staff() };
    let transfer = shop.pay(&order.id, &by(PaymentMethod::BankTransfer, 0), &by_customer, moments::now()).await.unwrap().value;
    assert_eq!((transfer.total, transfer.payment.expires_at), (order.total, expires_at));
    assert_eq!(shop.order(&order).await, transfer);
    let cash = changed(shop, &transfer, &by(PaymentMethod::Cod, 15_000)).await;
    assert_eq!(cash.total.cents(), order.total.cents() + 15_000);
    let period = SalesPeriod::at(moments::now(), PeriodLength::Week, ShopCalendar::default());
    let sold = shop.overview.revenue(&period).await.unwrap().days.iter().map(|day| day.revenue_cents).sum::<i64>();
    assert_eq!(sold, cash.total.cents());
    let history = shop.order_reader.history(&order.id).await.unwrap().unwrap();
    assert_eq!(history.iter().filter(|event| matches!(event.kind, EventKind::Note(_))).count(), 2);
    let audited = shop.audit_log.list(&AuditQuery::default()).await.unwrap().items;
    assert_eq!(audited.iter().filter(|entry| entry.subject == order.id.as_str()).count(), 1, "of staff alone");
}

/// What the customer keeps of the price is not taken in; a refund that was due is no part of the price.
pub async fn a_goodwill_credit_is_no_revenue(shop: &Shop) {
    let period = SalesPeriod::at(moments::now(), PeriodLength::Week, ShopCalendar::default());
    let revenue = async || shop.overview.revenue(&period).await.unwrap().days.iter().map(|day| day.revenue_cents).sum::<i64>();
    let order = paid(shop).await;
    let total = order.total.cents();
    assert_eq!(revenue().await, total);
    let twice = changed(shop, &order, &charge(order.total, EntrySource::Hand, "again")).await;
    let once = changed(shop, &twice, &refund(total, RefundVia::ByHand, &unique::tag())).await;
    assert_eq!(revenue().await, total, "it was due");
    let credited = changed(shop, &once, &refund(500, RefundVia::ByHand, &unique::tag())).await;
    assert_eq!(revenue().await, total - 500);
    updated(shop, &credited, &OrderEdit { status: Some(OrderStatus::Cancelled), ..OrderEdit::default() }).await;
    assert_eq!(revenue().await, 0);
}
