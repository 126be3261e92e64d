//! Choosing another method of payment for an order that is placed.

use domain::accounts::staff_role::StaffRole;
use domain::delivery::district::District;
use domain::orders::order::{Order, OrderDraft};
use domain::orders::order_delivery::OrderDelivery;
use serde_json::{Value, json};
use testkit::{sample_orders, sample_products, sample_settings, sample_users};

use crate::payments::{ordered, pay};
use crate::pg_shop::{PgShop, SignedIn};
use crate::wire::{Answer, By as _, post};

/// A shop that takes transfers, and cash for a fee of 150, in Colombo.
async fn offering() -> PgShop {
    PgShop::open().await.with_payments(sample_settings::payments()).await
}

/// An order of 2,400 rupees, for Colombo.
async fn for_colombo(shop: &PgShop, customer: &SignedIn) -> Order {
    let product = shop.stores.add(sample_products::product("Rose water")).await;
    let delivery = OrderDelivery { district: Some(District::Colombo), ..OrderDelivery::default() };
    shop.stores.place(&OrderDraft { delivery, ..sample_orders::draft(&customer.user, &[(&product, 2)]) }).await
}

async fn choose(shop: &PgShop, by: &SignedIn, order: &Order, body: Value) -> Answer {
    shop.answer(post(&format!("/api/orders/{}/payment-method", order.id), &body).by(&by.token)).await
}

#[actix_web::test]
async fn a_customer_chooses_another_method_of_payment() {
    let shop = offering().await;
    let customer = shop.customer().await;
    let order = for_colombo(&shop, &customer).await;
    let transfer = || json!({"paymentMethod": "bankTransfer"});
    for who in [&customer, &shop.admin().await] {
        let answer = choose(&shop, who, &order, transfer()).await;
        assert!(answer.status == 200 && answer.is_personal(), "{}", answer.text());
        let changed = answer.json();
        assert_eq!(changed["order"]["payment"]["method"], "bankTransfer");
        assert_eq!((&changed["order"]["total"], changed["order"]["payment"]["expiresAt"].is_string()), (&json!(2400), true));
    }
    for (user, status, code) in [
        (sample_users::customer(), 404, "order.not_found"),
        (sample_users::staff(StaffRole::Content), 404, "order.not_found"),
        (sample_users::staff(StaffRole::Fulfilment), 403, "auth.role_forbidden"),
        (sample_users::staff(StaffRole::Support), 403, "auth.role_forbidden"),
    ] {
        let who = shop.sign_in(user).await;
        assert_eq!(choose(&shop, &who, &order, transfer()).await.problem(status), code, "{}", who.user.email.as_str());
    }
    let cash = |total: Value| json!({"paymentMethod": "cod", "expectedTotal": total});
    let refused = choose(&shop, &customer, &order, cash(json!(2400))).await;
    assert_eq!(refused.problem(409), "order.price_changed");
    let quote = &refused.json()["quote"];
    assert_eq!(
        (&quote["total"], &quote["paymentMethod"], &quote["explanation"][1]["code"]),
        (&json!(2550), &json!("cod"), &json!("codFee"))
    );
    assert_eq!(choose(&shop, &customer, &order, cash(json!(-1))).await.wrong_fields(), ["expectedTotal"]);
    let paid = choose(&shop, &customer, &order, cash(json!(2550))).await.json();
    assert_eq!((&paid["order"]["total"], &paid["order"]["labeledTotal"]), (&json!(2550), &json!(2550)));
    assert_eq!(paid["order"]["explanation"].as_array().unwrap().last().unwrap()["code"], "codFee");
    assert_eq!(paid["order"]["payment"]["expiresAt"], Value::Null);
}

#[actix_web::test]
async fn a_method_that_is_not_available_is_refused_with_the_reason() {
    let shop = offering().await;
    let (customer, admin) = (shop.customer().await, shop.admin().await);
    let order = ordered(&shop, &customer, 2).await;
    let elsewhere = choose(&shop, &customer, &order, json!({"paymentMethod": "bankTransfer"})).await;
    assert_eq!(elsewhere.problem(422), "order.payment_unavailable");
    assert_eq!(elsewhere.json()["errors"]["paymentMethod"], json!(["is not offered in this district"]));
    for body in [json!({}), json!({"paymentMethod": null}), json!({"paymentMethod": "card"})] {
        assert_eq!(choose(&shop, &customer, &order, body).await.wrong_fields(), ["paymentMethod"]);
    }
    pay(&shop, &admin, &order).await;
    let fixed = choose(&shop, &customer, &order, json!({"paymentMethod": "bankTransfer"})).await;
    assert_eq!(fixed.problem(409), "payment.method_fixed", "the money is there, whatever the district");
}
