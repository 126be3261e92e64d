//! Returns of orders: requests, photos and bank accounts, the decision of staff, and the goods that come.

use actix_web::test::TestRequest;
use domain::accounts::ports::CipherError;
use domain::accounts::second_factor::SealedSecret;
use domain::accounts::staff_role::StaffRole;
use domain::catalog::product::Product;
use domain::images::ports::{ProcessPictureOutcome, ProcessedPicture};
use domain::orders::order::Order;
use serde_json::{Value, json};
use testkit::{sample_orders, sample_products, sample_users};

use crate::pg_shop::{PgShop, SignedIn};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post};

/// A shop with a delivered order of 2 of 10 units. Its pictures are what was uploaded, and its cipher turns texts around.
struct Delivered {
    shop: PgShop,
    product: Product,
    order: Order,
    customer: SignedIn,
    admin: SignedIn,
}

fn turned(text: &[u8]) -> Vec<u8> {
    text.iter().rev().copied().collect()
}

fn mocks() -> Shop {
    let mut mocks = Shop::new();
    mocks.processor.expect_process().returning(|file, _| match file.as_slice() {
        b"no picture" => Ok(ProcessPictureOutcome::NotAPicture),
        _ => Ok(ProcessPictureOutcome::Processed(ProcessedPicture { main: file, narrower: Vec::new() })),
    });
    mocks.cipher.expect_seal_text().returning(|text, of| Ok(SealedSecret(turned(format!("{of}|{text}").as_bytes()))));
    mocks.cipher.expect_open_text().returning(|sealed, of| {
        let text = String::from_utf8(turned(&sealed.0)).map_err(|_| CipherError)?;
        text.strip_prefix(&format!("{of}|")).map(str::to_owned).ok_or(CipherError)
    });
    mocks
}

impl Delivered {
    async fn new() -> Self {
        let shop = PgShop::open_with(mocks()).await;
        let (customer, admin) = (shop.customer().await, shop.admin().await);
        let product = shop.stores.add(sample_products::product("Rose water")).await;
        let order = shop.stores.place(&sample_orders::draft(&customer.user, &[(&product, 2)])).await;
        let delivered = Self { shop, product, order, customer, admin };
        for step in ["packed", "handedOver", "delivered"] {
            assert_eq!(delivered.post("fulfilment", &delivered.admin, &json!({"step": step})).await.status, 200);
        }
        delivered
    }

    async fn post(&self, call: &str, by: &SignedIn, body: &Value) -> Answer {
        self.shop.answer(post(&format!("/api/orders/{}/{call}", self.order.id), body).by(&by.token)).await
    }

    async fn get(&self, call: &str, by: &SignedIn) -> Answer {
        self.shop.answer(get(&format!("/api/orders/{}{call}", self.order.id)).by(&by.token)).await
    }

    /// A request of this many units.
    fn asked(&self, units: i64) -> Value {
        json!({"items": [{"productId": self.product.code.as_str(), "quantity": units}], "reason": "damaged"})
    }

    async fn request(&self, units: i64) -> Answer {
        self.post("returns", &self.customer, &self.asked(units)).await
    }

    /// The return of an answer that has the order.
    fn newest(answer: &Answer) -> Value {
        answer.json()["order"]["returns"].as_array().unwrap().last().unwrap().clone()
    }

    async fn photo(&self, by: &SignedIn, file: &str) -> Answer {
        let body = format!("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n{file}\r\n--b--\r\n");
        let request = TestRequest::post().uri(&format!("/api/orders/{}/returns/1/photos", self.order.id)).set_payload(body);
        self.shop.answer(request.insert_header(("Content-Type", "multipart/form-data; boundary=b")).by(&by.token)).await
    }
}

