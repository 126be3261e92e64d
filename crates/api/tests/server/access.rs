//! Access control of the real program with real sessions: every operation of its OpenAPI document, called by every kind of user.

use domain::accounts::permission::Permission;
use domain::accounts::staff_role::StaffRole;
use futures_util::future::join_all;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::{Answer, Ask as _};
use test_harness::instance::Instance;

use crate::checkout::{fresh_key, order_of, place, product};
use crate::shop::Shop;
use crate::users::{admin, admin_with_forged_token, customer, staff};

/// An operation of the document.
struct Operation {
    method: Method,
    path: String,
    audience: Audience,
}

/// The users who may call it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Audience {
    Anyone,
    Users,
    /// Administrators with one of these roles.
    Staff(Vec<String>),
}

/// The operations of the document. Two tables name their users: `ROUTES` of the tests of `shop-http`, and those of
/// [`crate::documents`].
fn audience(operation: &Value) -> Audience {
    let ways = operation["security"].as_array().cloned().unwrap_or_default();
    let needs_session = !ways.is_empty() && ways.iter().all(|way| way.get("bearer").is_some());
    let refusal = operation["responses"]["403"]["description"].as_str().unwrap_or_default();
    let roles = refusal.strip_prefix("Not an administrator with one of the roles ").and_then(|rest| rest.split(';').next());
    match (needs_session, roles) {
        (false, _) => Audience::Anyone,
        (true, Some(roles)) => Audience::Staff(roles.split(", ").map(ToOwned::to_owned).collect()),
        (true, None) => Audience::Users,
    }
}

async fn operations(server: &Instance) -> Vec<Operation> {
    let document = server.get("/api/openapi.json").ask().await.expect_status(200);
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let method = method.to_uppercase().parse().unwrap();
            operations.push(Operation { method, path: path.clone(), audience: audience(operation) });
        }
    }
    assert!(operations.len() > 30, "a document with all operations");
    operations
}

/// The path with every parameter filled in: with these values, else with values that do not exist.
fn filled(path: &str, with: &[(&str, &str)]) -> String {
    let nothing = [
        ("{email}", "nobody@example.com"),
        ("{text}", "rose"),
        ("{productId}", "NOT-THERE"),
        ("{orderId}", "ARA-2222-2222"),
        ("{kind}", "placed"),
        ("{refundId}", "ARA-2222-2222-R1"),
        ("{slipId}", "00000000-0000-0000-0000-000000000001"),
        ("{slug}", "about"),
        ("{hash}", "9b2f4f"),
        ("{doc}", "home"),
        ("{name}", "1772586000000-rose.webp"),
        ("{addressId}", "00000000-0000-0000-0000-000000000001"),
        ("{_id}", "00000000-0000-0000-0000-000000000001"),
        ("{id}", "00000000-0000-0000-0000-000000000001"),
    ];
    let filled = with.iter().chain(&nothing).fold(path.to_owned(), |path, (name, value)| path.replace(name, value));
    assert!(!filled.contains('{'), "{filled} has a parameter without a sample here");
    filled
}

