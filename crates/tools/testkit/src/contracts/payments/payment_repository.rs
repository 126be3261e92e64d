//! The contract of [`domain::payments::ports::PaymentRepository`].

use chrono::TimeDelta;
use domain::accounts::actor::Actor;
use domain::messages::security_notice::SecurityEvent;
use domain::orders::error::OrderError;
use domain::orders::idempotency::IdempotencyKey;
use domain::orders::order::Order;
use domain::orders::order_edit::OrderEdit;
use domain::orders::order_event::EventKind;
use domain::orders::order_status::OrderStatus;
use domain::payments::attention::AttentionKind;
use domain::payments::figures::PaymentStatus;
use domain::payments::ledger::{Booked, EntrySource};
use domain::payments::order_payment::{NewCharge, PaymentRefusal, RefundRequest};
use domain::payments::payment_change::{PaymentChange, RefundResolution};
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_settings::TimesToPay;
use domain::payments::ports::ChangePaymentOutcome;
use domain::payments::refund::{RefundState, RefundVia};
use domain::payments::refund_guard::RefundGuard;
use domain::reports::audit_log::AuditQuery;
use domain::reports::sales_period::{PeriodLength, SalesPeriod};
use domain::shared::calendar::ShopCalendar;
use domain::shared::edit::Edit;
use domain::shared::email::EmailAddress;
use domain::shared::money::Money;
use domain::shared::text::PaymentId;
use futures_util::future::try_join_all;

use super::payment_attempts::kinds_of;
use crate::contracts::Shop;
use crate::contracts::accounts::users::notices;
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

async fn ask(shop: &Shop, order: &Order, change: &PaymentChange) -> ChangePaymentOutcome {
    shop.payments.change(&order.id, change, &staff(), moments::now()).await.unwrap()
}

/// The order after a change, which the domain's rule and the store agree on.
async fn changed(shop: &Shop, order: &Order, change: &PaymentChange) -> Order {
    let expected = change.clone().apply(order.clone(), &Booked::by(&staff(), moments::now())).unwrap();
    assert_eq!(ask(shop, order, change).await, ChangePaymentOutcome::Changed(expected.clone()));
    assert_eq!(shop.order(order).await, expected);
    expected
}

async fn updated(shop: &Shop, order: &Order, change: &OrderEdit) -> Order {
    shop.edit(&order.id, change, &staff(), moments::now()).await.unwrap().thing
}

async fn pending_refunds(shop: &Shop) -> u64 {
    let period = SalesPeriod::at(moments::now(), PeriodLength::Week, ShopCalendar::default());
    shop.overview.revenue(&period).await.unwrap().pending_refunds
}

/// Each charge is an entry; the first one names the payment.
pub async fn money_that_came_in_is_kept(shop: &Shop) {
    let order = ordered(shop).await;
    let part = changed(shop, &order, &charge(Money::from_cents(1).unwrap(), EntrySource::Hand, "first")).await;
    assert_eq!(part.payment_status(), PaymentStatus::PartiallyPaid);
    let all = changed(shop, &part, &charge(order.total, EntrySource::Slip, "second")).await;
    assert_eq!((all.payment_status(), all.figures().refund_due_cents()), (PaymentStatus::Paid, 1));
    assert_eq!(all.payment_id.as_ref().map(PaymentId::as_str), Some("first"));
    assert_eq!(pending_refunds(shop).await, 1);
}

/// A repeated request answers the first refund; another refund needs another key. Keys belong to their order.
pub async fn a_refund_is_released_once_for_a_key(shop: &Shop) {
    let order = paid(shop).await;
    let key = unique::tag();
    let returned = changed(shop, &order, &refund(100, RefundVia::ByHand, &key)).await;
    assert_eq!(ask(shop, &order, &refund(100, RefundVia::ByHand, &key)).await, ChangePaymentOutcome::Replayed(returned.clone(), 1));
    assert_eq!(ask(shop, &order, &refund(200, RefundVia::ByHand, &key)).await, ChangePaymentOutcome::KeyReused);
    assert_eq!(shop.order(&order).await, returned);
    changed(shop, &paid(shop).await, &refund(100, RefundVia::ByHand, &key)).await;
    let asking = (0..10).map(|_| {
        let (shop, order, change) = (shop.clone(), returned.clone(), refund(300, RefundVia::ByHand, "once"));
        tokio::spawn(async move { ask(&shop, &order, &change).await })
    });
    let answers = try_join_all(asking).await.unwrap();
    assert_eq!(answers.iter().filter(|answer| matches!(answer, ChangePaymentOutcome::Changed(_))).count(), 1);
    assert_eq!(shop.order(&order).await.payment.refunds.len(), 2);
}

