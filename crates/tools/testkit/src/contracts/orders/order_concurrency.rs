//! The contract of [`domain::orders::ports::OrderRepository`] to many callers at once. None of these tests waits for a moment in
//! time: whatever the interleaving, the outcome must be one of the allowed ones.

use domain::catalog::product::Product;
use domain::catalog::product_change::{ProductChange, ProductError, StockChange};
use domain::orders::error::OrderError;
use domain::orders::new_customer::NewCustomerLimit;
use domain::orders::order::{Order, OrderDraft};
use domain::orders::order_edit::OrderEdit;
use domain::orders::ports::PlaceOrderOutcome;
use domain::shared::edit::Saved;
use domain::shared::error::FeatureError as _;
use domain::shared::ids::ProductId;
use domain::shared::order_status::OrderStatus;
use futures_util::future::try_join_all;
use tokio::task::yield_now;

use crate::contracts::Shop;
use crate::contracts::orders::order_repository::new_customers;
use crate::{moments, sample_orders, sample_products, sample_users};

/// The other orders are refused with the number of units left.
pub async fn exactly_as_many_orders_as_units(shop: &Shop) {
    let user = shop.customer().await;
    let product = shop.add(sample_products::with_stock(7, sample_products::product("Rare"))).await;
    let placing = (0..30).map(|_| {
        let (shop, draft) = (shop.clone(), sample_orders::draft(&user, &[(&product, 1)]));
        tokio::spawn(async move { shop.orders.place(&draft).await.unwrap() })
    });
    let answers = try_join_all(placing).await.unwrap();
    assert_eq!(answers.iter().filter(|a| matches!(a, PlaceOrderOutcome::Placed(_))).count(), 7);
    assert_eq!(answers.iter().filter(|a| matches!(a, PlaceOrderOutcome::OutOfStock(_))).count(), 23);
    assert_eq!(shop.stock(&product).await, 0);
}

/// The orders of a new customer count each other, also when they come at once; those of any other customer do not wait.
pub async fn a_new_customer_has_as_many_orders_as_the_limit(shop: &Shop) {
    let product = shop.add(sample_products::with_stock(100, sample_products::product("Rare"))).await;
    let user = shop.customer().await;
    let placing = (0..20).map(|_| {
        let (shop, draft) = (shop.clone(), new_customers(sample_orders::draft(&user, &[(&product, 1)])));
        tokio::spawn(async move { shop.orders.place(&draft).await.unwrap() })
    });
    let answers = try_join_all(placing).await.unwrap();
    assert_eq!(answers.iter().filter(|a| matches!(a, PlaceOrderOutcome::Placed(_))).count(), 3);
    assert_eq!(answers.iter().filter(|a| **a == PlaceOrderOutcome::NewCustomer(NewCustomerLimit::Orders)).count(), 17);
    assert_eq!(shop.stock(&product).await, 97);
}

