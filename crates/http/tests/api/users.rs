//! Users as administrators handle them.

use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, User};
use domain::shared::edit::Saved;
use domain::shared::page::{Page, PageAnswer, TotalCount};
use serde_json::{Value, json};
use testkit::{moments, sample_orders, sample_users};

use crate::people::customer;
use crate::pg_shop::{PgShop, SignedIn};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, delete, get, put};

async fn set_blocked(shop: &PgShop, by: &SignedIn, body: &Value) -> Answer {
    shop.answer(put("/api/users", body).by(&by.token)).await
}

async fn remove(shop: &PgShop, by: &SignedIn, body: &Value) -> Answer {
    shop.answer(delete("/api/users").set_json(body).by(&by.token)).await
}

fn blocking(user: &User, blocked: bool) -> Value {
    json!({"email": user.email.as_str(), "isBlocked": blocked})
}

#[actix_web::test]
async fn lists_users_page_by_page() {
    let shop = PgShop::open().await;
    let admin = shop.admin().await;
    let user = shop.stores.register(NewUser { created_at: moments::seconds_later(1), ..sample_users::customer() }).await;
    shop.stores.session(&user).await;
    assert_eq!(set_blocked(&shop, &admin, &blocking(&user, true)).await.status, 200);
    let answer = shop.answer(get("/api/users?limit=1&unknown=1").by(&admin.token)).await;
    let expected = json!([{
        "_id": user.id.to_string(), "firstName": "Nimali", "lastName": "Perera", "name": "Nimali Perera", "email": user.email.as_str(),
        "type": "customer", "role": null, "isBlocked": true, "blocked": "Yes", "profilePicture": "",
        "createdAt": "2026-03-04T01:00:01Z", "lastLogin": "2026-03-04T01:00:00Z",
    }]);
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert_eq!(answer.header("x-total-count"), "2");
    assert!(answer.is_personal());
    let link = answer.header("link");
    assert!(link.starts_with("</api/users?limit=1&unknown=1&after=") && link.ends_with(">; rel=\"next\""), "{link}");
    let next = link.trim_start_matches('<').split_once('>').unwrap().0;
    assert_eq!(shop.answer(get(next).by(&admin.token)).await.json()[0]["email"], admin.user.email.as_str());
    let found = shop.answer(get(&format!("/api/users?q={}", user.email)).by(&admin.token)).await.json();
    assert_eq!((found.as_array().unwrap().len(), &found[0]["_id"]), (1, &json!(user.id.to_string())));
}

#[actix_web::test]
async fn wrong_parameters_are_named() {
    let shop = PgShop::open().await;
    let admin = shop.admin().await;
    let long = "x".repeat(101);
    for (query, fields) in
        [("limit=0", vec!["limit"]), ("limit=501", vec!["limit"]), ("limit=ten", vec!["limit"]), (&format!("q={long}"), vec!["q"])]
    {
        assert_eq!(shop.answer(get(&format!("/api/users?{query}")).by(&admin.token)).await.wrong_fields(), fields, "{query}");
    }
    let foreign = shop.answer(get("/api/users?after=abc").by(&admin.token)).await;
    assert_eq!(foreign.problem(422), "list.invalid_cursor");
    assert_eq!(foreign.json()["errors"], json!({"after": ["This page of the list does not exist."]}));
}

#[actix_web::test]
async fn blocks_and_unblocks() {
    let shop = PgShop::open().await;
    let (admin, user) = (shop.admin().await, shop.customer().await.user);
    for (blocked, message) in [(true, "User blocked successfully"), (false, "User unblocked successfully")] {
        let answer = set_blocked(&shop, &admin, &blocking(&user, blocked)).await;
        assert_eq!((answer.status, &answer.json()["message"]), (200, &json!(message)));
        assert_eq!(answer.json()["user"]["isBlocked"], blocked);
    }
}

