//! The contract of [`domain::orders::ports::FulfilmentDesk`], to one caller and to several at once.

use domain::accounts::user::User;
use domain::catalog::product::Product;
use domain::orders::cancellation::Cancellation;
use domain::orders::fulfilment::Parcel;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::fulfilment_step::{FulfilmentStep, StepChange};
use domain::orders::order::{Order, OrderDraft, OrderQuery};
use domain::orders::order_change::OrderChange;
use domain::orders::order_event::{EventKind, OrderEvent};
use domain::orders::order_note::{NoteVisibility, OrderNote};
use domain::orders::order_status::OrderStatus;
use domain::orders::ports::{CancelOutcome, PlaceOrderOutcome, StepOutcome, UpdateOrderOutcome};
use domain::orders::tracking_url::TrackingUrl;
use domain::payments::ledger::Booked;
use domain::reports::audit::Actor;
use domain::shared::edit::Edit;
use domain::shared::text::{CancelReason, CourierName, CustomerNote, NoteText, PaymentId, SearchText, TrackingNumber};

use crate::contracts::Shop;
use crate::contracts::shop::page;
use crate::{moments, sample_orders, sample_products, sample_users};

/// Each step is stored with what is known of the parcel, and told in the history.
pub async fn an_order_is_packed_handed_over_and_delivered(shop: &Shop) {
    use OrderStatus::{Completed, Processing, Shipped};
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let mut order = shop.place(&sample_orders::draft(&user, &[(&product, 3)])).await;
    let by = sample_users::actor();
    for (second, change) in [(1, step(FulfilmentStep::Packed)), (2, handing_over()), (3, step(FulfilmentStep::Delivered))] {
        let expected = change.clone().apply(order.clone(), &Booked::by(&by, moments::seconds_later(second))).unwrap();
        let outcome = shop.fulfilment.take_step(&order.id, &change, &by, moments::seconds_later(second)).await.unwrap();
        assert_eq!(outcome, StepOutcome::Taken(expected.clone()));
        order = expected;
        assert_eq!(shop.order(&order).await, order);
    }
    assert_eq!((order.status, order.fulfilment_status()), (OrderStatus::Completed, FulfilmentStatus::Delivered));
    assert_eq!(order.fulfilment.parcel, handing_over().parcel);
    assert_eq!(shop.stock(&product).await, 7);
    let told: Vec<_> = history(shop, &order).await.into_iter().map(|event| (event.kind, event.from, event.to)).collect();
    let taken = |step, from, to| (EventKind::Step(step), Some(from), to);
    assert_eq!(
        told,
        [
            (EventKind::Status, None, Processing),
            taken(FulfilmentStep::Packed, Processing, Processing),
            taken(FulfilmentStep::HandedOver, Processing, Shipped),
            taken(FulfilmentStep::Delivered, Shipped, Completed),
        ]
    );
}

/// Nothing is written before the money is there.
pub async fn an_order_that_is_paid_in_advance_is_packed_when_it_is_paid(shop: &Shop) {
    let order = shop.place(&sample_orders::prepaid(&shop.customer().await, &shop.add(sample_products::product("Rose")).await)).await;
    assert_eq!(take(shop, &order, FulfilmentStep::Packed).await, StepOutcome::Unpaid(order.clone()));
    assert_eq!(history(shop, &order).await.len(), 1);
    let paid = OrderChange { payment_id: Edit::Set(PaymentId::parse("B-1").unwrap()), ..OrderChange::default() };
    shop.orders.update(&order.id, &paid, &sample_users::actor(), moments::now()).await.unwrap();
    assert!(matches!(take(shop, &order, FulfilmentStep::Packed).await, StepOutcome::Taken(_)));
}

/// The present order is answered; nothing is written.
pub async fn a_step_out_of_order_is_refused(shop: &Shop) {
    let order = placed(shop).await;
    for wrong in [FulfilmentStep::Unpacked, FulfilmentStep::HandedOver, FulfilmentStep::Delivered, FulfilmentStep::Undelivered] {
        assert_eq!(take(shop, &order, wrong).await, StepOutcome::WrongStep(order.clone()), "{wrong}");
    }
    set_status(shop, &order, OrderStatus::Cancelled).await;
    let present = shop.order(&order).await;
    for step in FulfilmentStep::ALL {
        assert_eq!(take(shop, &order, step).await, StepOutcome::WrongStep(present.clone()), "{step}");
    }
    assert_eq!(history(shop, &order).await.len(), 2);
    let unknown = Order { id: sample_orders::order_id(), ..order };
    assert_eq!(take(shop, &unknown, FulfilmentStep::Packed).await, StepOutcome::NotFound);
}

