//! Quotes and placing orders.

use std::collections::BTreeMap;

use domain::catalog::product::Offer;
use domain::orders::new_customer::NewCustomerLimit;
use domain::orders::order::Shortage;
use domain::orders::ports::PlaceOrderOutcome;
use domain::shared::idempotency::RequestFingerprint;
use domain::shared::text::ProductName;
use serde_json::{Value, json};
use testkit::{sample_orders, sample_products};

use crate::people::customer;
use crate::shop::Shop;
use crate::wire::{Answer, By as _, post};

/// The shop sells rose water at 1,200 (was 1,500), 10 on the shelf, and nothing else.
pub(crate) fn with_rose_water() -> Shop {
    let mut shop = Shop::new();
    shop.products.expect_offers().returning(|codes| {
        let product = sample_products::product("Rose water");
        let known = codes.iter().filter(|c| c.as_str().eq_ignore_ascii_case("rose"));
        let offers = known.map(|_| Offer {
            product_id: product.id,
            code: domain::catalog::product_code::ProductCode::parse("ROSE").unwrap(),
            name: product.details.name.clone(),
            image: None,
            brand: None,
            category: None,
            prices: domain::catalog::product::Prices::new(sample_products::rupees(1_500), Some(sample_products::rupees(1_200))).unwrap(),
            stock: product.stock,
            weight: domain::catalog::weight::Weight::default(),
        });
        Ok(offers.take(1).collect())
    });
    shop
}

pub(crate) fn lines(lines: &[(&str, i64)]) -> Value {
    json!(lines.iter().map(|(id, quantity)| json!({"productId": id, "quantity": quantity})).collect::<Vec<_>>())
}

#[actix_web::test]
async fn a_quote_adds_up() {
    let answer =
        with_rose_water().answer(post("/api/orders/quote", &json!({"orderedItems": lines(&[("rose", 4), ("ROSE", 7)]), "price": 1}))).await;
    let standard = json!({"method": "standard", "label": "Standard delivery", "charge": 0, "discount": 0, "estimatedFrom": "2026-03-05", "estimatedTo": "2026-03-09"});
    let expected = json!({
        "total": 13200, "labeledTotal": 16500, "discount": 3300, "itemsTotal": 13200, "paymentMethod": "cod",
        "delivery": standard, "deliveryOptions": [standard],
        "paymentOptions": [{"method": "cod", "label": "Cash on delivery", "fee": 0, "available": true}],
        "explanation": [{"code": "goods", "label": "Goods at full price", "amount": 16500}, {"code": "markdown", "label": "Reduced: Rose water", "amount": -3300}],
        "promotions": [], "coupon": null, "hints": [],
        "items": [{"productId": "ROSE", "name": "Rose water", "image": null, "price": 1500, "lastPrice": 1200, "quantity": 11, "lineTotal": 13200, "discount": 0, "netTotal": 13200, "stock": 10, "available": false}],
    });
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert!(answer.is_personal());
}

#[actix_web::test]
async fn wrong_lines_are_named() {
    let shop = with_rose_water().open().await;
    for (items, fields) in [
        (Value::Null, vec!["orderedItems"]),
        (json!([]), vec!["orderedItems"]),
        (json!([{}]), vec!["orderedItems[0].productId", "orderedItems[0].quantity"]),
        (lines(&[("rose", 1), ("rose", 0)]), vec!["orderedItems[1].quantity"]),
        (lines(&[("rose", 1_000_001)]), vec!["orderedItems[0].quantity"]),
        (lines(&[("rose", 600_000), ("ROSE", 600_000)]), vec!["orderedItems[1].quantity"]),
        (json!([{"productId": "rose", "quantity": 1.5}]), vec!["orderedItems[0].quantity"]),
        (lines(&[("no such", 1)]), vec!["orderedItems[0].productId"]),
        (lines(&vec![("rose", 1); 101]), vec!["orderedItems"]),
    ] {
        let answer = shop.answer(post("/api/orders/quote", &json!({"orderedItems": items}))).await;
        assert_eq!(answer.wrong_fields(), fields, "{items}");
    }
    let unknown = shop.answer(post("/api/orders/quote", &json!({"orderedItems": lines(&[("rose", 1), ("gone", 2)])}))).await;
    assert_eq!(unknown.problem(422), "order.unknown_product");
    assert_eq!(unknown.json()["errors"], json!({"orderedItems[1].productId": ["gone is not a product of this shop"]}));
    let dear = shop.answer(post("/api/orders/quote", &json!({"orderedItems": lines(&[("rose", 1_000_000)])}))).await;
    assert_eq!(dear.problem(422), "order.total_too_large");
}