/// All simultaneous requests with one key get the same order.
pub async fn one_key_at_once_places_one_order(shop: &Shop) {
    let user = shop.customer().await;
    let product = shop.add(sample_products::product("Rose")).await;
    let claim = sample_orders::claim("one rose");
    let placing = (0..20).map(|_| {
        let draft = OrderDraft { claim: Some(claim.clone()), ..sample_orders::draft(&user, &[(&product, 1)]) };
        let shop = shop.clone();
        tokio::spawn(async move { shop.orders.place(&draft).await.unwrap() })
    });
    let asking = (0..5).map(|_| {
        let (shop, claim, user) = (shop.clone(), claim.clone(), user.clone());
        tokio::spawn(
            async move { shop.orders.placed_with(&domain::shared::idempotency::KeyOwner::User(user.id), &claim.key).await.unwrap() },
        )
    });
    let (answers, known) = tokio::join!(try_join_all(placing), try_join_all(asking));
    let answers = answers.unwrap();
    assert_eq!(answers.iter().filter(|a| matches!(a, PlaceOrderOutcome::Placed(_))).count(), 1);
    let numbers: std::collections::BTreeSet<_> = answers
        .into_iter()
        .map(|answer| match answer {
            PlaceOrderOutcome::Placed(order) | PlaceOrderOutcome::Replayed(order) => order.id,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(numbers.len(), 1);
    assert!(known.unwrap().into_iter().flatten().all(|(_, order)| numbers.contains(&order.id)));
    assert_eq!(shop.stock(&product).await, 9);
}

/// Several simultaneous cancellations restock once.
pub async fn cancelling_twice_at_once_restocks_once(shop: &Shop) {
    let user = shop.customer().await;
    let product = shop.add(sample_products::product("Rose")).await;
    let order = shop.place(&sample_orders::draft(&user, &[(&product, 4)])).await;
    for (status, left) in [(OrderStatus::Cancelled, 10), (OrderStatus::Shipped, 6), (OrderStatus::Cancelled, 10)] {
        let changing = (0..6).map(|_| {
            let (shop, order) = (shop.clone(), order.clone());
            tokio::spawn(async move { shop.set_status(&order, status).await.unwrap() })
        });
        let answers = try_join_all(changing).await.unwrap();
        assert_eq!(answers.iter().filter(|answer| answer.is_changed).count(), 1, "{answers:?}");
        assert_eq!(shop.stock(&product).await, left);
    }
}

/// Of several changes decided on the same status one is made; the others get the present order.
pub async fn of_changes_decided_on_one_status_one_is_made(shop: &Shop) {
    let user = shop.customer().await;
    let product = shop.add(sample_products::product("Rose")).await;
    let order = shop.place(&sample_orders::draft(&user, &[(&product, 4)])).await;
    let changes = [OrderStatus::Cancelled, OrderStatus::Shipped, OrderStatus::Completed].map(|status| {
        let change = OrderEdit { expected_status: Some(OrderStatus::Processing), status: Some(status), ..OrderEdit::default() };
        let (shop, id) = (shop.clone(), order.id.clone());
        tokio::spawn(async move { shop.edit(&id, &change, &sample_users::actor(), moments::now()).await })
    });
    let answers = try_join_all(changes).await.unwrap();
    let (made, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    let [Ok(Saved { value: made, is_changed: true })] = made.as_slice() else { panic!("{made:?}") };
    for refused in refused.into_iter().filter_map(Result::err) {
        assert_eq!((refused.code(), refused.present_order()), ("order.status_changed", Some(made)));
    }
    assert_eq!(shop.stock(&product).await, if made.status == OrderStatus::Cancelled { 10 } else { 6 });
}

/// Orders of `A, B` and `B, A` are placed, cancelled and reinstated at once without a deadlock.
pub async fn orders_that_cross_do_not_block_each_other(shop: &Shop) {
    let user = shop.customer().await;
    let (a, b) = (
        shop.add(sample_products::with_stock(200, sample_products::product("A"))).await,
        shop.add(sample_products::with_stock(200, sample_products::product("B"))).await,
    );
    let work = (0..24).map(|turn| {
        let lines = if turn % 2 == 0 { [(&a, 1), (&b, 1)] } else { [(&b, 1), (&a, 1)] };
        let (shop, draft) = (shop.clone(), sample_orders::draft(&user, &lines));
        tokio::spawn(async move {
            let order = shop.place(&draft).await;
            for status in [OrderStatus::Cancelled, OrderStatus::Completed] {
                assert!(shop.set_status(&order, status).await.unwrap().is_changed);
            }
        })
    });
    try_join_all(work).await.unwrap();
    assert_eq!((shop.stock(&a).await, shop.stock(&b).await), (176, 176));
}

/// An order that has begun is finished: a later request with its key gets the order, or places it.
pub async fn a_caller_who_goes_away_leaves_all_or_nothing(shop: &Shop) {
    let user = shop.customer().await;
    let product = shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await;
    for patience in 0..25 {
        let claim = sample_orders::claim("one rose");
        let draft = OrderDraft { claim: Some(claim.clone()), ..sample_orders::draft(&user, &[(&product, 1)]) };
        let placing = shop.orders.place(&draft);
        tokio::select! {
            biased;
            answer = placing => assert!(matches!(answer.unwrap(), PlaceOrderOutcome::Placed(_))),
            () = async { for _ in 0..patience { yield_now().await } } => {}
        }
        let again = OrderDraft { claim: Some(claim), ..sample_orders::draft(&user, &[(&product, 1)]) };
        let answer = shop.orders.place(&again).await.unwrap();
        assert!(matches!(answer, PlaceOrderOutcome::Placed(_) | PlaceOrderOutcome::Replayed(_)), "{answer:?}");
    }
    // Every attempt ended with exactly one order, whichever of the two placed it.
    assert_eq!(shop.stock(&product).await, 75);
    assert_eq!(shop.product(&product).await.unwrap().total_sales, 25);
}

/// No order is placed after its customer was blocked.
pub async fn blocking_and_ordering_at_once_agree(shop: &Shop) {
    for _ in 0..6 {
        let user = shop.customer().await;
        let product = shop.add(sample_products::product("Rose")).await;
        let placing = (0..5).map(|_| {
            let (shop, draft) = (shop.clone(), sample_orders::draft(&user, &[(&product, 1)]));
            tokio::spawn(async move { shop.orders.place(&draft).await.unwrap() })
        });
        let blocking = async {
            shop.users.set_blocked(&user.email, true, &sample_users::actor(), moments::now()).await.unwrap();
            // Blocked from here on: the stock cannot change any more.
            shop.stock(&product).await
        };
        let (answers, left) = tokio::join!(try_join_all(placing), blocking);
        let placed = answers.unwrap().iter().filter(|a| matches!(a, PlaceOrderOutcome::Placed(_))).count();
        assert_eq!(shop.stock(&product).await, left);
        assert_eq!(usize::try_from(10 - left).unwrap(), placed);
    }
}

/// An edit with the stock it saw never overwrites a sale.
pub async fn selling_and_editing_at_once_lose_nothing(shop: &Shop) {
    let user = shop.customer().await;
    let product = shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await;
    let selling = (0..20).map(|_| {
        let (shop, draft) = (shop.clone(), sample_orders::draft(&user, &[(&product, 1)]));
        tokio::spawn(async move { shop.place(&draft).await })
    });
    let adding = (0..5).map(|_| {
        let (shop, product) = (shop.clone(), product.clone());
        tokio::spawn(async move { add_ten(&shop, &product).await })
    });
    let (sold, added) = tokio::join!(try_join_all(selling), try_join_all(adding));
    sold.unwrap();
    added.unwrap();
    assert_eq!(shop.stock(&product).await, 130);
}

/// Adds ten units as the web app does: reads and writes, until no other change came between.
async fn add_ten(shop: &Shop, product: &Product) {
    loop {
        let seen = shop.product(product).await.unwrap().stock;
        let to = sample_products::stock(i64::from(seen.get()) + 10);
        let change = ProductChange { stock: Some(StockChange { to, expected: Some(seen) }), ..ProductChange::default() };
        match shop.products.update(&product.code, &change, &sample_users::actor(), moments::now()).await {
            Ok(_) => return,
            Err(ProductError::StockChanged(_)) => {}
            other => panic!("{other:?}"),
        }
    }
}

/// Simultaneous orders, cancellations, reinstatements and deletions of products keep every invariant of the stock.
pub async fn any_mix_of_changes_keeps_the_books(shop: &Shop) {
    let user = shop.customer().await;
    let mut products = Vec::new();
    for name in ["A", "B", "C", "D"] {
        products.push(shop.add(sample_products::with_stock(8, sample_products::product(name))).await);
    }
    let work = (0..24).map(|turn: usize| {
        let (shop, user, products) = (shop.clone(), user.clone(), products.clone());
        tokio::spawn(async move {
            let lines = [(&products[turn % 4], 1), (&products[(turn + turn / 4 + 1) % 4], 2)];
            let lines = if lines[0].0.id == lines[1].0.id { &lines[..1] } else { &lines[..] };
            if turn == 17 {
                shop.products.delete(&products[3].code, &sample_users::actor(), moments::now()).await.unwrap();
            }
            if let PlaceOrderOutcome::Placed(order) = shop.orders.place(&sample_orders::draft(&user, lines)).await.unwrap() {
                if turn.is_multiple_of(3) {
                    shop.set_status(&order, OrderStatus::Cancelled).await.unwrap();
                }
                if turn.is_multiple_of(6) {
                    let shipped = shop.set_status(&order, OrderStatus::Shipped).await;
                    assert!(matches!(shipped, Ok(_) | Err(OrderError::OutOfStock(_))), "{shipped:?}");
                }
            }
        })
    });
    try_join_all(work).await.unwrap();
    let orders =
        crate::contracts::shop::page(shop.order_reader.list(&domain::orders::order_filters::OrderQuery::default()).await.unwrap()).items;
    for product in &products[..3] {
        assert_eq!(shop.stock(product).await + units_of(&orders, product.id), 8, "{}", product.details.name);
    }
    assert!(orders.iter().flat_map(|o| &o.items).all(|i| i.product_id != Some(products[3].id)));
}

/// The units of a product in orders that are not cancelled.
fn units_of(orders: &[Order], product: ProductId) -> u32 {
    let live = orders.iter().filter(|o| o.status != OrderStatus::Cancelled);
    live.flat_map(|o| &o.items).filter(|i| i.product_id == Some(product)).map(|i| i.quantity.get()).sum()
}