/// Nothing is written where the refund is too high.
pub async fn no_more_is_refunded_than_is_held(shop: &Shop) {
    let order = paid(shop).await;
    let held = order.figures().held_cents;
    let refused = ask(shop, &order, &refund(held + 1, RefundVia::ByHand, &unique::tag())).await;
    assert_eq!(refused, ChangePaymentOutcome::Refused(PaymentRefusal::ExceedsHeld));
    assert_eq!(shop.order(&order).await, order);
    let returned = changed(shop, &order, &refund(held, RefundVia::ByHand, &unique::tag())).await;
    assert_eq!((returned.refunded, returned.figures().amount_due_cents()), (true, 0), "a credit of the total");
}

/// Together with the refunds before, and however staff record them; the owners are told of what passes.
pub async fn a_large_refund_needs_a_confirmed_session(shop: &Shop) {
    let (order, owner) = (paid(shop).await, shop.admin().await);
    let guard = |is_confirmed| RefundGuard { above: Money::from_cents(1_000).ok(), is_confirmed };
    let release = |cents, is_confirmed| match refund(cents, RefundVia::ByHand, &unique::tag()) {
        PaymentChange::Release { request, key, .. } => PaymentChange::Release { request, key, guard: guard(is_confirmed) },
        other => other,
    };
    let refused = ChangePaymentOutcome::Refused(PaymentRefusal::ConfirmNeeded);
    assert_eq!(ask(shop, &order, &release(1_001, false)).await, refused);
    let order = changed(shop, &order, &release(1_000, false)).await;
    assert_eq!(ask(shop, &order, &release(1, false)).await, refused);
    let whole = |is_confirmed| OrderEdit { refunded: Some(true), guard: guard(is_confirmed), ..OrderEdit::default() };
    let refused = shop.edit(&order.id, &whole(false), &staff(), moments::now()).await.unwrap_err();
    assert!(matches!(refused, OrderError::Payment(PaymentRefusal::ConfirmNeeded)), "{refused:?}");
    assert_eq!(notices(shop, moments::seconds_later(60)).await, []);
    let order = changed(shop, &order, &release(1, true)).await;
    let rest = order.figures().held_cents;
    updated(shop, &order, &whole(true)).await;
    let told = |cents| {
        let amount = Money::from_cents(cents).unwrap();
        (Some(owner.email.clone()), SecurityEvent::LargeRefund { order: order.id.clone(), amount })
    };
    assert_eq!(notices(shop, moments::seconds_later(60)).await, [told(1), told(rest)]);
}

/// Of two administrators who return all of it, one is refused.
pub async fn two_refunds_at_once_share_what_is_held(shop: &Shop) {
    let order = paid(shop).await;
    let asking = (0..6).map(|_| {
        let (shop, order) = (shop.clone(), order.clone());
        tokio::spawn(async move { ask(&shop, &order, &refund(order.total.cents(), RefundVia::ByHand, &unique::tag())).await })
    });
    let answers = try_join_all(asking).await.unwrap();
    assert_eq!(answers.iter().filter(|answer| matches!(answer, ChangePaymentOutcome::Changed(_))).count(), 1);
    assert!(shop.order(&order).await.refunded);
}