/// The order is cancelled where it was, and its units are back on the shelf, once.
pub async fn an_undelivered_order_is_cancelled_and_restocked(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let order = shop.place(&sample_orders::draft(&user, &[(&product, 4)])).await;
    for step in [FulfilmentStep::Packed, FulfilmentStep::HandedOver, FulfilmentStep::Undelivered] {
        assert!(matches!(take(shop, &order, step).await, StepOutcome::Taken(_)), "{step}");
    }
    let back = shop.order(&order).await;
    assert_eq!((back.status, back.fulfilment_status()), (OrderStatus::Cancelled, FulfilmentStatus::HandedOver));
    assert!(matches!(take(shop, &order, FulfilmentStep::Undelivered).await, StepOutcome::WrongStep(_)));
    assert_eq!(shop.stock(&product).await, 10);
}

/// A set status jumps to its own point; cancelling keeps the point.
pub async fn a_set_status_jumps_to_its_point(shop: &Shop) {
    let order = placed(shop).await;
    take(shop, &order, FulfilmentStep::Packed).await;
    for (status, point) in [
        (OrderStatus::Cancelled, FulfilmentStatus::Packed),
        (OrderStatus::Processing, FulfilmentStatus::Unfulfilled),
        (OrderStatus::Shipped, FulfilmentStatus::HandedOver),
        (OrderStatus::Cancelled, FulfilmentStatus::HandedOver),
        (OrderStatus::Completed, FulfilmentStatus::Delivered),
        (OrderStatus::Processing, FulfilmentStatus::Unfulfilled),
    ] {
        let UpdateOrderOutcome::Updated(answered) = set_status(shop, &order, status).await else { panic!("{status} was not set") };
        assert_eq!((answered.status, answered.fulfilment_status()), (status, point));
        assert_eq!(shop.order(&order).await, answered);
    }
}

/// An order is cancelled once, with its reason, and its units are back on the shelf.
pub async fn an_order_is_cancelled_before_it_is_packed(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let order = shop.place(&sample_orders::draft(&user, &[(&product, 4)])).await;
    let CancelOutcome::Cancelled(cancelled) = cancel(shop, &order, &user).await else { panic!("it was not cancelled") };
    assert_eq!(cancelled, Order { status: OrderStatus::Cancelled, ..order.clone() });
    assert_eq!(shop.order(&order).await, cancelled);
    assert_eq!(cancel(shop, &order, &user).await, CancelOutcome::NotCancellable(cancelled));
    assert_eq!(shop.stock(&product).await, 10);
    let last = history(shop, &order).await.pop().unwrap();
    assert_eq!((last.kind, last.actor), (EventKind::Cancelled(CancelReason::parse("ordered twice").ok()), Some(user.email.clone())));
    let unknown = Order { id: sample_orders::order_id(), ..order };
    assert_eq!(cancel(shop, &unknown, &user).await, CancelOutcome::NotFound);
}

/// A packed order, and one further on, stays; unpacked it can be cancelled again.
pub async fn a_packed_order_is_not_cancelled(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let order = shop.place(&sample_orders::to_pick_up(sample_orders::draft(&user, &[(&product, 4)]))).await;
    for step in [FulfilmentStep::Packed, FulfilmentStep::ReadyForPickup] {
        take(shop, &order, step).await;
        let present = shop.order(&order).await;
        assert_eq!(cancel(shop, &order, &user).await, CancelOutcome::NotCancellable(present), "{step}");
    }
    assert_eq!(shop.stock(&product).await, 6);
    take(shop, &order, FulfilmentStep::Unpacked).await;
    assert!(matches!(cancel(shop, &order, &user).await, CancelOutcome::Cancelled(_)));
    assert_eq!(shop.stock(&product).await, 10);
}

