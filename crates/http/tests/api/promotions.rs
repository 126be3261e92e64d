//! Promotions as staff write and list them.

use domain::catalog::product::Product;
use serde_json::{Value, json};
use testkit::{sample_products, sample_users};

use crate::pg_shop::{PgShop, SignedIn};
use crate::wire::{Answer, By as _, get, post, put};

pub(crate) const LIST: &str = "/api/admin/promotions";

/// A shop with an owner, and soap at 1,000.
pub(crate) struct Staffed {
    pub(crate) shop: PgShop,
    pub(crate) owner: SignedIn,
    pub(crate) soap: Product,
}

impl Staffed {
    pub(crate) async fn new() -> Self {
        Self::in_shop(PgShop::open().await).await
    }

    pub(crate) async fn in_shop(shop: PgShop) -> Self {
        let price = sample_products::rupees(1_000);
        let soap = sample_products::with_stock(100, sample_products::priced(price, price, sample_products::product("Rose soap")));
        let soap = shop.stores.products.create(&soap, &sample_users::actor()).await.unwrap();
        Self { owner: shop.admin().await, shop, soap }
    }

    async fn add(&self, with: &Value) -> Answer {
        self.shop.answer(post(LIST, &promotion(with)).by(&self.owner.token)).await
    }

    pub(crate) async fn added(&self, with: &Value) -> Value {
        self.shop.wait(1);
        let answer = self.add(with).await;
        assert_eq!((answer.status, &answer.json()["message"]), (201, &json!("Promotion saved successfully!")), "{}", answer.text());
        answer.json()["promotion"].clone()
    }

    pub(crate) async fn change(&self, stored: &Value, with: &Value) -> Answer {
        let path = format!("{LIST}/{}", stored["promotionId"].as_str().unwrap());
        let mut body = promotion(with);
        let version = body.get("version").cloned().unwrap_or_else(|| stored["version"].clone());
        body["version"] = version;
        self.shop.answer(put(&path, &body).by(&self.owner.token)).await
    }

    pub(crate) async fn list(&self, filter: &str) -> Vec<Value> {
        let answer = self.shop.answer(get(&format!("{LIST}{filter}")).by(&self.owner.token)).await;
        assert!(answer.status == 200 && answer.is_personal(), "{}", answer.text());
        answer.json().as_array().unwrap().clone()
    }

    async fn names(&self, filter: &str) -> Vec<String> {
        self.list(filter).await.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    }
}

/// A live automatic promotion with these fields in place of its own.
pub(crate) fn promotion(with: &Value) -> Value {
    let mut body = json!({"name": "Ten off", "kind": "automatic", "benefit": "percent", "value": 10, "active": true});
    body.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    body
}

#[actix_web::test]
async fn a_promotion_is_added_and_edited() {
    let staffed = Staffed::new().await;
    let full = json!({
        "name": "Soap week", "kind": "coupon", "code": "soap-26", "benefit": "steps",
        "steps": [{"from": 5000, "percent": 5}, {"from": 10000.5, "percent": 10}], "maxDiscount": 2000, "minSpend": 5000,
        "products": ["ROSE-1", "rose-1"], "categories": ["Soap", "SOAP"], "brands": ["Spa"], "firstOrderOnly": true,
        "startsAt": "2026-03-01", "endsAt": "2026-03-31", "usageLimit": 50, "perCustomerLimit": 1, "active": true, "value": 3,
    });
    let added = staffed.added(&full).await;
    let mut expected = full.clone();
    let known = json!({
        "promotionId": added["promotionId"], "code": "SOAP-26", "products": ["ROSE-1"], "categories": ["Soap"], "value": null, "buy": null,
        "get": null, "version": 1, "state": "live", "uses": 0, "cost": 0, "createdAt": "2026-03-04T01:00:01Z",
        "updatedAt": "2026-03-04T01:00:01Z",
    });
    expected.as_object_mut().unwrap().extend(known.as_object().unwrap().clone());
    assert_eq!(added, expected);
    staffed.shop.wait(60);
    let edited =
        staffed.change(&added, &json!({"benefit": "buyGet", "buy": 2.0, "get": 1, "active": false})).await.json()["promotion"].clone();
    let expected = json!({
        "promotionId": added["promotionId"], "name": "Ten off", "kind": "automatic", "code": null, "benefit": "buyGet", "value": null,
        "buy": 2, "get": 1, "steps": [], "maxDiscount": null, "minSpend": null, "products": [], "categories": [], "brands": [],
        "firstOrderOnly": false, "startsAt": null, "endsAt": null, "usageLimit": null, "perCustomerLimit": null, "active": false,
        "version": 2, "state": "draft", "uses": 0, "cost": 0, "createdAt": "2026-03-04T01:00:01Z", "updatedAt": "2026-03-04T01:01:01Z",
    });
    assert_eq!(edited, expected);
    assert_eq!(staffed.list("").await, [edited]);
}