/// It is under way until its outcome is known, and cannot be returned again meanwhile.
pub async fn a_refund_of_the_gateway_waits_and_is_resolved(shop: &Shop) {
    let order = ordered(shop).await;
    let order = changed(shop, &order, &charge(order.total, EntrySource::Gateway, &unique::tag())).await;
    let order = changed(shop, &order, &refund(order.total.cents(), RefundVia::Gateway, &unique::tag())).await;
    assert_eq!((order.payment.refunds[0].state, order.refunded), (RefundState::Requested, false));
    let again = ask(shop, &order, &refund(1, RefundVia::ByHand, &unique::tag())).await;
    assert_eq!(again, ChangePaymentOutcome::Refused(PaymentRefusal::ExceedsHeld));
    let resolved = |outcome| PaymentChange::Resolve { refund: 1, outcome };
    let early = ask(shop, &order, &resolved(RefundResolution::Settled)).await;
    assert_eq!(early, ChangePaymentOutcome::Refused(PaymentRefusal::RefundEnded), "nothing was sent");
    let failed = changed(shop, &order, &resolved(RefundResolution::Failed)).await;
    assert_eq!((failed.payment_status(), failed.payment.under_way_cents()), (PaymentStatus::Paid, 0));
    let late = ask(shop, &order, &resolved(RefundResolution::Settled)).await;
    assert_eq!(late, ChangePaymentOutcome::Refused(PaymentRefusal::RefundEnded));
}