/// Of a cancellation and a packing at once one is made, and the stock agrees with it.
pub async fn cancelling_and_packing_at_once_agree(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::with_stock(20, sample_products::product("Rose"))).await);
    let mut kept = 0;
    for _ in 0..10 {
        let order = shop.place(&sample_orders::draft(&user, &[(&product, 2)])).await;
        let (cancelling, packing) = tokio::join!(cancel(shop, &order, &user), async { take(shop, &order, FulfilmentStep::Packed).await });
        let present = shop.order(&order).await;
        match (cancelling, packing) {
            (CancelOutcome::Cancelled(_), StepOutcome::WrongStep(_)) => assert_eq!(present.status, OrderStatus::Cancelled),
            (CancelOutcome::NotCancellable(_), StepOutcome::Taken(_)) => {
                assert_eq!(present.fulfilment_status(), FulfilmentStatus::Packed);
                kept += 2;
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(shop.stock(&product).await, 20 - kept);
    }
}

/// Several at once who cancel, or who report the same parcel as undelivered, restock once.
pub async fn one_of_equal_steps_at_once_is_taken(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let order = shop.place(&sample_orders::draft(&user, &[(&product, 4)])).await;
    for (step, left) in [(FulfilmentStep::Packed, 6), (FulfilmentStep::HandedOver, 6), (FulfilmentStep::Undelivered, 10)] {
        let taking = (0..5).map(|_| {
            let (shop, order) = (shop.clone(), order.clone());
            tokio::spawn(async move { take(&shop, &order, step).await })
        });
        let answers = futures_util::future::try_join_all(taking).await.unwrap();
        assert_eq!(answers.iter().filter(|answer| matches!(answer, StepOutcome::Taken(_))).count(), 1, "{answers:?}");
        assert_eq!(shop.stock(&product).await, left);
    }
}

/// A note stands in the history with its author and changes nothing else.
pub async fn a_note_stands_in_the_history(shop: &Shop) {
    let order = placed(shop).await;
    let by = sample_users::actor();
    for (second, visibility) in [(1, NoteVisibility::Internal), (2, NoteVisibility::Customer)] {
        let note = OrderNote { text: NoteText::parse("Rang.\nNo answer.").unwrap(), visibility };
        let told = shop.fulfilment.add_note(&order.id, &note, &by, moments::seconds_later(second)).await.unwrap().unwrap();
        let expected = OrderEvent {
            at: moments::seconds_later(second),
            actor: by.email.clone(),
            from: Some(OrderStatus::Processing),
            to: OrderStatus::Processing,
            request_id: Some(by.request_id.clone()),
            kind: EventKind::Note(note),
        };
        assert_eq!(told, expected);
        assert_eq!(history(shop, &order).await.pop(), Some(expected));
    }
    assert_eq!(shop.order(&order).await, order);
    let note = OrderNote { text: NoteText::parse("x").unwrap(), visibility: NoteVisibility::Internal };
    assert_eq!(shop.fulfilment.add_note(&sample_orders::order_id(), &note, &by, moments::now()).await.unwrap(), None);
}

/// It is read with the order, answered to a repetition, and not stored for a refused order.
pub async fn a_customers_remark_is_kept_with_the_order(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::with_stock(3, sample_products::product("Rose"))).await);
    let claim = Some(sample_orders::claim("roses with a remark"));
    let customer_note = CustomerNote::parse("Please ring twice.\nThe dog is friendly.").ok();
    let draft = OrderDraft { claim, customer_note: customer_note.clone(), ..sample_orders::draft(&user, &[(&product, 2)]) };
    let order = shop.place(&draft).await;
    assert_eq!(order.fulfilment.customer_note, customer_note);
    assert_eq!(shop.order(&order).await, order);
    assert_eq!(shop.orders.place(&draft).await.unwrap(), PlaceOrderOutcome::Replayed(order.clone()));
    let refused = OrderDraft { customer_note: customer_note.clone(), ..sample_orders::draft(&user, &[(&product, 2)]) };
    assert!(matches!(shop.orders.place(&refused).await.unwrap(), PlaceOrderOutcome::OutOfStock(_)));
    take(shop, &order, FulfilmentStep::Packed).await;
    take(shop, &order, FulfilmentStep::Unpacked).await;
    assert_eq!(shop.order(&order).await, order, "steps leave it");
}

