//! Stock of [`domain::catalog::ports::ProductRepository`].

use domain::catalog::product_change::{ProductChange, StockChange};
use domain::catalog::product_code::ProductCode;
use domain::catalog::stock_adjustment::{AdjustmentNote, StockAdjustment, StockDelta};
use domain::catalog::stock_movement::{MovementReason, StockMovement};
use domain::orders::order_edit::OrderEdit;
use domain::shared::order_status::OrderStatus;
use futures_util::future::try_join_all;

use crate::contracts::Shop;
use crate::contracts::paging::walk;
use crate::{moments, sample_orders, sample_products, sample_users};

fn adjustment(delta: i64) -> StockAdjustment {
    let note = AdjustmentNote::parse("Counted the shelf; two broke, \"sadly\"").unwrap();
    StockAdjustment { delta: StockDelta::parse(delta).unwrap(), note, expected: None }
}

async fn history(shop: &Shop, code: &ProductCode) -> Vec<StockMovement> {
    walk(2, |page| async move { shop.products.stock_movements(code, &page).await.unwrap() }).await
}

/// Every movement, newest first, with the stock after it.
pub async fn the_history_tells_every_movement(shop: &Shop) {
    let user = shop.customer().await;
    let product = shop.add(sample_products::product("Rose")).await;
    shop.add(sample_products::product("Another")).await;
    let order = shop.place(&sample_orders::draft(&user, &[(&product, 3)])).await;
    let by = sample_users::actor();
    for status in [OrderStatus::Cancelled, OrderStatus::Shipped] {
        let change = OrderEdit { status: Some(status), ..OrderEdit::default() };
        shop.edit(&order.id, &change, &by, moments::now()).await.unwrap();
    }
    shop.products.adjust_stock(&product.code, &adjustment(13), &by, moments::now()).await.unwrap();
    let to = Some(StockChange { to: sample_products::stock(5), expected: None });
    let change = ProductChange { stock: to, ..ProductChange::default() };
    shop.products.update(&product.code, &change, &by, moments::seconds_later(5)).await.unwrap();
    let told = history(shop, &product.code).await;
    let lines: Vec<_> = told.iter().map(|m| (m.reason, m.delta, m.stock_after.get())).collect();
    assert_eq!(
        lines,
        [
            (MovementReason::Edit, -15, 5),
            (MovementReason::Adjustment, 13, 20),
            (MovementReason::Reinstatement, -3, 7),
            (MovementReason::Cancellation, 3, 10),
            (MovementReason::Sale, -3, 7),
            (MovementReason::Initial, 10, 10),
        ]
    );
    assert_eq!(told[0].at, moments::seconds_later(5));
    assert_eq!((told[1].note.as_deref(), told[1].order_id.as_ref()), (Some(adjustment(1).note.as_str()), None));
    assert_eq!((told[4].note.as_deref(), told[4].order_id.as_ref()), (None, Some(&order.id)));
    assert_eq!((told[1].actor_email.as_ref(), told[4].actor_email.as_ref()), (by.email.as_ref(), Some(&user.email)));
}

/// Simultaneous adjustments and sales keep every invariant of the stock.
pub async fn adjusting_and_selling_at_once_lose_nothing(shop: &Shop) {
    let user = shop.customer().await;
    let product = shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await;
    let work = (0..24).map(|turn| {
        let (shop, product, user) = (shop.clone(), product.clone(), user.clone());
        tokio::spawn(async move {
            if turn % 2 == 0 {
                shop.place(&sample_orders::draft(&user, &[(&product, 1)])).await;
            } else {
                shop.products.adjust_stock(&product.code, &adjustment(5), &sample_users::actor(), moments::now()).await.unwrap();
            }
        })
    });
    try_join_all(work).await.unwrap();
    assert_eq!(shop.stock(&product).await, 100 - 12 + 60);
    let told = history(shop, &product.code).await;
    assert_eq!((told.len(), told[0].stock_after.get()), (25, 148));
}