#[actix_web::test]
async fn staff_and_oneself_are_not_blocked_by_everybody() {
    let shop = PgShop::open().await;
    let (admin, helper) = (shop.admin().await, shop.sign_in(sample_users::staff(StaffRole::Support)).await);
    let nobody = json!({"email": "nobody@example.com", "isBlocked": true});
    assert_eq!(set_blocked(&shop, &admin, &nobody).await.problem(404), "user.not_found");
    let refused = set_blocked(&shop, &helper, &blocking(&admin.user, true)).await;
    assert_eq!((refused.problem(403).as_str(), &refused.json()["roles"]), ("auth.role_forbidden", &json!(["owner"])));
    let own = json!({"email": admin.user.email.as_str().to_uppercase(), "isBlocked": true});
    assert_eq!(set_blocked(&shop, &admin, &own).await.problem(409), "user.yourself");
    for blocked in [true, false] {
        assert_eq!(set_blocked(&shop, &admin, &blocking(&helper.user, blocked)).await.problem(403), "auth.confirm_needed");
    }
    let admin = shop.confirmed(admin).await;
    assert_eq!(set_blocked(&shop, &admin, &blocking(&helper.user, true)).await.status, 200);
    assert_eq!(set_blocked(&shop, &admin, &json!({})).await.wrong_fields(), ["email", "isBlocked"]);
    assert_eq!(set_blocked(&shop, &admin, &json!({"email": "a@b.lk", "isBlocked": "yes"})).await.wrong_fields(), ["isBlocked"]);
}

/// Support may do both; the orders that are packed stay.
#[actix_web::test]
async fn a_blocking_cancels_the_open_orders_if_it_is_asked_to() {
    let mut shop = Shop::new();
    shop.users.expect_set_blocked().returning(|_, _, _, _| Ok(User { is_blocked: true, ..customer().user }));
    let open = sample_orders::draft(&customer().user, &[]).into_order();
    let (id, listed) = (open.id.as_str().to_owned(), open.clone());
    shop.order_reader.expect_list().withf(|query| query.owner == Some(customer().user.id)).returning(move |_| {
        let page = Page { items: vec![listed.clone()], next: None, total: TotalCount::Exactly(1) };
        Ok(PageAnswer::Page(page))
    });
    shop.orders.expect_change().returning(move |_, _, _, decide| Ok(Saved { value: decide(&open)?.order, is_changed: true }));
    let shop = shop.open().await;
    let ask = async |body: Value| shop.answer(put("/api/users", &body).by("support")).await;
    let answer = ask(json!({"email": "nimali@example.com", "isBlocked": true, "cancelOrders": true})).await;
    assert_eq!((answer.status, &answer.json()["cancelledOrders"]), (200, &json!([id])), "{}", answer.text());
    let plain = ask(json!({"email": "nimali@example.com", "isBlocked": true})).await.json();
    assert_eq!(plain.get("cancelledOrders"), None);
    let wrong = ask(json!({"email": "nimali@example.com", "isBlocked": false, "cancelOrders": true})).await;
    assert_eq!(wrong.wrong_fields(), ["cancelOrders"]);
}

#[actix_web::test]
async fn deletes_whom_the_body_names() {
    let shop = PgShop::open().await;
    let (admin, user) = (shop.admin().await, shop.customer().await.user);
    let admin = shop.confirmed(admin).await;
    let body = json!({"email": user.email.as_str()});
    let answer = remove(&shop, &admin, &body).await;
    assert_eq!((answer.status, answer.json()), (200, json!({"message": "The customer was successfully removed."})));
    assert_eq!(remove(&shop, &admin, &body).await.problem(404), "user.not_found");
    assert_eq!(remove(&shop, &admin, &json!({"email": admin.user.email.as_str()})).await.problem(409), "user.yourself");
    assert_eq!(remove(&shop, &admin, &json!({})).await.wrong_fields(), ["email"]);
    let manager = shop.sign_in(sample_users::staff(StaffRole::Manager)).await;
    let manager = shop.confirmed(manager).await;
    let refused = remove(&shop, &manager, &json!({"email": admin.user.email.as_str()})).await;
    assert_eq!(refused.problem(403), "auth.role_forbidden");
}

#[actix_web::test]
async fn tells_who_is_about() {
    let shop = PgShop::open().await;
    let admin = shop.admin().await;
    let answer = shop.answer(get("/api/users/activity").by(&admin.token)).await;
    let email = admin.user.email.as_str();
    let expected = json!({
        "activeUsers": [{"email": email, "type": "admin"}],
        "recentLogins": [{"email": email, "lastLogin": "2026-03-04T01:00:00Z"}],
    });
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert!(answer.is_personal());
}
