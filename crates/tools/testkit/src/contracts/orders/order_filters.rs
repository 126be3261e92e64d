//! The contract of [`domain::orders::ports::OrderReader`] on the filters of staff, and of
//! [`domain::reports::overview::OverviewReader`] on what waits.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::order::{Order, OrderDraft};
use domain::orders::order_filters::{OrderQuery, PaymentFilter, PlacedWithin};
use domain::orders::payment::change::PaymentChange;
use domain::payments::attempt_record::Attempt;
use domain::payments::attention::{Attention, AttentionNote};
use domain::payments::figures::PaymentStatus;
use domain::payments::gateway::{Notification, PaymentRef};
use domain::payments::ledger::EntrySource;
use domain::payments::order_payment::{NewCharge, RefundRequest};
use domain::payments::payment_method::PaymentMethod;
use domain::payments::refund::RefundVia;
use domain::payments::refund_guard::RefundGuard;
use domain::payments::slip::{Slip, SlipState};
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::ids::SlipId;
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::order_status::OrderStatus;
use domain::shared::page::{PageRequest, TotalCount};
use domain::shared::text::{PaymentId, SearchText};
use uuid::Uuid;

use crate::contracts::Shop;
use crate::contracts::paging::walk;
use crate::contracts::shop::page;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

pub(super) async fn change(shop: &Shop, order: &Order, change: PaymentChange) {
    shop.pay(&order.id, &change, &sample_users::actor(), moments::now()).await.unwrap();
}

pub(super) fn charge(cents: i64, reference: &str) -> PaymentChange {
    PaymentChange::Charge(
        NewCharge {
            source: EntrySource::Hand,
            method: PaymentMethod::BankTransfer,
            amount: Money::from_cents(cents).unwrap(),
            reference: PaymentId::parse(reference).unwrap(),
            attempt: None,
        },
        None,
    )
}

fn refund(cents: i64) -> PaymentChange {
    let amount = Money::from_cents(cents).unwrap();
    let request = RefundRequest { amount, via: RefundVia::ByHand, reference: None, reason: None };
    PaymentChange::Release { request, key: IdempotencyKey::parse(&unique::tag()).unwrap(), guard: RefundGuard::default() }
}

pub(super) async fn slip(shop: &Shop, order: &Order, bank_reference: Option<&str>) -> SlipId {
    let id = SlipId::new(Uuid::from_u64_pair(unique::bits(), unique::bits()));
    let bank_reference = bank_reference.map(|text| PaymentId::parse(text).unwrap());
    let slip = Slip {
        id,
        at: moments::now(),
        bank_reference,
        state: SlipState::InReview,
        reason: None,
        is_by_staff: false,
        is_seen_elsewhere: false,
    };
    shop.add_slip(&order.id, slip, unique::tag().into_bytes(), &sample_users::actor()).await.unwrap();
    id
}

pub(super) async fn started(shop: &Shop, order: &Order) -> Attempt {
    shop.start(&order.id, moments::now()).await.unwrap().attempt
}

/// The gateway tells of a payment with this number.
pub(super) async fn told(shop: &Shop, attempt: &Attempt, status_code: i32, amount: &str, payment: &str) {
    let notification = Notification {
        order_id: attempt.id.to_string(),
        amount: amount.to_owned(),
        currency: "LKR".to_owned(),
        status_code,
        payment: PaymentRef::parse(payment).ok(),
        means: None,
    };
    shop.take(&notification, false, moments::now()).await;
}

async fn open_attention(shop: &Shop) -> Vec<Attention> {
    shop.attention.list(None, &PageRequest::default()).await.unwrap().items
}