impl Operation {
    /// Calls it with an almost empty body, which is enough for access control.
    fn call(&self, server: &Instance, path: &str) -> RequestBuilder {
        let call = server.request(self.method.clone(), path);
        // A body that the call takes: what is wrong with a body is told to every user.
        let body = if path.ends_with("/payment-method") { r#"{"paymentMethod":"cod"}"# } else { "{}" };
        if self.method == Method::GET { call } else { call.header("Content-Type", "application/json").body(body) }
    }

    async fn send_as(&self, server: &Instance, person: Option<&SignedInUser>) -> Answer {
        let call = self.call(server, &filled(&self.path, &[]));
        match person {
            Some(person) => call.signed_in_as(person).ask().await,
            None => call.ask().await,
        }
    }

    /// Whether it ends the session of its caller.
    fn ends_sessions(&self) -> bool {
        self.path.ends_with("/logout")
    }
}

/// Whether access was granted. The almost empty body is refused after that.
fn let_in(answer: &Answer) -> bool {
    ![401, 403].contains(&answer.status.as_u16()) && (answer.status.as_u16() < 500 || answer.status.as_u16() == 503)
}

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

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_lets_in_whom_it_is_for_and_nobody_else() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let (boss, buyer) = (admin(&shop).await, customer(&shop).await);
    let shut_out = shut_out(&shop, &server, &boss).await;
    for operation in operations(&server).await {
        let Operation { method, path, audience, .. } = &operation;
        for (who, person) in shut_out.iter().map(|(who, person)| (*who, Some(person))).chain([("a guest", None)]) {
            let answer = operation.send_as(&server, person).await;
            let right = if *audience == Audience::Anyone { let_in(&answer) } else { answer.status == 401 };
            assert!(right, "{method} {path} by {who}: {answer:?}");
        }
        let (buyer, boss) = if operation.ends_sessions() { (&customer(&shop).await, &admin(&shop).await) } else { (&buyer, &boss) };
        let answer = operation.send_as(&server, Some(buyer)).await;
        let right = match audience {
            Audience::Staff(_) => answer.status == 403,
            // The buyer must not learn whether it exists.
            Audience::Users if path.contains("{email}") => answer.status == 403,
            Audience::Users | Audience::Anyone => let_in(&answer),
        };
        assert!(right, "{method} {path} by a customer: {answer:?}");
        let answer = operation.send_as(&server, Some(boss)).await;
        assert!(let_in(&answer), "{method} {path} by an administrator: {answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_of_staff_lets_in_the_roles_that_it_is_for() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    for role in StaffRole::ALL {
        let person = staff(&shop, role).await;
        for operation in operations(&server).await.into_iter().filter(|operation| !operation.ends_sessions()) {
            let Operation { method, path, audience } = &operation;
            let answer = operation.send_as(&server, Some(&person)).await;
            let right = match audience {
                Audience::Staff(roles) if roles.iter().any(|name| name == role.as_str()) => let_in(&answer),
                Audience::Staff(roles) => {
                    answer.status == 403 && serde_json::from_str::<Value>(&answer.text).unwrap()["roles"] == json!(roles)
                }
                Audience::Users if path.contains("{email}") => let_in(&answer) == role.may(Permission::ManageUsers),
                Audience::Users | Audience::Anyone => let_in(&answer),
            };
            assert!(right, "{method} {path} by {role:?}: {answer:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_somebody_elses_is_out_of_reach() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let (owner, stranger) = (customer(&shop).await, customer(&shop).await);
    let wanted = product(&shop, "Rose water", 5).await;
    let placed = place(&server, &owner, &fresh_key(), &order_of(&[(&wanted, 1)])).ask().await.expect_status(201);
    let order_id = placed["order"]["orderId"].as_str().unwrap();
    let own = [("{orderId}", order_id), ("{email}", owner.email.as_str())];
    for operation in operations(&server).await {
        if !own.iter().any(|(name, _)| operation.path.contains(name)) {
            continue;
        }
        let path = filled(&operation.path, &own);
        let refused = operation.call(&server, &path).signed_in_as(&stranger).ask().await;
        assert!([403, 404].contains(&refused.status.as_u16()), "{} {}: {refused:?}", operation.method, operation.path);
        assert!(!refused.text.contains("Nimali") && !refused.text.contains(&owner.email), "{}", refused.text);
    }
    assert_eq!(server.get("/api/orders").signed_in_as(&stranger).ask().await.expect_status(200), json!([]));
    assert_eq!(server.get(&format!("/api/orders?q={order_id}")).signed_in_as(&stranger).ask().await.expect_status(200), json!([]));
    server.get(&format!("/api/orders/{order_id}")).signed_in_as(&owner).ask().await.expect_status(200);

    let review =
        server.post("/api/reviews").signed_in_as(&owner).json(&json!({"rating": 5, "comment": "Lovely"})).ask().await.expect_status(201);
    let change = json!({"reviewId": review["review"]["_id"], "rating": 1, "comment": "Not mine"});
    for other in [&stranger, &admin(&shop).await] {
        assert_eq!(server.post("/api/reviews/update").signed_in_as(other).json(&change).ask().await.status, 403);
    }
    let seen = server.get("/api/reviews").signed_in_as(&stranger).ask().await;
    assert!(!seen.text.contains(&owner.email), "{}", seen.text);
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
