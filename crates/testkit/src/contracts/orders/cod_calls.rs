//! The contract of the calls that confirm large orders which are paid on delivery ([`domain::orders::ports::FulfilmentDesk`]).

use domain::catalog::product::Product;
use domain::orders::fulfilment::Parcel;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::fulfilment_step::{FulfilmentStep, StepChange};
use domain::orders::order::{Order, OrderDraft, OrderQuery};
use domain::orders::order_change::OrderChange;
use domain::orders::order_event::EventKind;
use domain::orders::order_status::OrderStatus;
use domain::orders::ports::{CallNoted, StepOutcome};
use domain::payments::cod_confirmation::{CallOutcome, CodConfirmation};
use domain::shared::money::Money;
use domain::shared::page::TotalCount;
use domain::shared::text::SearchText;

use crate::contracts::Shop;
use crate::contracts::shop::page;
use crate::{moments, sample_orders, sample_products, sample_users};

/// An order of 4 of 10 units in a shop that calls above one cent.
async fn ordered(shop: &Shop) -> (Product, Order) {
    let product = shop.add(sample_products::product("Rose")).await;
    let draft = sample_orders::draft(&shop.customer().await, &[(&product, 4)]);
    let order = shop.place(&OrderDraft { confirm_above: Money::from_cents(1).ok(), ..draft }).await;
    (product, order)
}

async fn call(shop: &Shop, order: &Order, outcome: CallOutcome) -> CallNoted {
    shop.fulfilment.note_call(&order.id, outcome, &sample_users::actor(), moments::now()).await.unwrap()
}

async fn noted(shop: &Shop, order: &Order, outcome: CallOutcome) -> Order {
    match call(shop, order, outcome).await {
        CallNoted::Noted(order) => order,
        other => panic!("{other:?}"),
    }
}

async fn pack(shop: &Shop, order: &Order) -> StepOutcome {
    let change = StepChange { step: FulfilmentStep::Packed, parcel: Parcel::default(), is_cash_collected: true };
    shop.fulfilment.take_step(&order.id, &change, &sample_users::actor(), moments::now()).await.unwrap()
}

/// Cancels an order whose time to pay is over by the clock of the doctor.
async fn cancel(shop: &Shop, order: &Order) {
    let change = OrderChange { status: Some(OrderStatus::Cancelled), ..OrderChange::default() };
    shop.orders.update(&order.id, &change, &sample_users::actor(), moments::now()).await.unwrap();
}

async fn told(shop: &Shop, order: &Order) -> Vec<(EventKind, OrderStatus)> {
    let history = shop.order_reader.history(&order.id).await.unwrap().unwrap();
    history.into_iter().skip(1).map(|event| (event.kind, event.to)).collect()
}

/// The limit is stored with the order, and each call in its history.
pub async fn a_large_order_is_packed_once_it_is_confirmed(shop: &Shop) {
    let (_, order) = ordered(shop).await;
    assert_eq!(order.cod_confirmation(), Some(CodConfirmation::Needed));
    assert_eq!(shop.order(&order).await, order);
    assert_eq!(pack(shop, &order).await, StepOutcome::Unconfirmed(order.clone()));
    for outcome in [CallOutcome::Unreachable, CallOutcome::Unreachable, CallOutcome::Confirmed] {
        assert!(!matches!(pack(shop, &order).await, StepOutcome::Taken(_)));
        let after = noted(shop, &order, outcome).await;
        assert_eq!((shop.order(&order).await, after.cod_confirmation().unwrap().as_str()), (after, outcome.as_str()));
    }
    let confirmed = shop.order(&order).await;
    assert_eq!(call(shop, &order, CallOutcome::Refused).await, CallNoted::NotConfirmable(confirmed));
    assert!(matches!(pack(shop, &order).await, StepOutcome::Taken(_)));
    let calls = [CallOutcome::Unreachable, CallOutcome::Unreachable, CallOutcome::Confirmed].map(EventKind::Call);
    let kinds = calls.into_iter().chain([EventKind::Step(FulfilmentStep::Packed)]);
    assert_eq!(told(shop, &order).await, kinds.map(|kind| (kind, OrderStatus::Processing)).collect::<Vec<_>>());
    let unknown = Order { id: sample_orders::order_id(), ..order };
    assert_eq!(call(shop, &unknown, CallOutcome::Confirmed).await, CallNoted::NotFound);
}