#[actix_web::test]
async fn a_customer_requests_a_return() {
    let delivered = Delivered::new().await;
    let before = delivered.get("", &delivered.customer).await.json();
    let units = |order: &Value| (order["orderedItems"][0]["returned"].clone(), order["orderedItems"][0]["returnable"].clone());
    assert_eq!((&before["deliveredAt"], units(&before)), (&json!("2026-03-04T01:00:00Z"), (json!(0), json!(2))));
    let mut body = delivered.asked(1);
    body["comment"] = json!(" The cap is broken. ");
    let answer = delivered.post("returns", &delivered.customer, &body).await;
    let code = delivered.product.code.as_str();
    let expected = json!({
        "returnId": 1, "state": "requested", "reason": "damaged", "comment": "The cap is broken.", "resolution": "refund",
        "at": "2026-03-04T01:00:00Z", "byStaff": false, "decidedAt": null, "decisionReason": null, "receivedAt": null,
        "items": [{"productId": code, "name": "Rose water", "quantity": 1, "restocked": 0, "writtenOff": 0, "credit": 0}],
        "photos": [], "credit": 0, "deliveryCredit": 0, "hasBankAccount": false,
    });
    assert_eq!((answer.status, Delivered::newest(&answer)), (201, expected));
    assert_eq!(units(&answer.json()["order"]), (json!(0), json!(1)));
    let more = delivered.request(2).await;
    assert_eq!((more.problem(409), &more.json()["order"]["returns"][0]["returnId"]), ("return.too_many_units".to_owned(), &json!(1)));
    let stranger = delivered.shop.customer().await;
    assert_eq!(delivered.post("returns", &stranger, &delivered.asked(1)).await.problem(404), "order.not_found");
}

#[actix_web::test]
async fn wrong_requests_are_refused() {
    let delivered = Delivered::new().await;
    let wrong = json!({"items": [{"productId": "!", "quantity": 0}], "reason": "sold", "comment": "x".repeat(501), "resolution": "gift",
        "bankAccount": {"bank": " "}});
    let fields = delivered.post("returns", &delivered.customer, &wrong).await.wrong_fields();
    let expected = [
        "bankAccount.bank",
        "bankAccount.name",
        "bankAccount.number",
        "comment",
        "items[0].productId",
        "items[0].quantity",
        "reason",
        "resolution",
    ];
    assert_eq!(fields, expected);
    assert_eq!(delivered.post("returns", &delivered.customer, &json!({"reason": "damaged"})).await.wrong_fields(), ["items"]);
    let unknown = json!({"items": [{"productId": "other", "quantity": 1}], "reason": "damaged"});
    let refused = delivered.post("returns", &delivered.customer, &unknown).await;
    assert_eq!((refused.problem(422), refused.json()["errors"]["items"].is_array()), ("return.wrong_items".to_owned(), true));
    let mut changed = delivered.asked(1);
    changed["reason"] = json!("changedMind");
    assert_eq!(delivered.post("returns", &delivered.customer, &changed).await.problem(422), "return.reason_not_allowed");
    delivered.shop.wait(8 * 24 * 3_600);
    assert_eq!(delivered.request(1).await.problem(409), "order.not_returnable");
}

#[actix_web::test]
async fn one_key_requests_one_return() {
    let delivered = Delivered::new().await;
    let ask = async |units: i64| {
        let request = post(&format!("/api/orders/{}/returns", delivered.order.id), &delivered.asked(units));
        delivered.shop.answer(request.insert_header(("Idempotency-Key", "one")).by(&delivered.customer.token)).await
    };
    assert_eq!(ask(1).await.status, 201);
    let again = ask(1).await;
    assert_eq!((again.status, again.header("idempotent-replayed")), (200, "true"));
    assert_eq!(again.json()["order"]["returns"].as_array().unwrap().len(), 1);
    assert_eq!(ask(2).await.problem(422), "return.key_reused");
}

#[actix_web::test]
async fn photos_are_seen_by_the_customer_and_staff() {
    let delivered = Delivered::new().await;
    assert_eq!(delivered.photo(&delivered.customer, "a").await.problem(404), "return.not_found");
    delivered.request(1).await;
    assert_eq!(delivered.photo(&delivered.shop.customer().await, "a").await.problem(404), "order.not_found");
    assert_eq!(delivered.photo(&delivered.customer, "no picture").await.problem(415), "image.not_a_picture");
    let first = delivered.photo(&delivered.customer, "first").await;
    assert_eq!(first.status, 201);
    for n in 2..=5 {
        assert_eq!(delivered.photo(&delivered.customer, &format!("{n}")).await.status, 201);
    }
    assert_eq!(delivered.photo(&delivered.customer, "sixth").await.problem(409), "return.too_many_photos");
    let path = format!("/attachments/{}", Delivered::newest(&first)["photos"][0]["photoId"].as_str().unwrap());
    for who in [&delivered.customer, &delivered.admin] {
        let shown = delivered.get(&path, who).await;
        assert_eq!((shown.status, shown.text().as_str(), shown.header("content-type")), (200, "first", "image/webp"));
    }
    assert_eq!(delivered.get(&path, &delivered.shop.customer().await).await.problem(404), "order.not_found");
}

