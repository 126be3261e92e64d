//! Users as administrators handle them.

use domain::accounts::ports::{DeleteUserOutcome, SetBlockedOutcome};
use domain::accounts::user::{User, UserActivity, UserType};
use domain::shared::edit::Edited;
use domain::shared::page::{Cursor, Page, PageAnswer, TotalCount};
use serde_json::{Value, json};
use testkit::{moments, sample_orders};

use crate::people::{admin, customer};
use crate::shop::Shop;
use crate::wire::{By as _, delete, get, put};

#[actix_web::test]
async fn lists_users_page_by_page() {
    let mut shop = Shop::new();
    shop.directory
        .expect_list()
        .withf(|text, page| {
            text.is_some_and(|t| t.as_str() == "ni mali") && page.limit.get() == 2 && page.after.as_ref().unwrap().0 == "abc"
        })
        .returning(|_, _| {
            let items = vec![User { is_blocked: true, last_login: Some(moments::now()), ..customer().user }];
            Ok(PageAnswer::Page(Page { items, next: Some(Cursor("d&f".into())), total: TotalCount::MoreThanLimit }))
        });
    let answer = shop.answer(get("/api/users?q=ni+mali&limit=2&after=abc&unknown=1").by("admin")).await;
    let user = customer().user;
    let expected = json!([{
        "_id": user.id.to_string(), "firstName": "Nimali", "lastName": "Perera", "name": "Nimali Perera", "email": user.email.as_str(),
        "type": "customer", "role": null, "isBlocked": true, "blocked": "Yes", "profilePicture": "",
        "createdAt": "2026-03-04T01:00:00Z", "lastLogin": "2026-03-04T01:00:00Z",
    }]);
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert_eq!(answer.header("x-total-count"), "10000+");
    assert_eq!(answer.header("link"), "</api/users?q=ni+mali&limit=2&unknown=1&after=d%26f>; rel=\"next\"");
    assert!(answer.is_personal());
}

#[actix_web::test]
async fn wrong_parameters_are_named() {
    let mut shop = Shop::new();
    shop.directory.expect_list().returning(|_, _| Ok(PageAnswer::InvalidCursor));
    let shop = shop.open().await;
    let long = "x".repeat(101);
    for (query, fields) in
        [("limit=0", vec!["limit"]), ("limit=501", vec!["limit"]), ("limit=ten", vec!["limit"]), (&format!("q={long}"), vec!["q"])]
    {
        assert_eq!(shop.answer(get(&format!("/api/users?{query}")).by("admin")).await.wrong_fields(), fields, "{query}");
    }
    let foreign = shop.answer(get("/api/users?after=abc").by("admin")).await;
    assert_eq!(foreign.problem(422), "list.invalid_cursor");
    assert_eq!(foreign.json()["errors"], json!({"after": ["This page of the list does not exist."]}));
}

async fn set_blocked(outcome: SetBlockedOutcome, body: &Value) -> crate::wire::Answer {
    let mut shop = Shop::new();
    shop.users.expect_set_blocked().returning(move |_, _, by, _| {
        assert_eq!((by.user_id, by.request_id.len()), (Some(admin().user.id), 32));
        Ok(outcome.clone())
    });
    shop.answer(put("/api/users", body).by("admin")).await
}

#[actix_web::test]
async fn blocks_and_unblocks() {
    for (blocked, message) in [(true, "User blocked successfully"), (false, "User unblocked successfully")] {
        let user = User { is_blocked: blocked, ..customer().user };
        let answer = set_blocked(SetBlockedOutcome::Updated(user), &json!({"email": "nimali@example.com", "isBlocked": blocked})).await;
        assert_eq!((answer.status, &answer.json()["message"]), (200, &json!(message)));
        assert_eq!(answer.json()["user"]["isBlocked"], blocked);
    }
}

