//! The address book of a user.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::pg_shop::{PgShop, SignedIn};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, delete, get, post, put};

fn body(with: &Value) -> Value {
    let mut body = json!({
        "label": "Home", "name": "Nimali Perera", "phone": "+94 71 234 5678", "line1": "12 Temple Road", "line2": "2nd floor",
        "city": "Peradeniya", "district": "Kandy", "postalCode": "20400",
    });
    body.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    body
}

async fn add(shop: &PgShop, owner: &SignedIn, with: &Value) -> Answer {
    shop.answer(post("/api/users/addresses", &body(with)).by(&owner.token)).await
}

/// A new address, a second after the one before.
async fn added(shop: &PgShop, owner: &SignedIn, with: &Value) -> Value {
    shop.wait(1);
    let answer = add(shop, owner, with).await;
    assert_eq!((answer.status, &answer.json()["message"]), (201, &json!("Address saved successfully!")), "{}", answer.text());
    answer.json()["address"].clone()
}

fn at(address: &Value) -> String {
    format!("/api/users/addresses/{}", address["addressId"].as_str().unwrap())
}

async fn replaced(shop: &PgShop, owner: &SignedIn, address: &Value, with: &Value) -> Value {
    shop.answer(put(&at(address), &body(with)).by(&owner.token)).await.json()["address"].clone()
}

async fn removed(shop: &PgShop, owner: &SignedIn, address: &Value) {
    let answer = shop.answer(delete(&at(address)).by(&owner.token)).await;
    assert_eq!((answer.status, answer.json()), (200, json!({"message": "Address deleted successfully!"})));
}

async fn listed(shop: &PgShop, owner: &SignedIn) -> Vec<Value> {
    let answer = shop.answer(get("/api/users/addresses").by(&owner.token)).await;
    assert!(answer.status == 200 && answer.is_personal(), "{}", answer.text());
    answer.json().as_array().unwrap().clone()
}

/// The ids in the order of the list; the first one is the only default.
async fn ids(shop: &PgShop, owner: &SignedIn) -> Vec<String> {
    let list = listed(shop, owner).await;
    assert!(list.iter().enumerate().all(|(place, address)| address["isDefault"] == json!(place == 0)), "{list:?}");
    list.iter().map(|address| address["addressId"].as_str().unwrap().to_owned()).collect()
}

#[actix_web::test]
async fn a_user_keeps_addresses() {
    let shop = PgShop::open().await;
    let owner = shop.customer().await;
    let full = added(&shop, &owner, &json!({})).await;
    assert_eq!(full, body(&json!({"addressId": full["addressId"], "isDefault": true})));
    let none = json!({"label": null, "line2": " ", "postalCode": null});
    let bare = added(&shop, &owner, &none).await;
    let parts = json!({"addressId": bare["addressId"], "label": null, "line2": null, "postalCode": null, "isDefault": false});
    assert_eq!(bare, body(&parts));
    assert_eq!(listed(&shop, &owner).await, [full.clone(), bare.clone()]);
    let changed = replaced(&shop, &owner, &bare, &json!({"name": "Kamal Perera"})).await;
    assert_eq!(changed, body(&json!({"addressId": bare["addressId"], "name": "Kamal Perera", "isDefault": false})));
    assert_eq!(listed(&shop, &owner).await, [full, changed]);
}

#[actix_web::test]
async fn exactly_one_address_is_the_default() {
    let shop = PgShop::open().await;
    let owner = shop.customer().await;
    let first = added(&shop, &owner, &json!({})).await;
    let second = added(&shop, &owner, &json!({"isDefault": false})).await;
    let third = added(&shop, &owner, &json!({"isDefault": true})).await;
    let [a, b, c] = [&first, &second, &third].map(|address| address["addressId"].as_str().unwrap());
    assert_eq!(ids(&shop, &owner).await, [c, b, a]);
    replaced(&shop, &owner, &first, &json!({"isDefault": true})).await;
    assert_eq!(ids(&shop, &owner).await, [a, c, b]);
    assert_eq!(replaced(&shop, &owner, &first, &json!({"isDefault": false})).await["isDefault"], true, "it stays the default");
    removed(&shop, &owner, &first).await;
    assert_eq!(ids(&shop, &owner).await, [c, b], "the newest becomes the default");
    removed(&shop, &owner, &second).await;
    removed(&shop, &owner, &third).await;
    assert!(ids(&shop, &owner).await.is_empty());
}

#[actix_web::test]
async fn a_book_holds_20_addresses() {
    let shop = PgShop::open().await;
    let owner = shop.customer().await;
    let wishes: Vec<Value> = (0..25).map(|n| json!({"isDefault": n % 3 == 0})).collect();
    let answers = join_all(wishes.iter().map(|wish| add(&shop, &owner, wish))).await;
    let (full, taken): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 409);
    assert_eq!((full.len(), taken.len()), (5, 20));
    assert!(full.iter().all(|answer| answer.problem(409) == "address.book_full"));
    assert_eq!(ids(&shop, &owner).await.len(), 20);
}

#[actix_web::test]
async fn the_addresses_of_another_user_are_not_there() {
    let shop = PgShop::open().await;
    let (owner, stranger) = (shop.customer().await, shop.customer().await);
    let own = added(&shop, &owner, &json!({})).await;
    assert!(listed(&shop, &stranger).await.is_empty());
    for path in [at(&own).as_str(), "/api/users/addresses/none"] {
        for request in [put(path, &body(&json!({}))), delete(path)] {
            assert_eq!(shop.answer(request.by(&stranger.token)).await.problem(404), "address.not_found", "{path}");
        }
    }
    assert_eq!(listed(&shop, &owner).await, [own]);
}

#[actix_web::test]
async fn every_wrong_field_of_an_address_is_named() {
    let shop = Shop::new().open().await;
    for (body, fields) in [
        (json!({}), vec!["city", "district", "line1", "name", "phone"]),
        (body(&json!({"district": "Mumbai", "postalCode": "1", "phone": "x"})), vec!["district", "phone", "postalCode"]),
        (body(&json!({"label": "x".repeat(51), "line1": "a\nb"})), vec!["label", "line1"]),
    ] {
        assert_eq!(shop.answer(post("/api/users/addresses", &body).by("customer")).await.wrong_fields(), fields, "{body}");
    }
}
