//! The calls that confirm large orders which are paid on delivery: their list, and several at once.

use domain::catalog::product::Product;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::order::{Order, OrderDraft};
use domain::orders::order_filters::OrderQuery;
use domain::payments::cod_confirmation::CallOutcome;
use domain::shared::money::Money;
use domain::shared::order_status::OrderStatus;
use domain::shared::page::TotalCount;
use domain::shared::text::SearchText;

use crate::contracts::Shop;
use crate::contracts::shop::page;
use crate::{moments, sample_orders, sample_products};

/// An order of 4 of 10 units in a shop that calls above one cent.
async fn ordered(shop: &Shop) -> (Product, Order) {
    let product = shop.add(sample_products::product("Rose")).await;
    let draft = sample_orders::draft(&shop.customer().await, &[(&product, 4)]);
    let order = shop.place(&OrderDraft { confirm_above: Money::from_cents(1).ok(), ..draft }).await;
    (product, order)
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
        shop.note_call(order, outcome).await.unwrap();
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
    // The doctor's clock is past its time to pay.
    shop.set_status(&prepaid, OrderStatus::Cancelled).await.unwrap();
}

/// Of calls with different outcomes at once one is entered last, and stock and status agree with it.
pub async fn calls_and_packing_at_once_agree(shop: &Shop) {
    for _ in 0..8 {
        let (product, order) = ordered(shop).await;
        let (refused, confirmed, packed) = tokio::join!(
            shop.note_call(&order, CallOutcome::Refused),
            shop.note_call(&order, CallOutcome::Confirmed),
            shop.take_step(&order, FulfilmentStep::Packed)
        );
        let present = shop.order(&order).await;
        let is_cancelled = present.status == OrderStatus::Cancelled;
        assert_eq!(refused.is_ok(), is_cancelled, "{refused:?}");
        assert_eq!(confirmed.is_ok(), !is_cancelled, "{confirmed:?}");
        assert!(!(is_cancelled && packed.is_ok()), "{packed:?}");
        assert_eq!(shop.stock(&product).await, if is_cancelled { 10 } else { 6 });
    }
}