/// Orders with every status of the payment, at each point of packing, newest first.
async fn orders_of_all_kinds(shop: &Shop) -> Vec<Order> {
    let user = shop.customer().await;
    let rose = shop.add(sample_products::with_stock(1_000, sample_products::product("Rose"))).await;
    let mut orders = Vec::new();
    for n in 0..20 {
        let draft = if n % 2 == 0 { sample_orders::prepaid(&user, &rose) } else { sample_orders::draft(&user, &[(&rose, 1)]) };
        let draft = if n == 1 { sample_orders::to_pick_up(draft) } else { draft };
        // No order expires while the real time is compared with the time of the tests.
        let time_to_pay = draft.time_to_pay.map(|_| TimeDelta::days(36_500));
        orders.push(shop.place(&OrderDraft { time_to_pay, placed_at: moments::seconds_later(n * 3_600), ..draft }).await);
    }
    let total = orders[0].total.cents();
    for n in [2, 3, 4, 5, 6] {
        change(shop, &orders[n], charge(total, &format!("PAID-{n}"))).await;
    }
    change(shop, &orders[4], refund(total)).await;
    change(shop, &orders[5], refund(total / 2)).await;
    change(shop, &orders[7], charge(total / 2, "PART-7")).await;
    change(shop, &orders[8], charge(total + 100, "OVER-8")).await;
    for n in [6, 9, 10] {
        shop.set_status(&orders[n], OrderStatus::Cancelled).await.unwrap();
    }
    slip(shop, &orders[11], None).await;
    slip(shop, &orders[12], None).await;
    slip(shop, &orders[12], None).await;
    let back = started(shop, &orders[13]).await;
    let number = unique::bits().to_string();
    told(shop, &back, 2, &back.amount.to_string(), &number).await;
    told(shop, &back, -3, &back.amount.to_string(), &number).await;
    let wrong = started(shop, &orders[14]).await;
    told(shop, &wrong, 2, "1.00", &unique::bits().to_string()).await;
    let waits = started(shop, &orders[16]).await;
    told(shop, &waits, 0, &waits.amount.to_string(), &unique::bits().to_string()).await;
    for n in [1, 3] {
        shop.take_step(&orders[n], FulfilmentStep::Packed).await.unwrap();
    }
    shop.take_step(&orders[1], FulfilmentStep::ReadyForPickup).await.unwrap();
    shop.set_status(&orders[15], OrderStatus::Shipped).await.unwrap();
    shop.set_status(&orders[17], OrderStatus::Completed).await.unwrap();
    let mut stored = Vec::new();
    for order in orders.iter().rev() {
        stored.push(shop.order(order).await);
    }
    stored
}

/// Whether an order meets the filters of a query, by the rules of the domain.
fn meets(order: &Order, attention: &BTreeSet<OrderId>, query: &OrderQuery) -> bool {
    let figures = order.figures();
    let is_due = figures.amount_due_cents() > 0;
    let pays = |filter| match filter {
        PaymentFilter::Is(status) => order.payment_status() == status,
        PaymentFilter::Due => is_due,
        PaymentFilter::RefundDue => figures.refund_due_cents() > order.payment.under_way_cents(),
        PaymentFilter::SlipInReview => order.payment.slips.iter().any(|slip| slip.state == SlipState::InReview),
    };
    let waits = order.status == OrderStatus::Processing && order.fulfilment_status() == FulfilmentStatus::Unfulfilled;
    let is_to_pack = waits && !(order.payment.method.is_prepaid() && is_due);
    let is_at = |point| order.status != OrderStatus::Cancelled && order.fulfilment_status() == point;
    query.payment.is_none_or(pays)
        && query.status.is_none_or(|status| order.status == status)
        && query.fulfilment.is_none_or(is_at)
        && (!query.is_to_pack || is_to_pack)
        && query.has_attention.is_none_or(|wanted| attention.contains(&order.id) == wanted)
        && query.placed.from.is_none_or(|from| order.placed_at >= from)
        && query.placed.until.is_none_or(|until| order.placed_at < until)
}