pub(crate) fn checkout(with: &Value) -> Value {
    let mut body = json!({"orderedItems": lines(&[("rose", 2)]), "name": "Nimali Perera", "address": "12 Temple Road, Kandy", "phone": "+94 71 234 5678"});
    body.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    body
}

async fn place(outcome: PlaceOrderOutcome, body: &Value) -> Answer {
    let mut shop = with_rose_water();
    shop.orders.expect_placed_with().returning(|_, _| Ok(None));
    shop.orders.expect_place().returning(move |draft| {
        assert_eq!((draft.user_id, draft.total), (Some(customer().user.id), sample_products::rupees(2_400)));
        Ok(match &outcome {
            PlaceOrderOutcome::Placed(_) => PlaceOrderOutcome::Placed(draft.clone().into_order()),
            PlaceOrderOutcome::Replayed(_) => PlaceOrderOutcome::Replayed(draft.clone().into_order()),
            other => other.clone(),
        })
    });
    shop.answer(post("/api/orders", body).insert_header(("Idempotency-Key", "a key")).by("customer")).await
}

/// Any order; [`place`] answers the one that was asked for.
fn some_order() -> domain::orders::order::Order {
    sample_orders::draft(&customer().user, &[]).into_order()
}

#[actix_web::test]
async fn an_order_is_placed_at_the_shops_own_prices() {
    let answer =
        place(PlaceOrderOutcome::Placed(some_order()), &checkout(&json!({"expectedTotal": 2400.00, "total": 1, "status": "completed"})))
            .await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let body = answer.json();
    let id = body["order"]["orderId"].as_str().unwrap().to_owned();
    assert!(id.starts_with("ARA-"));
    let expected = json!({
        "message": "Order placed successfully!",
        "order": {
            "orderId": id, "status": "processing", "date": "2026-03-04T01:00:00Z", "name": "Nimali Perera", "address": "12 Temple Road, Kandy",
            "phone": "+94 71 234 5678", "email": customer().user.email.as_str(), "paymentId": null, "refunded": false, "notes": "", "total": 2400,
            "orderedItems": [{"productId": "ROSE", "name": "Rose water", "image": null, "price": 1200, "quantity": 2, "discount": 0, "netTotal": 2400,
                "returned": 0, "returnable": 0}],
            "fulfilmentStatus": "unfulfilled", "courier": null, "trackingNumber": null, "trackingUrl": null, "customerNote": null,
            "payment": {
                "method": "cod", "paymentStatus": "unpaid", "charged": 0, "returned": 0, "held": 0, "amountDue": 2400, "refundDue": 0,
                "expiresAt": null,
                "lastAttempt": null,
            },
            "slips": [], "cancelReason": null,
            "itemsTotal": 2400, "labeledTotal": 3000, "discount": 600, "deliveryAddress": null,
            "delivery": {"method": "standard", "charge": 0, "discount": 0, "estimatedFrom": null, "estimatedTo": null},
            "explanation": [{"code": "goods", "label": "Goods at full price", "amount": 3000}, {"code": "markdown", "label": "Reduced: Rose water", "amount": -600}],
            "promotions": [], "deliveredAt": null, "returns": [],
        },
    });
    assert_eq!(body, expected);
    assert!(answer.is_personal() && answer.header("idempotent-replayed").is_empty());
}

#[actix_web::test]
async fn a_customer_may_add_a_remark() {
    for (sent, kept) in
        [(json!(" Ring twice.\nThanks. "), json!("Ring twice.\nThanks.")), (json!("  "), Value::Null), (Value::Null, Value::Null)]
    {
        let answer = place(PlaceOrderOutcome::Placed(some_order()), &checkout(&json!({"customerNote": sent}))).await;
        assert_eq!((answer.status, &answer.json()["order"]["customerNote"]), (201, &kept));
    }
    let long = place(PlaceOrderOutcome::Placed(some_order()), &checkout(&json!({"customerNote": "x".repeat(501)}))).await;
    assert_eq!(long.wrong_fields(), ["customerNote"]);
}

#[actix_web::test]
async fn asking_again_answers_the_first_order() {
    let answer = place(PlaceOrderOutcome::Replayed(some_order()), &checkout(&json!({}))).await;
    assert_eq!((answer.status, answer.header("idempotent-replayed")), (200, "true"));
}

