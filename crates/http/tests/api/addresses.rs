//! The address book of a user.

use domain::delivery::address_book::{AddressEntry, SavedAddress};
use domain::delivery::ports::AddAddressOutcome;
use domain::shared::ids::AddressId;
use serde_json::{Value, json};
use testkit::sample_addresses;

use crate::people::customer;
use crate::shop::Shop;
use crate::wire::{By as _, delete, get, post, put};

fn id() -> AddressId {
    AddressId::parse("01890a5d-ac96-774b-bcce-b302099a8057").unwrap()
}

fn saved(entry: AddressEntry) -> SavedAddress {
    SavedAddress { id: id(), entry }
}

fn body(with: &Value) -> Value {
    let mut body = json!({
        "label": "Home", "name": "Nimali Perera", "phone": "+94 71 234 5678", "line1": "12 Temple Road", "line2": "2nd floor",
        "city": "Peradeniya", "district": "Kandy", "postalCode": "20400",
    });
    body.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    body
}

fn shown() -> Value {
    body(&json!({"addressId": id().to_string(), "isDefault": false}))
}

#[actix_web::test]
async fn a_user_keeps_addresses() {
    let mut shop = Shop::new();
    shop.addresses.expect_list().returning(|user| {
        assert_eq!(user, customer().user.id);
        Ok(vec![saved(sample_addresses::entry())])
    });
    shop.addresses.expect_add().returning(|_, _, entry, _| Ok(AddAddressOutcome::Added(saved(entry.clone()))));
    shop.addresses.expect_replace().returning(|_, id, entry| Ok(Some(SavedAddress { id, entry: entry.clone() })));
    shop.addresses.expect_remove().returning(|_, removed| Ok(removed == id()));
    let shop = shop.open().await;
    let list = shop.answer(get("/api/users/addresses").by("customer")).await;
    assert_eq!((list.status, list.json()), (200, json!([shown()])));
    assert!(list.is_personal());
    let added = shop.answer(post("/api/users/addresses", &body(&json!({}))).by("customer")).await;
    assert_eq!((added.status, &added.json()["address"]), (201, &shown()));
    let address = format!("/api/users/addresses/{}", id());
    let replaced = shop.answer(put(&address, &body(&json!({"label": null, "line2": " ", "isDefault": true}))).by("customer")).await.json();
    let expected = body(&json!({"addressId": id().to_string(), "label": null, "line2": null, "isDefault": true}));
    assert_eq!(replaced["address"], expected);
    assert_eq!(shop.answer(delete(&address).by("customer")).await.status, 200);
    for other in ["00000000-0000-0000-0000-000000000001", "none"] {
        let gone = shop.answer(delete(&format!("/api/users/addresses/{other}")).by("customer")).await;
        assert_eq!(gone.problem(404), "address.not_found");
    }
}

#[actix_web::test]
async fn a_full_book_is_409() {
    let mut shop = Shop::new();
    shop.addresses.expect_add().returning(|_, _, _, _| Ok(AddAddressOutcome::Full));
    let full = shop.answer(post("/api/users/addresses", &body(&json!({}))).by("customer")).await;
    assert_eq!(full.problem(409), "address.book_full");
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