#[actix_web::test]
async fn a_bank_account_is_shown_to_those_who_need_it() {
    let delivered = Delivered::new().await;
    let (call, account) = ("/returns/1/bank-account", json!({"bank": "BOC", "branch": "Kandy", "name": "Nimali", "number": "1000123"}));
    let mut body = delivered.asked(1);
    body["bankAccount"] = account.clone();
    let answer = delivered.post("returns", &delivered.customer, &body).await;
    assert_eq!((answer.status, &Delivered::newest(&answer)["hasBankAccount"]), (201, &json!(true)));
    assert!(!answer.text().contains("1000123"));
    for who in [&delivered.customer, &delivered.admin] {
        assert_eq!(delivered.get(call, who).await.json(), account);
    }
    let support = delivered.shop.sign_in(sample_users::staff(StaffRole::Support)).await;
    assert_eq!(delivered.get(call, &support).await.problem(403), "auth.role_forbidden");
    assert_eq!(delivered.get(call, &delivered.shop.customer().await).await.problem(404), "order.not_found");
    assert_eq!(delivered.get("/returns/2/bank-account", &delivered.admin).await.problem(404), "return.not_found");
    let log = delivered.shop.answer(get("/api/admin/audit?entity=order").by(&delivered.admin.token)).await;
    assert!(!log.text().contains("1000123"));
}

#[actix_web::test]
async fn staff_judge_and_receive_a_return() {
    let delivered = Delivered::new().await;
    let Delivered { shop, product, customer, .. } = &delivered;
    let (fulfilment, support) =
        (shop.sign_in(sample_users::staff(StaffRole::Fulfilment)).await, shop.sign_in(sample_users::staff(StaffRole::Support)).await);
    delivered.request(2).await;
    let approval = json!({"outcome": "approved", "reason": "Please pack it well."});
    assert_eq!(delivered.post("returns/1/judge", &fulfilment, &approval).await.problem(403), "auth.role_forbidden");
    assert_eq!(delivered.post("returns/1/judge", &support, &json!({"outcome": "maybe"})).await.wrong_fields(), ["outcome"]);
    let code = product.code.as_str();
    let came = json!({"items": [{"productId": code, "restocked": 1, "writtenOff": 1}]});
    let early = delivered.post("returns/1/received", &fulfilment, &came).await;
    assert_eq!((early.problem(409), &early.json()["order"]["returns"][0]["state"]), ("return.wrong_step".to_owned(), &json!("requested")));
    let approved = Delivered::newest(&delivered.post("returns/1/judge", &support, &approval).await);
    assert_eq!((&approved["state"], &approved["decisionReason"]), (&json!("approved"), &json!("Please pack it well.")));
    assert_eq!(delivered.post("returns/1/received", &support, &came).await.problem(403), "auth.role_forbidden");
    let too_many = json!({"items": [{"productId": code, "restocked": 3}]});
    assert_eq!(delivered.post("returns/1/received", &fulfilment, &too_many).await.problem(422), "return.too_many_received");
    let received = delivered.post("returns/1/received", &fulfilment, &came).await;
    let (order, total) = (received.json()["order"].clone(), delivered.order.total.cents() / 100);
    assert_eq!((received.status, &order["returns"][0]["credit"], &order["payment"]["refundDue"]), (200, &json!(total), &json!(total)));
    assert_eq!((shop.stores.stock(product).await, &order["orderedItems"][0]["returned"]), (9, &json!(2)));
    assert_eq!(delivered.post("returns/1/withdraw", customer, &json!({})).await.problem(409), "return.wrong_step");
    let events = delivered.get("/events", customer).await.json();
    let told: Vec<_> = events.as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap()).collect();
    assert_eq!(told[told.len() - 3..], ["returnRequested", "returnApproved", "returnReceived"]);
    assert_eq!(events[told.len() - 2]["text"], "Please pack it well.");
}

#[actix_web::test]
async fn a_return_is_withdrawn_before_its_goods_come() {
    let delivered = Delivered::new().await;
    delivered.request(2).await;
    assert_eq!(delivered.post("returns/1/withdraw", &delivered.shop.customer().await, &json!({})).await.problem(404), "order.not_found");
    let withdrawn = delivered.post("returns/1/withdraw", &delivered.customer, &json!({})).await;
    assert_eq!((withdrawn.status, &Delivered::newest(&withdrawn)["state"]), (200, &json!("withdrawn")));
    assert_eq!(withdrawn.json()["order"]["orderedItems"][0]["returnable"], 2);
    for (call, code) in [("returns/2/withdraw", "return.not_found"), ("returns/x/withdraw", "return.not_found")] {
        assert_eq!(delivered.post(call, &delivered.customer, &json!({})).await.problem(404), code);
    }
}
