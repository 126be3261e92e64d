//! Steps, cancellations and statuses of orders, to one caller and to several at once.

use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::order::OrderDraft;
use domain::orders::order_filters::OrderQuery;
use domain::orders::ports::PlaceOrderOutcome;
use domain::shared::error::FeatureError as _;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::{CustomerNote, SearchText};

use crate::contracts::Shop;
use crate::contracts::shop::page;
use crate::{moments, sample_orders, sample_products};

/// A set status jumps to its own point; cancelling keeps the point.
pub async fn a_set_status_jumps_to_its_point(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose")).await;
    let order = shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 1)])).await;
    shop.take_step(&order, FulfilmentStep::Packed).await.unwrap();
    for (status, point) in [
        (OrderStatus::Cancelled, FulfilmentStatus::Packed),
        (OrderStatus::Processing, FulfilmentStatus::Unfulfilled),
        (OrderStatus::Shipped, FulfilmentStatus::HandedOver),
        (OrderStatus::Cancelled, FulfilmentStatus::HandedOver),
        (OrderStatus::Completed, FulfilmentStatus::Delivered),
        (OrderStatus::Processing, FulfilmentStatus::Unfulfilled),
    ] {
        let answered = shop.set_status(&order, status).await.unwrap().value;
        assert_eq!((answered.status, answered.fulfilment_status()), (status, point));
        assert_eq!(shop.order(&order).await, answered);
    }
}

/// Of a cancellation and a packing at once one is made, and the stock agrees with it.
pub async fn cancelling_and_packing_at_once_agree(shop: &Shop) {
    let (user, product) = (shop.customer().await, shop.add(sample_products::with_stock(20, sample_products::product("Rose"))).await);
    let mut kept = 0;
    for _ in 0..10 {
        let order = shop.place(&sample_orders::draft(&user, &[(&product, 2)])).await;
        let (cancelling, packing) = tokio::join!(shop.cancel(&order, &user), shop.take_step(&order, FulfilmentStep::Packed));
        let present = shop.order(&order).await;
        match (cancelling, packing) {
            (Ok(_), Err(refused)) => {
                assert_eq!((refused.code(), present.status), ("order.wrong_step", OrderStatus::Cancelled));
            }
            (Err(refused), Ok(_)) => {
                assert_eq!((refused.code(), refused.present_order()), ("order.not_cancellable", Some(&present)));
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
            tokio::spawn(async move { shop.take_step(&order, step).await })
        });
        let answers = futures_util::future::try_join_all(taking).await.unwrap();
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
        assert_eq!(shop.stock(&product).await, left);
    }
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
    shop.take_step(&order, FulfilmentStep::Packed).await.unwrap();
    shop.take_step(&order, FulfilmentStep::Unpacked).await.unwrap();
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
        shop.take_step(order, FulfilmentStep::Packed).await.unwrap();
    }
    shop.take_step(&orders[2], FulfilmentStep::ReadyForPickup).await.unwrap();
    shop.take_step(&orders[3], FulfilmentStep::HandedOver).await.unwrap();
    shop.set_status(&orders[4], OrderStatus::Completed).await.unwrap();
    shop.set_status(&orders[5], OrderStatus::Cancelled).await.unwrap();
    shop.set_status(&orders[6], OrderStatus::Shipped).await.unwrap();
    shop.set_status(&orders[6], OrderStatus::Processing).await.unwrap();
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
