//! Limits of promotions, while many buyers order on two instances.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::{Answer, Ask as _};
use test_harness::instance::Instance;

use crate::checkout::{count, fresh_key, order_of, place, product};
use crate::shop::Shop;
use crate::users::{admin, customer, customers};

/// How often an order is sent again at most.
const MOST_REPEATS: usize = 10;

/// Adds the coupon SAVE of 10 % with these fields besides; answers the promotion.
async fn coupon(server: &Instance, boss: &SignedInUser, fields: Value) -> Value {
    let mut promotion = json!({"name": "Ten percent", "kind": "coupon", "code": "save", "benefit": "percent", "value": 10, "active": true});
    promotion.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    let added = server.post("/api/admin/promotions").signed_in_as(boss).json(&promotion).ask().await.expect_status(201);
    added["promotion"].clone()
}

/// An order of one unit with the coupon and this telephone number.
fn order_with_coupon(code: &str, phone: &str) -> Value {
    let mut order = order_of(&[(code, 1)]);
    order["couponCode"] = json!("SAVE");
    order["phone"] = json!(phone);
    order
}

/// Places an order, again with the same key where it waited too long for its turn.
async fn placed(server: &Instance, customer: &SignedInUser, order: &Value) -> Answer {
    let key = fresh_key();
    let mut answer = place(server, customer, &key, order).ask().await;
    for _ in 0..MOST_REPEATS {
        if answer.status != 503 {
            break;
        }
        answer = place(server, customer, &key, order).ask().await;
    }
    answer
}

/// Every other answer is a refusal of the coupon, for this reason.
fn assert_one_placed(answers: &[Answer], state: &str) {
    let (placed, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 201);
    assert_eq!(placed.len(), 1, "{answers:?}");
    for refusal in refused {
        let problem = refusal.expect_problem(409, "order.coupon_refused");
        assert_eq!(problem["quote"]["coupon"]["state"], state, "{problem}");
        assert_eq!(problem["quote"]["total"], 1_200);
    }
}

/// Acceptance 21.
#[tokio::test(flavor = "multi_thread")]
async fn the_last_use_of_a_coupon_goes_to_one_of_fifty_buyers() {
    let shop = Shop::new().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let (boss, code) = (admin(&shop).await, product(&shop, "Rose water", 1_000).await);
    let buyers = customers(&shop, 50).await;
    coupon(&one, &boss, json!({"usageLimit": 1})).await;
    let order = order_with_coupon(&code, "0771234567");
    let placing = buyers.iter().enumerate().map(|(n, buyer)| placed(if n % 2 == 0 { &one } else { &other }, buyer, &order));
    assert_one_placed(&join_all(placing).await, "usedUp");
    assert_eq!(count(&shop, "SELECT count(*) FROM promotion_uses").await, 1);
    drop((one, other));
    shop.is_in_order("doctor").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_uses_a_coupon_once_however_often_they_ask_at_once() {
    let shop = Shop::new().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let (boss, code) = (admin(&shop).await, product(&shop, "Rose water", 1_000).await);
    let (buyer, friend) = (customer(&shop).await, customer(&shop).await);
    coupon(&one, &boss, json!({"perCustomerLimit": 1})).await;
    let order = order_with_coupon(&code, "077 123 4567");
    let placing = (0..20).map(|n| placed(if n % 2 == 0 { &one } else { &other }, &buyer, &order));
    assert_one_placed(&join_all(placing).await, "notForYou");

    // The same person by telephone, however it is written; another number is another person.
    let by_phone = placed(&one, &friend, &order_with_coupon(&code, "+94 77 123 4567")).await;
    assert_eq!(by_phone.expect_problem(409, "order.coupon_refused")["quote"]["coupon"]["state"], "notForYou");
    placed(&one, &friend, &order_with_coupon(&code, "0719876543")).await.expect_status(201);
    drop((one, other));
    shop.is_in_order("doctor").await;
}

/// Acceptance 16, for a coupon: an order gives its use back once, and takes it again where one is left.
#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_order_gives_its_use_back_and_a_reinstated_one_takes_it_again() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let (boss, code) = (admin(&shop).await, product(&shop, "Rose water", 1_000).await);
    let buyers = customers(&shop, 2).await;
    coupon(&server, &boss, json!({"usageLimit": 1})).await;
    let set = async |order: &Value, status: &str| {
        let id = order["order"]["orderId"].as_str().unwrap();
        server.request(Method::PUT, &format!("/api/orders/{id}")).signed_in_as(&boss).json(&json!({"status": status})).ask().await
    };
    let order = order_with_coupon(&code, "0771234567");
    let first = placed(&server, &buyers[0], &order).await.expect_status(201);
    assert_eq!((&first["order"]["total"], &first["order"]["promotions"][0]["amount"]), (&json!(1_080), &json!(120)));
    assert_eq!(first["order"]["orderedItems"][0]["netTotal"], 1_080);
    for _ in 0..2 {
        set(&first, "cancelled").await.expect_status(200);
    }
    set(&first, "processing").await.expect_status(200);
    set(&first, "cancelled").await.expect_status(200);
    let second = placed(&server, &buyers[1], &order).await.expect_status(201);
    set(&first, "processing").await.expect_problem(409, "promotion.used_up");
    set(&second, "cancelled").await.expect_status(200);
    set(&first, "completed").await.expect_status(200);
    drop(server);
    shop.is_in_order("doctor").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uses_are_counted_while_the_limit_is_edited_and_orders_are_cancelled() {
    let shop = Shop::new().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let (boss, code) = (admin(&shop).await, product(&shop, "Rose water", 1_000).await);
    let buyers = customers(&shop, 8).await;
    let added = coupon(&one, &boss, json!({})).await;
    let address = format!("/api/admin/promotions/{}", added["promotionId"].as_str().unwrap());
    let editing = async {
        let mut version = added["version"].as_i64().unwrap();
        for limit in [json!(500), json!(null), json!(400), json!(300), json!(null), json!(200)] {
            let mut edit =
                json!({"name": "Ten percent", "kind": "coupon", "code": "SAVE", "benefit": "percent", "value": 10, "active": true});
            edit["version"] = json!(version);
            edit["usageLimit"] = limit;
            let saved = one.put(&address).signed_in_as(&boss).json(&edit).ask().await.expect_status(200);
            version = saved["promotion"]["version"].as_i64().unwrap();
        }
    };
    let buying = buyers.iter().enumerate().map(async |(n, buyer)| {
        let (server, order) = (if n % 2 == 0 { &one } else { &other }, order_with_coupon(&code, &format!("07712345{n:02}")));
        for n in 0..4 {
            let answer = placed(server, buyer, &order).await.expect_status(201);
            let id = answer["order"]["orderId"].as_str().unwrap();
            if n % 2 == 0 {
                server.post(&format!("/api/orders/{id}/cancel")).signed_in_as(buyer).json(&json!({})).ask().await.expect_status(200);
            }
        }
    });
    tokio::join!(editing, join_all(buying));
    let listed = one.get("/api/admin/promotions").signed_in_as(&boss).ask().await.expect_status(200);
    assert_eq!((&listed[0]["uses"], &listed[0]["cost"]), (&json!(16), &json!(16 * 120)));
    drop((one, other));
    shop.is_in_order("doctor").await;
}
