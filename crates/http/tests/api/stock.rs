//! Adjusting stocks and showing how they came about.

use domain::catalog::ports::AdjustStockOutcome;
use domain::catalog::stock_adjustment::{AdjustmentRefusal, StockAdjustment};
use domain::catalog::stock_movement::{MovementReason, StockMovement};
use domain::orders::order_id::OrderId;
use domain::orders::quantity::Stock;
use domain::shared::page::{Cursor, Page, PageAnswer, PageRequest, TotalCount};
use serde_json::{Value, json};
use testkit::{moments, sample_products};

use crate::people::admin;
use crate::products::kept;
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post};

const PATH: &str = "/api/products/SUN-50/stock";

async fn adjusted(body: &Value, answer: AdjustStockOutcome) -> Answer {
    let mut shop = Shop::new();
    shop.ledger.expect_adjust().return_once(move |code, _, by, _| {
        assert_eq!((code.as_str(), &by.email), ("SUN-50", &Some(admin().user.email)));
        Ok(answer)
    });
    shop.answer(post(PATH, body).by("admin")).await
}

fn body() -> Value {
    json!({"delta": -3, "reason": " Two broke, one was stolen ", "expectedStock": 10})
}

#[actix_web::test]
async fn a_stock_is_adjusted_with_a_reason() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let product = kept(sample_products::with_stock(7, sample_products::product("Sun cream")));
    let answered = product.clone();
    let mut shop = Shop::new();
    shop.ledger.expect_adjust().returning(move |_, adjustment: &StockAdjustment, _, _| {
        sender.send(adjustment.clone()).unwrap();
        Ok(AdjustStockOutcome::Adjusted(answered.clone()))
    });
    let answer = shop.answer(post(PATH, &body()).by("admin")).await;
    assert_eq!((answer.status, answer.is_personal()), (200, true), "{}", answer.text());
    assert_eq!(answer.json()["message"], "The stock was adjusted successfully");
    assert_eq!(
        (answer.json()["product"]["productId"].as_str(), &answer.json()["product"]["stock"]),
        (Some(product.code.as_str()), &json!(7))
    );
    let asked = receiver.recv().unwrap();
    assert_eq!((asked.delta.get(), asked.note.as_str()), (-3, "Two broke, one was stolen"));
    assert_eq!(asked.expected, Stock::parse(10).ok());
}

#[actix_web::test]
async fn refusals_tell_the_present_stock() {
    for (why, code, sentence) in [
        (AdjustmentRefusal::StockChanged, "product.stock_changed", "The stock of this product has changed meanwhile."),
        (AdjustmentRefusal::BelowZero, "product.stock_out_of_range", "There are not so many units in stock."),
        (AdjustmentRefusal::AboveMax, "product.stock_out_of_range", "The stock cannot be above 1,000,000."),
    ] {
        let answer = adjusted(&body(), AdjustStockOutcome::Refused { why, present: sample_products::stock(2) }).await;
        assert_eq!(answer.problem(409), code);
        assert_eq!((answer.json()["message"].as_str(), &answer.json()["stock"]), (Some(sentence), &json!(2)));
    }
    assert_eq!(adjusted(&body(), AdjustStockOutcome::NotFound).await.problem(404), "product.not_found");
    let nowhere = Shop::new().answer(post("/api/products/no.such.id/stock", &body()).by("admin")).await;
    assert_eq!(nowhere.problem(404), "product.not_found");
}

#[actix_web::test]
async fn every_wrong_field_is_named() {
    for (body, fields) in [
        (json!({}), vec!["delta", "reason"]),
        (json!({"delta": 0, "reason": " "}), vec!["delta", "reason"]),
        (json!({"delta": 1_000_001, "reason": "x".repeat(1_001), "expectedStock": -1}), vec!["delta", "expectedStock", "reason"]),
        (json!({"delta": 1.5, "reason": "x"}), vec!["delta"]),
        (json!({"delta": "1", "reason": "x"}), vec!["delta"]),
    ] {
        let answer = Shop::new().answer(post(PATH, &body).by("admin")).await;
        assert_eq!(answer.wrong_fields(), fields, "{body}");
    }
}

/// A sale, by default.
fn movement() -> StockMovement {
    StockMovement {
        at: moments::now(),
        delta: -3,
        stock_after: sample_products::stock(7),
        reason: MovementReason::Sale,
        note: None,
        order_id: OrderId::parse("ARA-7K3M-Q9TX").ok(),
        actor_email: Some(admin().user.email),
    }
}

fn showing(answer: Option<PageAnswer<StockMovement>>) -> Shop {
    let mut shop = Shop::new();
    shop.ledger.expect_movements().return_once(move |_, _: &PageRequest| Ok(answer));
    shop
}

#[actix_web::test]
async fn the_history_is_paged() {
    let counted =
        StockMovement { reason: MovementReason::Adjustment, note: Some("Counted".into()), order_id: None, actor_email: None, ..movement() };
    let page = Page { items: vec![counted, movement()], next: Some(Cursor("next".into())), total: TotalCount::Exactly(9) };
    let answer = showing(Some(PageAnswer::Page(page))).answer(get("/api/products/SUN-50/stock-movements?limit=2").by("admin")).await;
    assert_eq!((answer.status, answer.is_personal()), (200, true));
    assert_eq!(answer.header("x-total-count"), "9");
    assert_eq!(answer.header("link"), "</api/products/SUN-50/stock-movements?limit=2&after=next>; rel=\"next\"");
    let at = moments::now();
    assert_eq!(
        answer.json(),
        json!([
            {"at": at, "delta": -3, "stockAfter": 7, "reason": "adjustment", "note": "Counted", "orderId": null, "actorEmail": null},
            {"at": at, "delta": -3, "stockAfter": 7, "reason": "sale", "note": null, "orderId": "ARA-7K3M-Q9TX", "actorEmail": admin().user.email.as_str()},
        ])
    );
}

#[actix_web::test]
async fn a_history_that_is_not_there_is_refused() {
    let ask = |query: &str| get(&format!("/api/products/SUN-50/stock-movements{query}")).by("admin");
    assert_eq!(showing(None).answer(ask("")).await.problem(404), "product.not_found");
    let foreign = showing(Some(PageAnswer::InvalidCursor)).answer(ask("?after=x")).await;
    assert_eq!(foreign.problem(422), "list.invalid_cursor");
    assert!(foreign.json()["errors"]["after"].is_array());
    assert_eq!(Shop::new().answer(ask("?limit=501")).await.wrong_fields(), ["limit"]);
}