#[actix_web::test]
async fn the_last_owner_and_oneself_are_never_blocked() {
    let body = |email: &str| json!({"email": email, "isBlocked": true});
    assert_eq!(set_blocked(SetBlockedOutcome::LastOwner, &body("other@example.com")).await.problem(409), "staff.last_owner");
    assert_eq!(set_blocked(SetBlockedOutcome::NotFound, &body("nobody@example.com")).await.problem(404), "user.not_found");
    let refused = set_blocked(SetBlockedOutcome::OwnersOnly, &body("other@example.com")).await;
    assert_eq!((refused.problem(403).as_str(), &refused.json()["roles"]), ("auth.role_forbidden", &json!(["owner"])));
    let own = admin().user.email.as_str().to_uppercase();
    assert_eq!(set_blocked(SetBlockedOutcome::NotFound, &body(&own)).await.problem(409), "user.yourself");
    assert_eq!(set_blocked(SetBlockedOutcome::NotFound, &json!({})).await.wrong_fields(), ["email", "isBlocked"]);
    assert_eq!(
        set_blocked(SetBlockedOutcome::NotFound, &json!({"email": "a@b.lk", "isBlocked": "yes"})).await.wrong_fields(),
        ["isBlocked"]
    );
}

/// Support may do both; the orders that are packed stay.
#[actix_web::test]
async fn a_blocking_cancels_the_open_orders_if_it_is_asked_to() {
    let mut shop = Shop::new();
    shop.users.expect_set_blocked().returning(|_, _, _, _| Ok(SetBlockedOutcome::Updated(User { is_blocked: true, ..customer().user })));
    let open = sample_orders::draft(&customer().user, &[]).into_order();
    let (id, listed) = (open.id.as_str().to_owned(), open.clone());
    shop.order_reader.expect_list().withf(|query| query.owner == Some(customer().user.id)).returning(move |_| {
        let page = Page { items: vec![listed.clone()], next: None, total: TotalCount::Exactly(1) };
        Ok(PageAnswer::Page(page))
    });
    shop.orders.expect_change().returning(move |_, _, _, decide| Ok(Edited { thing: decide(&open)?.order, is_changed: true }));
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
    let deleting = async |outcome: DeleteUserOutcome, body: Value| {
        let mut shop = Shop::new();
        shop.users.expect_delete().returning(move |_, _, _| Ok(outcome));
        shop.answer(delete("/api/users").set_json(body).by("admin")).await
    };
    let answer = deleting(DeleteUserOutcome::Deleted, json!({"email": "nimali@example.com"})).await;
    assert_eq!((answer.status, answer.json()), (200, json!({"message": "The customer was successfully removed."})));
    assert_eq!(deleting(DeleteUserOutcome::LastOwner, json!({"email": "a@b.lk"})).await.problem(409), "staff.last_owner");
    assert_eq!(deleting(DeleteUserOutcome::NotFound, json!({"email": "a@b.lk"})).await.problem(404), "user.not_found");
    assert_eq!(deleting(DeleteUserOutcome::Deleted, json!({"email": admin().user.email.as_str()})).await.problem(409), "user.yourself");
    assert_eq!(deleting(DeleteUserOutcome::Deleted, json!({})).await.wrong_fields(), ["email"]);
}

#[actix_web::test]
async fn tells_who_is_about() {
    let mut shop = Shop::new();
    shop.directory.expect_activity().returning(|_| {
        let email = || customer().user.email;
        Ok(UserActivity { active: vec![(email(), UserType::Customer)], recent_logins: vec![(email(), moments::now())] })
    });
    let answer = shop.answer(get("/api/users/activity").by("admin")).await;
    let email = customer().user.email;
    let expected = json!({
        "activeUsers": [{"email": email.as_str(), "type": "customer"}],
        "recentLogins": [{"email": email.as_str(), "lastLogin": "2026-03-04T01:00:00Z"}],
    });
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert!(answer.is_personal());
}