#[actix_web::test]
async fn refusals_tell_what_changed() {
    let shortage = Shortage {
        code: domain::catalog::product_code::ProductCode::parse("ROSE").unwrap(),
        name: ProductName::parse("Rose water").unwrap(),
        requested: sample_orders::quantity(2),
        available: sample_products::stock(1),
    };
    let answer = place(PlaceOrderOutcome::OutOfStock(vec![shortage]), &checkout(&json!({}))).await;
    assert_eq!(answer.problem(409), "order.out_of_stock");
    assert_eq!(answer.json()["lines"], json!([{"productId": "ROSE", "name": "Rose water", "requested": 2, "available": 1}]));
    let answer = place(PlaceOrderOutcome::KeyReused, &checkout(&json!({"expectedTotal": 3000}))).await;
    assert_eq!(answer.problem(409), "order.price_changed");
    assert_eq!(answer.json()["quote"]["total"], 2400);
    assert_eq!(place(PlaceOrderOutcome::KeyReused, &checkout(&json!({}))).await.problem(422), "order.key_reused");
    assert_eq!(place(PlaceOrderOutcome::CustomerRefused, &checkout(&json!({}))).await.problem(403), "auth.blocked");
    for (limit, sentence) in [
        (NewCustomerLimit::Orders, "A new customer can have 3 open orders at most."),
        (NewCustomerLimit::Units, "A new customer can order 30 units at once at most."),
    ] {
        let refused = place(PlaceOrderOutcome::NewCustomer(limit), &checkout(&json!({}))).await;
        assert_eq!(refused.problem(409), "order.new_customer_limit");
        let advice = "To order more, please verify your e-mail address in your account, or write to the shop.";
        assert_eq!(refused.json()["message"], format!("{sentence} {advice}"));
    }
    let contended = place(PlaceOrderOutcome::OfferChanged, &checkout(&json!({}))).await;
    assert_eq!((contended.problem(503).as_str(), contended.header("retry-after")), ("order.contended", "2"));
    let unknown = place(PlaceOrderOutcome::KeyReused, &checkout(&json!({"orderedItems": lines(&[("gone", 1)])}))).await;
    assert_eq!(unknown.json()["errors"]["orderedItems[0].productId"], json!(["gone is not a product of this shop"]));
}

#[actix_web::test]
async fn every_wrong_field_of_a_checkout_is_named() {
    let body = json!({"orderedItems": [], "name": " ", "address": "x".repeat(1_001), "phone": "call me", "expectedTotal": -1});
    let answer = place(PlaceOrderOutcome::KeyReused, &body).await;
    assert_eq!(answer.wrong_fields(), ["address", "expectedTotal", "name", "orderedItems", "phone"]);
    let with_nul = checkout(&json!({"name": "Nimali\0", "address": "1 Galle\0 Road", "phone": "0771234567\0"}));
    assert_eq!(place(PlaceOrderOutcome::KeyReused, &with_nul).await.wrong_fields(), ["address", "name", "phone"]);
    assert_eq!(place(PlaceOrderOutcome::KeyReused, &json!({})).await.wrong_fields(), ["address", "name", "orderedItems", "phone"]);
    let lines = checkout(&json!({"name": "Nimali\nPerera", "address": "1 Temple Road\nKandy"}));
    assert_eq!(place(PlaceOrderOutcome::KeyReused, &lines).await.wrong_fields(), ["name"], "an address may have lines");
}

#[actix_web::test]
async fn a_key_is_one_header_of_printable_ascii() {
    let mut shop = with_rose_water();
    shop.orders.expect_placed_with().returning(|_, _| Ok(Some((RequestFingerprint("other".into()), some_order()))));
    shop.orders.expect_place().returning(|draft| {
        let length = draft.claim.as_ref().map(|c| c.key.as_str().len());
        Ok(if length.is_none_or(|l| l == 255) {
            PlaceOrderOutcome::Placed(draft.clone().into_order())
        } else {
            PlaceOrderOutcome::KeyReused
        })
    });
    let shop = shop.open().await;
    let order = || post("/api/orders", &checkout(&json!({}))).by("customer");
    let statuses: BTreeMap<String, u16> = {
        let mut statuses = BTreeMap::new();
        for key in ["", "a\tb", "é", &"x".repeat(256), &"x".repeat(255)] {
            statuses.insert(
                key.chars().take(3).chain(key.len().to_string().chars()).collect(),
                shop.answer(order().insert_header(("Idempotency-Key", key))).await.status,
            );
        }
        statuses
    };
    let expected = [("0", 400), ("a\tb3", 400), ("xxx255", 201), ("xxx256", 400), ("é2", 400)].map(|(k, s)| (k.to_owned(), s));
    assert_eq!(statuses, expected.into());
    let two = order().insert_header(("Idempotency-Key", "a")).append_header(("Idempotency-Key", "b"));
    assert_eq!(shop.answer(two).await.problem(400), "request.invalid_idempotency_key");
    assert_eq!(shop.answer(order()).await.status, 201, "a key is optional");
}
