//! The contract of [`domain::catalog::ports::StockLedger`].

use domain::catalog::ports::AdjustStockOutcome;
use domain::catalog::product::{Product, ProductChange, StockChange};
use domain::catalog::product_code::ProductCode;
use domain::catalog::stock_adjustment::{AdjustmentNote, AdjustmentRefusal, StockAdjustment, StockDelta};
use domain::catalog::stock_movement::{MovementReason, StockMovement};
use domain::orders::order_edit::OrderEdit;
use domain::orders::order_status::OrderStatus;
use domain::shared::page::{Cursor, PageAnswer, PageRequest};
use futures_util::future::try_join_all;

use crate::contracts::Shop;
use crate::contracts::paging::{refuses_malformed_cursors, walk};
use crate::{moments, sample_orders, sample_products, sample_users};

fn adjustment(delta: i64) -> StockAdjustment {
    let note = AdjustmentNote::parse("Counted the shelf; two broke, \"sadly\"").unwrap();
    StockAdjustment { delta: StockDelta::parse(delta).unwrap(), note, expected: None }
}

async fn adjust(shop: &Shop, product: &Product, adjustment: &StockAdjustment) -> AdjustStockOutcome {
    shop.ledger.adjust(&product.code, adjustment, &sample_users::actor(), moments::now()).await.unwrap()
}

async fn history(shop: &Shop, code: &ProductCode) -> Vec<StockMovement> {
    walk(2, |page| async move { crate::contracts::shop::page(shop.ledger.movements(code, &page).await.unwrap().unwrap()) }).await
}

/// An adjustment does not change the version.
pub async fn an_adjustment_changes_the_stock_and_nothing_else(shop: &Shop) {
    let product = shop.add(sample_products::full_product()).await;
    let expected = Product { stock: sample_products::stock(7), ..product.clone() };
    assert_eq!(adjust(shop, &product, &adjustment(-3)).await, AdjustStockOutcome::Adjusted(expected.clone()));
    assert_eq!(shop.product(&product).await, Some(expected));
    let code = ProductCode::parse(&product.code.as_str().to_lowercase()).unwrap();
    let again = shop.ledger.adjust(&code, &adjustment(93), &sample_users::actor(), moments::now()).await.unwrap();
    assert!(matches!(again, AdjustStockOutcome::Adjusted(p) if p.stock == sample_products::stock(100)));
}

/// The present stock is returned, and nothing is written.
pub async fn an_adjustment_against_the_rules_is_refused(shop: &Shop) {
    let product = shop.add(sample_products::product("Rose")).await;
    let present = sample_products::stock(10);
    for (wanted, why) in [
        (adjustment(-11), AdjustmentRefusal::BelowZero),
        (adjustment(999_991), AdjustmentRefusal::AboveMax),
        (StockAdjustment { expected: Some(sample_products::stock(9)), ..adjustment(1) }, AdjustmentRefusal::StockChanged),
    ] {
        assert_eq!(adjust(shop, &product, &wanted).await, AdjustStockOutcome::Refused { why, present });
    }
    assert_eq!(shop.product(&product).await, Some(product.clone()));
    assert_eq!(history(shop, &product.code).await.len(), 1);
    assert!(shop.products.delete(&product.code, &sample_users::actor(), moments::now()).await.unwrap());
    assert_eq!(adjust(shop, &product, &adjustment(1)).await, AdjustStockOutcome::NotFound);
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
    shop.ledger.adjust(&product.code, &adjustment(13), &by, moments::now()).await.unwrap();
    let to = Some(StockChange { to: sample_products::stock(5), expected: None });
    let change = ProductChange { stock: to, ..sample_products::no_change(&product.details) };
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

/// A product without movements has an empty history, an unknown product has none, and a cursor belongs to its
/// product.
pub async fn a_history_is_its_products(shop: &Shop) {
    let (empty, other) = (
        shop.add(sample_products::with_stock(0, sample_products::product("Rose"))).await,
        shop.add(sample_products::product("Lily")).await,
    );
    assert_eq!(history(shop, &empty.code).await, []);
    assert!(shop.ledger.movements(&sample_products::code(), &PageRequest::default()).await.unwrap().is_none());
    adjust(shop, &other, &adjustment(1)).await;
    let first = PageRequest { limit: domain::shared::page::PageLimit::parse(1).unwrap(), after: None };
    let next = crate::contracts::shop::page(shop.ledger.movements(&other.code, &first).await.unwrap().unwrap()).next.unwrap();
    let foreign = shop.ledger.movements(&empty.code, &PageRequest { after: Some(next), ..first }).await.unwrap();
    assert!(matches!(foreign, Some(PageAnswer::InvalidCursor)));
    let code = &other.code;
    refuses_malformed_cursors(|page| async move { shop.ledger.movements(code, &page).await.unwrap().unwrap() }).await;
    let nonsense = Cursor("WyJzdG9jayIsMSwxXQ".to_owned());
    let answer = shop.ledger.movements(code, &PageRequest { after: Some(nonsense), ..PageRequest::default() }).await.unwrap();
    assert!(matches!(answer, Some(PageAnswer::InvalidCursor)));
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
                assert!(matches!(adjust(&shop, &product, &adjustment(5)).await, AdjustStockOutcome::Adjusted(_)));
            }
        })
    });
    try_join_all(work).await.unwrap();
    assert_eq!(shop.stock(&product).await, 100 - 12 + 60);
    let told = history(shop, &product.code).await;
    assert_eq!((told.len(), told[0].stock_after.get()), (25, 148));
}