/// Every filter alone, and each beside each other one.
fn queries() -> Vec<OrderQuery> {
    let any = OrderQuery::default;
    let mut payments = vec![any()];
    payments.extend(PaymentFilter::ALL.map(|payment| OrderQuery { payment: Some(payment), ..any() }));
    let placed = PlacedWithin { from: Some(moments::seconds_later(2 * 3_600)), until: Some(moments::seconds_later(13 * 3_600)) };
    let mut queries = Vec::new();
    for query in payments {
        queries.extend([
            query.clone(),
            OrderQuery { status: Some(OrderStatus::Processing), ..query.clone() },
            OrderQuery { status: Some(OrderStatus::Cancelled), ..query.clone() },
            OrderQuery { fulfilment: Some(FulfilmentStatus::ReadyForPickup), ..query.clone() },
            OrderQuery { is_to_pack: true, ..query.clone() },
            OrderQuery { has_attention: Some(true), ..query.clone() },
            OrderQuery { has_attention: Some(false), ..query.clone() },
            OrderQuery { placed, ..query.clone() },
            OrderQuery { text: SearchText::parse("perera").ok(), is_to_pack: true, ..query },
        ]);
    }
    queries
}

/// The domain and the store agree on every filter, and each list is counted as it is listed.
pub async fn every_filter_lists_and_counts_what_the_orders_say(shop: &Shop) {
    let orders = orders_of_all_kinds(shop).await;
    let statuses: BTreeSet<_> = orders.iter().map(|order| order.payment_status().as_str()).collect();
    assert_eq!(statuses.len(), PaymentStatus::ALL.len(), "a status is missing in this test: {statuses:?}");
    let attention: BTreeSet<_> = open_attention(shop).await.into_iter().filter_map(|item| item.order).collect();
    assert_eq!(attention.len(), 3, "one was paid too late, one too much, and of one the payment was taken back");
    let queries = queries();
    let counts = shop.order_reader.counts(&queries).await.unwrap();
    assert_eq!(counts.len(), queries.len());
    for (query, count) in queries.into_iter().zip(counts) {
        let name = |order: &Order| order.shipping.name.as_str().to_lowercase();
        let named = |order: &&Order| query.text.as_ref().is_none_or(|text| name(order).contains(text.as_str()));
        let wanted: Vec<_> = orders.iter().filter(|order| meets(order, &attention, &query)).filter(named).cloned().collect();
        assert_eq!(count, TotalCount::Exactly(u32::try_from(wanted.len()).unwrap()), "{query:?}");
        for limit in [1, 4, 100] {
            let list = |request| {
                let query = OrderQuery { page: request, ..query.clone() };
                async move { page(shop.order_reader.list(&query).await.unwrap()) }
            };
            assert_eq!(walk(limit, list).await, wanted, "{query:?} {limit}");
        }
    }
}

/// Each number on top of the dashboard is the total of the list that it leads to.
pub async fn what_waits_is_what_the_lists_hold(shop: &Shop) {
    orders_of_all_kinds(shop).await;
    for closed in [false, true] {
        let total = async |query: OrderQuery| page(shop.order_reader.list(&query).await.unwrap()).total;
        let payment = |payment| OrderQuery { payment: Some(payment), ..OrderQuery::default() };
        let waiting = shop.overview.waiting().await.unwrap();
        assert_eq!(waiting.to_pack, total(OrderQuery { is_to_pack: true, ..OrderQuery::default() }).await);
        assert_eq!(total(payment(PaymentFilter::SlipInReview)).await, TotalCount::Exactly(2));
        assert_eq!(waiting.slips_to_check, TotalCount::Exactly(3), "two slips of one order are two to look at");
        assert_eq!(waiting.refunds_due, total(payment(PaymentFilter::RefundDue)).await);
        assert_eq!(waiting.refunds_due, TotalCount::Exactly(2));
        let open = open_attention(shop).await;
        assert_eq!(waiting.attention, TotalCount::Exactly(u32::try_from(open.len()).unwrap()));
        assert_eq!(open.is_empty(), closed);
        for item in open {
            let note = AttentionNote::parse("Called the customer.").unwrap();
            shop.attention.close(item.id, &note, &sample_users::actor(), moments::now()).await.unwrap();
        }
    }
}