#[actix_web::test]
async fn wrong_fields_are_named() {
    let staffed = Staffed::new().await;
    let steps = |steps: Value| json!({"benefit": "steps", "steps": steps});
    for (with, fields) in [
        (json!({"name": " ", "kind": "gift", "benefit": "half"}), vec!["benefit", "kind", "name"]),
        (json!({"kind": "coupon"}), vec!["code"]),
        (json!({"kind": "coupon", "code": "ab"}), vec!["code"]),
        (json!({"kind": "coupon", "code": "A B C"}), vec!["code"]),
        (json!({"code": "ABC"}), vec!["code"]),
        (json!({"value": null}), vec!["value"]),
        (json!({"value": 0}), vec!["value"]),
        (json!({"value": 101}), vec!["value"]),
        (json!({"value": 12.5}), vec!["value"]),
        (json!({"benefit": "fixed", "value": 0}), vec!["value"]),
        (json!({"benefit": "fixed", "value": 1.005}), vec!["value"]),
        (json!({"benefit": "buyGet", "buy": 0}), vec!["buy", "get"]),
        (steps(json!([])), vec!["steps"]),
        (steps(json!([{"from": 1}])), vec!["steps[0].percent"]),
        (steps(json!([{"from": 2, "percent": 5}, {"from": 1, "percent": 10}])), vec!["steps"]),
        (json!({"maxDiscount": -1, "minSpend": 0.001}), vec!["maxDiscount", "minSpend"]),
        (json!({"products": ["rose", "no code"], "brands": [""]}), vec!["brands[0]", "products[1]"]),
        (json!({"startsAt": "2026-3-4", "endsAt": "tomorrow"}), vec!["endsAt", "startsAt"]),
        (json!({"startsAt": "2026-03-05", "endsAt": "2026-03-04"}), vec!["endsAt"]),
        (json!({"usageLimit": 0, "perCustomerLimit": 1_000_001}), vec!["perCustomerLimit", "usageLimit"]),
    ] {
        let answer = staffed.add(&with).await;
        assert_eq!(answer.wrong_fields(), fields, "{with}");
    }
    let nowhere = json!({"promotionId": "00000000-0000-4000-8000-000000000000", "version": 1});
    assert_eq!(staffed.change(&nowhere, &json!({})).await.problem(404), "promotion.not_found");
    assert_eq!(staffed.change(&nowhere, &json!({"version": null})).await.wrong_fields(), ["version"]);
    assert!(staffed.list("").await.is_empty());
}

#[actix_web::test]
async fn an_edit_of_an_older_version_gets_the_present_one() {
    let staffed = Staffed::new().await;
    let added = staffed.added(&json!({})).await;
    let present = staffed.change(&added, &json!({"name": "Sale"})).await.json()["promotion"].clone();
    let stale = staffed.change(&added, &json!({"name": "Other"})).await;
    assert_eq!((stale.problem(409), &stale.json()["promotion"]), ("promotion.changed".to_owned(), &present));
    let same = staffed.change(&present, &json!({"name": "Sale"})).await.json();
    assert_eq!(same["promotion"], present, "an edit that changes nothing keeps the version");
}

#[actix_web::test]
async fn a_code_belongs_to_one_promotion() {
    let staffed = Staffed::new().await;
    let added = staffed.added(&json!({"kind": "coupon", "code": "Roses", "active": false})).await;
    let taken = staffed.add(&json!({"kind": "coupon", "code": "rOSES"})).await;
    assert_eq!(taken.problem(409), "promotion.code_taken");
    assert_eq!(taken.json()["errors"], json!({"code": ["Another promotion has this code."]}));
    let other = staffed.added(&json!({})).await;
    assert_eq!(staffed.change(&other, &json!({"kind": "coupon", "code": "ROSES"})).await.problem(409), "promotion.code_taken");
    assert_eq!(staffed.change(&added, &json!({"kind": "coupon", "code": "ROSE"})).await.status, 200);
    assert_eq!(staffed.change(&other, &json!({"kind": "coupon", "code": "ROSES"})).await.status, 200);
}

#[actix_web::test]
async fn a_key_adds_one_promotion() {
    let staffed = Staffed::new().await;
    let add = |with: Value, who: &SignedIn| post(LIST, &promotion(&with)).by(&who.token).insert_header(("Idempotency-Key", "k"));
    let first = staffed.shop.answer(add(json!({}), &staffed.owner)).await;
    staffed.change(&first.json()["promotion"], &json!({"name": "Edited since"})).await;
    let again = staffed.shop.answer(add(json!({}), &staffed.owner)).await;
    assert_eq!((first.status, again.status, again.header("idempotent-replayed")), (201, 200, "true"));
    assert_eq!(again.json()["promotion"]["name"], "Edited since");
    let other = staffed.shop.answer(add(json!({"value": 20}), &staffed.owner)).await;
    assert_eq!(other.problem(422), "promotion.key_reused");
    let colleague = staffed.shop.admin().await;
    assert_eq!(staffed.shop.answer(add(json!({"value": 20}), &colleague)).await.status, 201, "keys belong to their user");
    assert_eq!(staffed.list("").await.len(), 2);
}

#[actix_web::test]
async fn the_list_tells_where_promotions_stand() {
    let staffed = Staffed::new().await;
    // It is 4 March.
    for (name, with) in [
        ("draft", json!({"active": false, "endsAt": "2026-03-01"})),
        ("tomorrow", json!({"startsAt": "2026-03-05"})),
        ("first day", json!({"startsAt": "2026-03-04"})),
        ("last day", json!({"endsAt": "2026-03-04"})),
        ("over", json!({"endsAt": "2026-03-03"})),
    ] {
        let mut with = with;
        with["name"] = json!(name);
        staffed.added(&with).await;
    }
    assert_eq!(staffed.names("").await, ["over", "last day", "first day", "tomorrow", "draft"]);
    assert_eq!(staffed.names("?state=live").await, ["last day", "first day"]);
    assert_eq!(staffed.names("?state=scheduled").await, ["tomorrow"]);
    assert_eq!(staffed.names("?state=ended").await, ["over"]);
    assert_eq!(staffed.names("?state=draft").await, ["draft"]);
    let wrong = staffed.shop.answer(get(&format!("{LIST}?state=old")).by(&staffed.owner.token)).await;
    assert_eq!(wrong.wrong_fields(), ["state"]);
}
