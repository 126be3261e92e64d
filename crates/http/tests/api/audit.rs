//! The audit log over the wire.

use domain::accounts::actor::Actor;
use domain::accounts::user::User;
use serde_json::{Value, json};
use testkit::{moments, sample_products, sample_users};

use crate::pg_shop::{PgShop, SignedIn};
use crate::shop::Shop;
use crate::wire::{By as _, get};

async fn block(shop: &PgShop, user: &User, is_blocked: bool, by: &Actor) {
    shop.stores.users.set_blocked(&user.email, is_blocked, by, moments::now()).await.unwrap();
}

async fn log(shop: &PgShop, filter: &str, by: &SignedIn) -> Vec<Value> {
    shop.walk(&format!("/api/admin/audit{filter}"), 100, Some(by)).await
}

#[actix_web::test]
async fn entries_are_listed_newest_first_in_pages_of_any_size() {
    let shop = PgShop::open().await;
    let (admin, by) = (shop.admin().await, sample_users::actor());
    let mut codes = Vec::new();
    for second in [3, 1, 2, 2, 2, 9] {
        let mut product = sample_products::product("Rose");
        product.created_at = moments::seconds_later(second);
        shop.stores.products.create(&product, &by).await.unwrap();
        codes.push((second, codes.len(), product.code.as_str().to_owned()));
    }
    codes.sort_by(|one, other| other.cmp(one));
    for limit in [1, 2, 3, 6, 7] {
        let walked = shop.walk("/api/admin/audit", limit, Some(&admin)).await;
        assert!(walked.iter().map(|entry| &entry["subject"]).eq(codes.iter().map(|(_, _, code)| code)), "{walked:?}");
    }
    for text in ["x", "AAAA", "W10", "bnVsbA", "%00"] {
        let foreign = shop.answer(get(&format!("/api/admin/audit?after={text}")).by(&admin.token)).await;
        assert_eq!(foreign.problem(422), "list.invalid_cursor", "{text}");
    }
}

#[actix_web::test]
async fn an_entry_tells_everything() {
    let shop = PgShop::open().await;
    let (admin, user, by) = (shop.admin().await, shop.customer().await.user, sample_users::actor());
    block(&shop, &user, true, &by).await;
    let [entry] = &log(&shop, "", &admin).await[..] else { panic!("one entry") };
    assert_eq!((&entry["before"]["isBlocked"], &entry["after"]["isBlocked"]), (&json!(false), &json!(true)));
    let expected = json!({
        "id": entry["id"], "at": "2026-03-04T01:00:00Z", "actorEmail": by.email.as_ref().unwrap().as_str(), "action": "block",
        "entity": "user", "entityId": user.id.to_string(), "subject": user.email.as_str(), "before": entry["before"],
        "after": entry["after"], "requestId": by.request_id,
    });
    assert_eq!(*entry, expected);
    shop.stores.users.delete(&user.email, &Actor::operator("a command"), moments::now()).await.unwrap();
    let newest = &log(&shop, "", &admin).await[0];
    assert_eq!((&newest["actorEmail"], &newest["requestId"], &newest["after"]), (&Value::Null, &json!("a command"), &Value::Null));
    assert!(shop.answer(get("/api/admin/audit").by(&admin.token)).await.is_personal());
}

#[actix_web::test]
async fn every_filter_of_the_log_holds() {
    let shop = PgShop::open().await;
    let (admin, user, ama) = (shop.admin().await, shop.customer().await.user, sample_users::actor());
    let product = sample_products::product("Rose");
    shop.stores.products.create(&product, &ama).await.unwrap();
    block(&shop, &user, true, &ama).await;
    block(&shop, &user, false, &Actor::operator("a command")).await;
    let (code, email, actor) = (product.code.as_str(), user.email.as_str(), ama.email.as_ref().unwrap().as_str());
    for (filter, expected) in [
        (String::new(), vec!["unblock", "block", "create"]),
        ("?entity=user".to_owned(), vec!["unblock", "block"]),
        ("?entity=order".to_owned(), vec![]),
        ("?action=create".to_owned(), vec!["create"]),
        (format!("?actor={}", actor.to_uppercase()), vec!["block", "create"]),
        (format!("?entity=user&entityId={}", user.id), vec!["unblock", "block"]),
        (format!("?entityId={}", product.id), vec!["create"]),
        (format!("?q={code}"), vec!["create"]),
        (format!("?q={}", code.to_lowercase()), vec!["create"]),
        (format!("?q={}", &email[..email.len() - 3]), vec!["unblock", "block"]),
        (format!("?q={}", &email[1..]), vec![]),
        ("?q=%25".to_owned(), vec![]),
        ("?q=%F4%8F%BF%BF".to_owned(), vec![]),
        (format!("?q={email}&actor={actor}&action=block"), vec!["block"]),
    ] {
        let entries = log(&shop, &filter, &admin).await;
        assert!(entries.iter().map(|entry| &entry["action"]).eq(expected.iter()), "{filter}: {entries:?}");
    }
}

#[actix_web::test]
async fn a_cursor_of_the_log_belongs_to_its_filter() {
    let shop = PgShop::open().await;
    let (admin, user, by) = (shop.admin().await, shop.customer().await.user, sample_users::actor());
    for is_blocked in [true, false, true] {
        block(&shop, &user, is_blocked, &by).await;
    }
    let lists = [
        "q=".to_owned(),
        "entity=user".to_owned(),
        "action=block".to_owned(),
        format!("entityId={}", user.id),
        format!("actor={}", by.email.as_ref().unwrap()),
        format!("q={}", user.email),
    ];
    for source in &lists {
        let cursor = shop.cursor(&format!("/api/admin/audit?{source}"), &admin).await;
        for target in &lists {
            let answer = shop.answer(get(&format!("/api/admin/audit?{target}&after={cursor}")).by(&admin.token)).await;
            assert_eq!(answer.status, if source == target { 200 } else { 422 }, "a cursor of {source} used in {target}");
        }
    }
}

#[actix_web::test]
async fn wrong_filters_are_named() {
    let address = "/api/admin/audit?entity=Users&entityId=%00&action=a-b&actor=nobody&q=%00&limit=0";
    let wrong = Shop::new().answer(get(address).by("admin")).await.wrong_fields();
    assert_eq!(wrong, ["action", "actor", "entity", "entityId", "limit", "q"]);
}
