//! Access control of the real program: no route takes an invalid token, and owners cannot shut out the last one.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use shop_http::openapi;
use shop_http::routing::rules::Access;
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::{Answer, Ask as _};
use test_harness::instance::Instance;

use crate::checkout::{fresh_key, order_of, place, product};
use crate::shop::Shop;
use crate::users::{admin, admin_with_forged_token, customer};

/// A user whose token names the algorithm `none`.
fn unsigned(person: &SignedInUser) -> SignedInUser {
    let body = person.token.split('.').nth(1).unwrap();
    // {"alg":"none","typ":"JWT"}
    SignedInUser { token: format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{body}."), ..person.clone() }
}

/// Users with invalid tokens.
async fn shut_out(shop: &Shop, server: &Instance, boss: &SignedInUser) -> Vec<(&'static str, SignedInUser)> {
    let (blocked, deleted, left) = (customer(shop).await, customer(shop).await, customer(shop).await);
    let once_boss = admin(shop).await;
    server.put("/api/users").signed_in_as(boss).json(&json!({"email": blocked.email, "isBlocked": true})).ask().await.expect_status(200);
    server.put("/api/users").signed_in_as(boss).json(&json!({"email": once_boss.email, "isBlocked": true})).ask().await.expect_status(200);
    server.request(Method::DELETE, "/api/users").signed_in_as(boss).json(&json!({"email": deleted.email})).ask().await.expect_status(200);
    server.post("/api/users/logout").signed_in_as(&left).ask().await.expect_status(200);
    let garbage = SignedInUser { email: String::new(), token: "garbage".to_owned() };
    vec![
        ("a garbage token", garbage),
        ("a forged token", admin_with_forged_token(shop).await),
        ("an unsigned token", unsigned(boss)),
        ("a logged-out user", left),
        ("a blocked user", blocked),
        ("an administrator blocked", once_boss),
        ("a deleted user", deleted),
    ]
}

/// A call of a route by someone with an invalid token, or without one. Parameters of the path name nothing.
async fn called(server: &Instance, method: &str, path: &str, who: Option<&SignedInUser>) -> Answer {
    let mut parts = path.split('{');
    let start = parts.next().unwrap().to_owned();
    let path = parts.fold(start, |path, part| format!("{path}nobody@example.com{}", part.split_once('}').unwrap().1));
    let call = server.request(method.parse().unwrap(), &path);
    let call = if method == "GET" { call } else { call.header("Content-Type", "application/json").body("{}") };
    who.into_iter().fold(call, |call, who| call.signed_in_as(who)).ask().await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_takes_an_invalid_token() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let shut_out = shut_out(&shop, &server, &admin(&shop).await).await;
    for (path, method, rules) in openapi::routes().rules() {
        let is_public = matches!(rules.access, Access::Public | Access::OptionalSession);
        for (who, person) in shut_out.iter().map(|(who, person)| (*who, Some(person))).chain([("a guest", None)]) {
            let answer = called(&server, method.as_str(), path, person).await;
            let is_failure = answer.status.is_server_error() && answer.status != 503;
            let right = if is_public { ![401, 403].contains(&answer.status.as_u16()) && !is_failure } else { answer.status == 401 };
            assert!(right, "{method} {path} by {who}: {answer:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn customers_list_their_own_orders_alone() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let (owner, stranger) = (customer(&shop).await, customer(&shop).await);
    let wanted = product(&shop, "Rose water", 5).await;
    let placed = place(&server, &owner, &fresh_key(), &order_of(&[(&wanted, 1)])).ask().await.expect_status(201);
    let order_id = placed["order"]["orderId"].as_str().unwrap();
    for path in ["/api/orders".to_owned(), format!("/api/orders?q={order_id}")] {
        assert_eq!(server.get(&path).signed_in_as(&stranger).ask().await.expect_status(200), json!([]));
        assert_eq!(server.get(&path).signed_in_as(&owner).ask().await.expect_status(200)[0]["orderId"], order_id);
    }
}

async fn set_blocked(server: &Instance, by: &SignedInUser, whom: &SignedInUser) -> Answer {
    server.put("/api/users").signed_in_as(by).json(&json!({"email": whom.email, "isBlocked": true})).ask().await
}

async fn delete(server: &Instance, by: &SignedInUser, whom: &SignedInUser) -> Answer {
    server.request(Method::DELETE, "/api/users").signed_in_as(by).json(&json!({"email": whom.email})).ask().await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_administrator_cannot_shut_themself_out_nor_the_last_one_be_shut_out() {
    let shop = Shop::new().await;
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let (first, second) = (admin(&shop).await, admin(&shop).await);
    for server in [&one, &other] {
        assert_eq!(set_blocked(server, &first, &first).await.status, 409);
        assert_eq!(delete(server, &first, &first).await.status, 409);
    }
    one.get("/api/users").signed_in_as(&first).ask().await.expect_status(200);

    // Both at once, on two instances: the second one is logged out, or no owner any more.
    let mutual = join_all([set_blocked(&one, &first, &second), set_blocked(&other, &second, &first)]).await;
    let statuses: Vec<u16> = mutual.iter().map(|answer| answer.status.as_u16()).collect();
    assert!(statuses.contains(&200) && statuses.iter().any(|s| [401, 403].contains(s)), "{mutual:?}");
    let left = if statuses[0] == 200 { &first } else { &second };
    other.get("/api/users").signed_in_as(left).ask().await.expect_status(200);
}