/// The edit of the order and the bookings are one ledger.
pub async fn clearing_the_reference_takes_the_refund_along(shop: &Shop) {
    let order = paid(shop).await;
    let order = changed(shop, &order, &refund(500, RefundVia::ByHand, &unique::tag())).await;
    let renamed = OrderEdit { payment_id: Edit::Set(PaymentId::parse("drawer").unwrap()), ..OrderEdit::default() };
    let order = updated(shop, &order, &renamed).await;
    assert_eq!(order.payment_id.as_ref().map(PaymentId::as_str), Some("drawer"));
    let cleared = updated(shop, &order, &OrderEdit { payment_id: Edit::Clear, ..OrderEdit::default() }).await;
    assert_eq!((cleared.payment_status(), cleared.payment.refunds[0].state), (PaymentStatus::Unpaid, RefundState::Failed));
    assert_eq!(shop.order(&order).await, cleared);
    let refused = OrderEdit { refunded: Some(true), ..OrderEdit::default() };
    let refused = shop.edit(&order.id, &refused, &staff(), moments::now()).await.unwrap_err();
    assert!(matches!(refused, OrderError::Payment(PaymentRefusal::NothingHeld)), "{refused:?}");
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

/// Neither an order nor a refund is made up.
pub async fn an_unknown_order_or_refund_is_not_found(shop: &Shop) {
    let order = paid(shop).await;
    let unknown = Order { id: sample_orders::order_id(), ..order.clone() };
    for change in [refund(1, RefundVia::ByHand, "k"), charge(order.total, EntrySource::Hand, "cash")] {
        assert_eq!(ask(shop, &unknown, &change).await, ChangePaymentOutcome::NotFound);
    }
    let resolve = PaymentChange::Resolve { refund: 1, outcome: RefundResolution::Failed };
    assert_eq!(ask(shop, &order, &resolve).await, ChangePaymentOutcome::NotFound);
}

/// The total changes by the fee of cash on delivery alone. Staff read of it in the history; the audit log has the changes of staff.
pub async fn another_method_reprices_by_its_fee(shop: &Shop) {
    let order = ordered(shop).await;
    let expires_at = Some(moments::seconds_later(3_600));
    let times = TimesToPay { bank_transfer: TimeDelta::hours(1), payhere: TimeDelta::minutes(30) };
    let by = |method, fee| PaymentChange::Method { method, fee: Money::from_cents(fee).unwrap(), times, settings: None };
    let by_customer = Actor { user_id: order.user_id, ..staff() };
    let transfer = shop.payments.change(&order.id, &by(PaymentMethod::BankTransfer, 0), &by_customer, moments::now()).await.unwrap();
    let ChangePaymentOutcome::Changed(transfer) = transfer else { panic!("{transfer:?}") };
    assert_eq!((transfer.total, transfer.payment.expires_at), (order.total, expires_at));
    assert_eq!(shop.order(&order).await, transfer);
    let cash = changed(shop, &transfer, &by(PaymentMethod::Cod, 15_000)).await;
    assert_eq!(cash.total.cents(), order.total.cents() + 15_000);
    let same = ask(shop, &cash, &by(PaymentMethod::Cod, 1)).await;
    assert_eq!(same, ChangePaymentOutcome::Changed(cash.clone()), "it is its method already");
    assert_eq!(shop.order(&order).await, cash);
    let period = SalesPeriod::at(moments::now(), PeriodLength::Week, ShopCalendar::default());
    let sold = shop.overview.revenue(&period).await.unwrap().days.iter().map(|day| day.revenue_cents).sum::<i64>();
    assert_eq!(sold, cash.total.cents());
    let history = shop.order_reader.history(&order.id).await.unwrap().unwrap();
    assert_eq!(history.iter().filter(|event| matches!(event.kind, EventKind::Note(_))).count(), 2);
    let audited = shop.audit_log.list(&AuditQuery::default()).await.unwrap().items;
    assert_eq!(audited.iter().filter(|entry| entry.subject == order.id.as_str()).count(), 1, "of staff alone");
}

/// 1,000 and 100 are held: 1,100 are two refunds of one request, and a small refund leaves the large payment whole.
pub async fn a_refund_of_the_gateway_spans_its_payments(shop: &Shop) {
    let paid = async || {
        let order = ordered(shop).await;
        let large = changed(shop, &order, &charge(Money::from_cents(100_000).unwrap(), EntrySource::Gateway, &unique::tag())).await;
        changed(shop, &large, &charge(Money::from_cents(10_000).unwrap(), EntrySource::Gateway, &unique::tag())).await
    };
    let refunds = |order: &Order| order.payment.refunds.iter().map(|r| (r.charge, r.part_of, r.amount.cents())).collect::<Vec<_>>();
    let key = unique::tag();
    let all = changed(shop, &paid().await, &refund(110_000, RefundVia::Gateway, &key)).await;
    assert_eq!(refunds(&all), [(Some(1), None, 100_000), (Some(2), Some(1), 10_000)]);
    assert_eq!(ask(shop, &all, &refund(110_000, RefundVia::Gateway, &key)).await, ChangePaymentOutcome::Replayed(all.clone(), 1));
    assert_eq!(ask(shop, &all, &refund(100_000, RefundVia::Gateway, &key)).await, ChangePaymentOutcome::KeyReused);
    let small = changed(shop, &paid().await, &refund(5_000, RefundVia::Gateway, &unique::tag())).await;
    let rest = changed(shop, &small, &refund(105_000, RefundVia::Gateway, &unique::tag())).await;
    assert_eq!(refunds(&rest), [(Some(2), None, 5_000), (Some(1), None, 100_000), (Some(2), Some(2), 5_000)]);
    let exceeds = ask(shop, &rest, &refund(1, RefundVia::Gateway, &unique::tag())).await;
    assert_eq!(exceeds, ChangePaymentOutcome::Refused(PaymentRefusal::ExceedsHeld));
    let cash = changed(shop, &paid().await, &charge(Money::from_cents(7_000).unwrap(), EntrySource::Hand, "drawer")).await;
    let exceeds = ask(shop, &cash, &refund(110_001, RefundVia::Gateway, &unique::tag())).await;
    assert_eq!(exceeds, ChangePaymentOutcome::Refused(PaymentRefusal::ExceedsGateway), "the cash is held, and not at the gateway");
    changed(shop, &cash, &refund(117_000, RefundVia::ByHand, &unique::tag())).await;
}

/// By a charge, by a slip, and by hand.
pub async fn more_than_an_order_costs_asks_for_attention(shop: &Shop) {
    let order = paid(shop).await;
    assert_eq!(kinds_of(shop, &order).await, []);
    let twice = changed(shop, &order, &charge(order.total, EntrySource::Hand, "again")).await;
    assert_eq!(kinds_of(shop, &order).await, [AttentionKind::Overpaid]);
    let thrice = changed(shop, &twice, &charge(order.total, EntrySource::Slip, &unique::tag())).await;
    assert_eq!(kinds_of(shop, &order).await, [AttentionKind::Overpaid; 2]);
    changed(shop, &thrice, &refund(2 * order.total.cents(), RefundVia::ByHand, &unique::tag())).await;
    assert_eq!(kinds_of(shop, &order).await, [AttentionKind::Overpaid; 2], "money that goes back is no news");
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