/// Each point has its list; cancelled orders are in none.
pub async fn orders_are_listed_by_their_point(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::with_stock(90, sample_products::product("Rose"))).await);
    let mut orders = Vec::new();
    for second in 0..7 {
        let draft = sample_orders::draft(&user, &[(&product, 1)]);
        let draft = if second == 2 { sample_orders::to_pick_up(draft) } else { draft };
        orders.push(shop.place(&OrderDraft { placed_at: moments::seconds_later(second), ..draft }).await);
    }
    for order in &orders[1..] {
        take(shop, order, FulfilmentStep::Packed).await;
    }
    take(shop, &orders[2], FulfilmentStep::ReadyForPickup).await;
    take(shop, &orders[3], FulfilmentStep::HandedOver).await;
    set_status(shop, &orders[4], OrderStatus::Completed).await;
    set_status(shop, &orders[5], OrderStatus::Cancelled).await;
    set_status(shop, &orders[6], OrderStatus::Shipped).await;
    set_status(shop, &orders[6], OrderStatus::Processing).await;
    for (point, expected) in [
        (FulfilmentStatus::Unfulfilled, vec![6, 0]),
        (FulfilmentStatus::Packed, vec![1]),
        (FulfilmentStatus::ReadyForPickup, vec![2]),
        (FulfilmentStatus::HandedOver, vec![3]),
        (FulfilmentStatus::Delivered, vec![4]),
    ] {
        for text in [None, SearchText::parse(user.email.as_str()).ok()] {
            let query = OrderQuery { fulfilment: Some(point), text, ..OrderQuery::default() };
            let listed = page(shop.order_reader.list(&query).await.unwrap()).items;
            let own: Vec<_> = listed.into_iter().filter(|order| order.user_id == Some(user.id)).map(|order| order.id).collect();
            assert_eq!(own, expected.iter().map(|n: &usize| orders[*n].id.clone()).collect::<Vec<_>>(), "{query:?}");
        }
    }
    let contradiction =
        OrderQuery { fulfilment: Some(FulfilmentStatus::Delivered), status: Some(OrderStatus::Shipped), ..OrderQuery::default() };
    assert_eq!(page(shop.order_reader.list(&contradiction).await.unwrap()).items, []);
}

fn step(step: FulfilmentStep) -> StepChange {
    StepChange { step, parcel: Parcel::default(), is_cash_collected: true }
}

pub(super) fn handing_over() -> StepChange {
    let parcel = Parcel {
        courier: CourierName::parse("Domex").ok(),
        tracking_number: TrackingNumber::parse("D-100").ok(),
        tracking_url: TrackingUrl::parse("https://domex.example/D-100").ok(),
    };
    StepChange { parcel, ..step(FulfilmentStep::HandedOver) }
}

pub(super) async fn placed(shop: &Shop) -> Order {
    let product: Product = shop.add(sample_products::product("Rose")).await;
    shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 1)])).await
}

pub(super) async fn take(shop: &Shop, order: &Order, taken: FulfilmentStep) -> StepOutcome {
    shop.fulfilment.take_step(&order.id, &step(taken), &sample_users::actor(), moments::now()).await.unwrap()
}

async fn cancel(shop: &Shop, order: &Order, user: &User) -> CancelOutcome {
    let cancellation = Cancellation { reason: CancelReason::parse("ordered twice").ok(), is_by_staff: false };
    shop.fulfilment.cancel(&order.id, &cancellation, &Actor::user(user, "r1".to_owned()), moments::now()).await.unwrap()
}

async fn set_status(shop: &Shop, order: &Order, status: OrderStatus) -> UpdateOrderOutcome {
    let change = OrderChange { status: Some(status), ..OrderChange::default() };
    shop.orders.update(&order.id, &change, &sample_users::actor(), moments::now()).await.unwrap()
}

pub(super) async fn history(shop: &Shop, order: &Order) -> Vec<OrderEvent> {
    shop.order_reader.history(&order.id).await.unwrap().unwrap()
}