/// Its units are back on the shelf; reinstated it waits for another call.
pub async fn a_refused_order_is_cancelled_and_restocked(shop: &Shop) {
    let (product, order) = ordered(shop).await;
    let refused = noted(shop, &order, CallOutcome::Refused).await;
    assert_eq!((refused.status, refused.cod_confirmation()), (OrderStatus::Cancelled, None));
    assert_eq!((shop.order(&order).await, shop.stock(&product).await), (refused.clone(), 10));
    assert_eq!(told(shop, &order).await, [(EventKind::Call(CallOutcome::Refused), OrderStatus::Cancelled)]);
    assert_eq!(call(shop, &order, CallOutcome::Confirmed).await, CallNoted::NotConfirmable(refused));
    let change = OrderChange { status: Some(OrderStatus::Processing), ..OrderChange::default() };
    shop.orders.update(&order.id, &change, &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(shop.order(&order).await.cod_confirmation(), Some(CodConfirmation::Needed));
    assert_eq!(shop.stock(&product).await, 6);
}

/// An order that is not above the limit, and one that is paid in advance.
pub async fn other_orders_wait_for_no_call(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let draft = sample_orders::draft(&user, &[(&product, 1)]);
    let small = OrderDraft { confirm_above: Some(draft.total), ..draft };
    let prepaid = OrderDraft { confirm_above: Some(Money::ZERO), ..sample_orders::prepaid(&user, &product) };
    for draft in [small, prepaid] {
        let order = shop.place(&draft).await;
        assert_eq!((shop.order(&order).await, order.cod_confirmation()), (order.clone(), None));
        assert_eq!(call(shop, &order, CallOutcome::Confirmed).await, CallNoted::NotConfirmable(order.clone()));
        assert_eq!(told(shop, &order).await, []);
        cancel(shop, &order).await;
    }
}

/// Those that wait, the newest first, with and without a text.
pub async fn the_customers_to_call_are_listed(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::with_stock(90, sample_products::product("Rose"))).await);
    let mut orders = Vec::new();
    for (second, above) in (0..).zip([Some(1), Some(1), Some(1), Some(1), None]) {
        let confirm_above = above.map(|cents| Money::from_cents(cents).unwrap());
        let draft = sample_orders::draft(&user, &[(&product, 1)]);
        orders.push(shop.place(&OrderDraft { confirm_above, placed_at: moments::seconds_later(second), ..draft }).await);
    }
    let prepaid = OrderDraft { confirm_above: Some(Money::ZERO), ..sample_orders::prepaid(&user, &product) };
    let prepaid = shop.place(&prepaid).await;
    for (order, outcome) in orders.iter().zip([CallOutcome::Confirmed, CallOutcome::Refused, CallOutcome::Unreachable]) {
        noted(shop, order, outcome).await;
    }
    for text in [None, SearchText::parse(user.email.as_str()).ok()] {
        let query = OrderQuery { to_call: true, text, ..OrderQuery::default() };
        let listed = page(shop.order_reader.list(&query).await.unwrap());
        assert_eq!(listed.total, TotalCount::Exactly(2), "{query:?}");
        assert_eq!(listed.items.iter().map(|order| &order.id).collect::<Vec<_>>(), [&orders[3].id, &orders[2].id]);
        assert!(listed.items.iter().all(Order::is_to_call));
    }
    let to_pack = page(shop.order_reader.list(&OrderQuery { is_to_pack: true, ..OrderQuery::default() }).await.unwrap());
    assert_eq!(to_pack.items.iter().map(|order| &order.id).collect::<Vec<_>>(), [&orders[4].id, &orders[0].id]);
    let waiting = shop.overview.waiting().await.unwrap();
    assert_eq!((waiting.to_call, waiting.to_pack), (TotalCount::Exactly(2), TotalCount::Exactly(2)));
    let packed = OrderQuery { to_call: true, fulfilment: Some(FulfilmentStatus::Packed), ..OrderQuery::default() };
    assert_eq!(page(shop.order_reader.list(&packed).await.unwrap()).items, []);
    cancel(shop, &prepaid).await;
}

/// Of calls with different outcomes at once one is entered last, and stock and status agree with it.
pub async fn calls_and_packing_at_once_agree(shop: &Shop) {
    for _ in 0..8 {
        let (product, order) = ordered(shop).await;
        let (refused, confirmed, packed) =
            tokio::join!(call(shop, &order, CallOutcome::Refused), call(shop, &order, CallOutcome::Confirmed), pack(shop, &order));
        let present = shop.order(&order).await;
        let is_cancelled = present.status == OrderStatus::Cancelled;
        assert_eq!(matches!(refused, CallNoted::Noted(_)), is_cancelled, "{refused:?}");
        assert_eq!(matches!(confirmed, CallNoted::Noted(_)), !is_cancelled, "{confirmed:?}");
        assert!(!(is_cancelled && matches!(packed, StepOutcome::Taken(_))), "{packed:?}");
        assert_eq!(shop.stock(&product).await, if is_cancelled { 10 } else { 6 });
    }
}
