//! Orders without an account: placing, the key, the mailed link, and accounts that get them.

use domain::accounts::email_verification::{EmailClaim, VALID_FOR};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::NewUser;
use domain::messages::mail_message::MailKind;
use domain::shared::email::EmailAddress;
use serde_json::{Value, json};
use testkit::{moments, sample_orders, sample_products, sample_users, unique};

use crate::pg_shop::{PgShop, SignedIn};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post};

const EMAIL: &str = "nimali@example.com";
const LOG_IN: &str = "You need to log in to place an order.";

/// A shop that takes guests and sells rose water.
struct Guests {
    shop: PgShop,
    code: String,
}

impl Guests {
    async fn open() -> Self {
        Self::of(PgShop::open().await.with_guests().await).await
    }

    async fn of(shop: PgShop) -> Self {
        let product = shop.stores.add(sample_products::with_stock(1_000, sample_products::product("Rose water"))).await;
        Self { shop, code: product.code.as_str().to_owned() }
    }

    fn order(&self, with: &Value) -> Value {
        let lines = json!([{"productId": self.code, "quantity": 1}]);
        let mut body = json!({"orderedItems": lines, "name": "Nimali Perera", "address": "12 Temple Road, Kandy", "phone": "071 234 5678"});
        body.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
        body
    }

    async fn place(&self, with: &Value) -> Answer {
        self.shop.answer(post("/api/orders", &self.order(with))).await
    }

    /// The number and the key of a new order.
    async fn placed(&self) -> (String, String) {
        let answer = self.place(&json!({"email": EMAIL})).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        let body = answer.json();
        (body["order"]["orderId"].as_str().unwrap().to_owned(), body["accessKey"].as_str().unwrap().to_owned())
    }

    async fn show(&self, id: &str, key: &str) -> Answer {
        self.shop.answer(get(&format!("/api/orders/{id}")).insert_header(("Order-Access", key))).await
    }

    /// The kinds and recipients of the mails that wait.
    async fn mails(&self) -> Vec<(MailKind, Option<String>)> {
        self.shop.shop.finish().await;
        let mails = self.shop.stores.outbox.take_due(moments::seconds_later(10_000), 20).await.unwrap();
        mails.into_iter().map(|mail| (mail.message.kind(), mail.to.map(|to| to.as_str().to_owned()))).collect()
    }
}

/// Acceptance 25.
#[actix_web::test]
async fn without_guests_a_visitor_has_to_log_in() {
    let guests = Guests::of(PgShop::open().await).await;
    for body in [guests.order(&json!({"email": EMAIL})), json!({})] {
        let answer = guests.shop.answer(post("/api/orders", &body)).await;
        assert_eq!((answer.problem(401), &answer.json()["message"]), ("auth.not_signed_in".to_owned(), &json!(LOG_IN)));
    }
}

/// Acceptance 25.
#[actix_web::test]
async fn the_key_of_a_guests_order_opens_it_alone() {
    let guests = Guests::open().await;
    let ((id, key), (other, other_key)) = (guests.placed().await, guests.placed().await);
    let shown = guests.show(&id, &key).await;
    assert!(shown.status == 200 && shown.is_personal(), "{}", shown.text());
    assert_eq!((&shown.json()["orderId"], &shown.json()["ledger"]), (&json!(id), &Value::Null));
    for (id, key) in [(&id, &other_key), (&other, &key), (&id, &String::new()), (&"ARA-0000-0000".to_owned(), &key)] {
        assert_eq!(guests.show(id, key).await.problem(404), "order.not_found");
    }
    let twice = get(&format!("/api/orders/{id}")).insert_header(("Order-Access", key.as_str()));
    assert_eq!(guests.shop.answer(twice.append_header(("Order-Access", key.as_str()))).await.status, 404);
    assert_eq!(guests.shop.answer(get(&format!("/api/orders/{id}"))).await.status, 401);
    let stranger = guests.shop.customer().await;
    assert_eq!(guests.shop.answer(get(&format!("/api/orders/{id}")).by(&stranger.token)).await.status, 404);
    let boss = guests.shop.admin().await;
    assert_eq!(guests.shop.answer(get(&format!("/api/orders/{id}")).by(&boss.token)).await.status, 200);
}

/// A dead token does not turn its user into a guest.
#[actix_web::test]
async fn a_guest_needs_an_address_and_has_no_book() {
    let guests = Guests::open().await;
    assert_eq!(guests.place(&json!({})).await.wrong_fields(), ["email"]);
    assert_eq!(guests.place(&json!({"email": "nimali"})).await.wrong_fields(), ["email"]);
    assert_eq!(guests.place(&json!({"email": EMAIL, "addressId": unique::uuid().to_string()})).await.wrong_fields(), ["addressId"]);
    let dead = post("/api/orders", &guests.order(&json!({"email": EMAIL}))).by("dead.token");
    assert_eq!(guests.shop.answer(dead).await.status, 401);
    let customer = guests.shop.customer().await;
    let order = post("/api/orders", &guests.order(&json!({"email": "other@example.com"}))).by(&customer.token);
    let answer = guests.shop.answer(order).await;
    assert_eq!((answer.status, answer.json()["order"]["email"].as_str()), (201, Some(customer.user.email.as_str())));
    assert_eq!(answer.json().get("accessKey"), None);
}

#[actix_web::test]
async fn a_request_that_is_sent_again_answers_the_order_and_its_key() {
    let guests = Guests::open().await;
    let place = || post("/api/orders", &guests.order(&json!({"email": EMAIL}))).insert_header(("Idempotency-Key", "a key"));
    let (first, again) = (guests.shop.answer(place()).await, guests.shop.answer(place()).await);
    assert_eq!((first.status, again.status, again.header("Idempotent-Replayed")), (201, 200, "true"));
    assert_eq!(first.json()["accessKey"], again.json()["accessKey"]);
    let other = post("/api/orders", &guests.order(&json!({"email": "other@example.com"}))).insert_header(("Idempotency-Key", "a key"));
    assert_eq!(guests.shop.answer(other).await.status, 201);
}

/// The timeline, and cancelling.
#[actix_web::test]
async fn the_holder_of_the_key_does_what_a_customer_does() {
    let guests = Guests::open().await;
    let (id, key) = guests.placed().await;
    let path = |end: &str| format!("/api/orders/{id}{end}");
    let held = |request: actix_web::test::TestRequest| request.insert_header(("Order-Access", key.as_str()));
    let events = guests.shop.answer(held(get(&path("/events")))).await;
    assert_eq!(events.json()[0]["actorEmail"], json!(EMAIL));
    let method = guests.shop.answer(held(post(&path("/payment-method"), &json!({"paymentMethod": "cod"})))).await;
    assert_eq!(method.status, 200, "{}", method.text());
    assert_eq!(guests.shop.answer(held(post(&path("/payments"), &json!({})))).await.status, 409, "no gateway");
    let invoices = guests.shop.answer(held(get(&path("/invoices")))).await;
    assert_eq!((invoices.status, invoices.json()), (200, json!([])));
    let items = json!({"items": [{"productId": guests.code, "quantity": 1}], "reason": "damaged"});
    assert_eq!(guests.shop.answer(held(post(&path("/returns"), &items))).await.problem(409), "order.not_returnable");
    let cancelled = guests.shop.answer(held(post(&path("/cancel"), &json!({"reason": "ordered twice"})))).await;
    assert_eq!((cancelled.status, &cancelled.json()["order"]["status"]), (200, &json!("cancelled")), "{}", cancelled.text());
    let again = guests.shop.answer(held(post(&path("/cancel"), &json!({})))).await;
    assert_eq!(again.problem(409), "order.not_cancellable");
    for staff in ["/notes", "/fulfilment", "/refunds"] {
        assert_eq!(guests.shop.answer(held(post(&path(staff), &json!({})))).await.status, 401, "{staff}");
    }
}

/// Acceptance 26.
#[actix_web::test]
async fn asking_for_an_order_answers_alike_and_mails_its_own_address() {
    let guests = Guests::open().await;
    let (id, _) = guests.placed().await;
    guests.mails().await;
    let ask = async |id: &str, contact: &str| {
        let answer = guests.shop.answer(post("/api/orders/lookup", &json!({"orderId": id, "contact": contact}))).await;
        (answer.status, answer.text())
    };
    let known = ask(&id, EMAIL).await;
    assert_eq!(known.0, 202);
    for (id, contact) in
        [(id.as_str(), "other@example.com"), (&id.to_lowercase(), "+94 71 234 5678"), ("ARA-0000-0000", EMAIL), ("no number", "0710000000")]
    {
        assert_eq!(ask(id, contact).await, known, "{id} {contact}");
    }
    assert_eq!(guests.mails().await, [(MailKind::OrderLink, Some(EMAIL.to_owned()))], "once, however it is asked");
    let wrong = |body: Value| guests.shop.answer(post("/api/orders/lookup", &body));
    assert_eq!(wrong(json!({})).await.wrong_fields(), ["contact", "orderId"]);
    assert_eq!(wrong(json!({"orderId": id, "contact": "nimali"})).await.wrong_fields(), ["contact"]);
}

#[actix_web::test]
async fn staff_revoke_a_link_and_mail_a_new_one() {
    let guests = Guests::open().await;
    let (id, key) = guests.placed().await;
    guests.mails().await;
    let revoke =
        async |who: &SignedIn, body: Value| guests.shop.answer(post(&format!("/api/orders/{id}/revoke-link"), &body).by(&who.token)).await;
    let (support, packer) = (sample_users::staff(StaffRole::Support), sample_users::staff(StaffRole::Fulfilment));
    let (support, packer) = (guests.shop.sign_in(support).await, guests.shop.sign_in(packer).await);
    assert_eq!(revoke(&packer, json!({})).await.problem(403), "auth.role_forbidden");
    assert_eq!(revoke(&support, json!({"mail": true})).await.status, 200);
    assert_eq!(guests.show(&id, &key).await.status, 404);
    assert_eq!(guests.show(&id, &format!("{id}-1")).await.status, 200);
    assert_eq!(guests.mails().await, [(MailKind::OrderLink, Some(EMAIL.to_owned()))]);
    let customer = guests.shop.customer().await;
    let product = guests.shop.stores.add(sample_products::product("Soap")).await;
    let of_account = guests.shop.stores.place(&sample_orders::draft(&customer.user, &[(&product, 1)])).await;
    let refused = post(&format!("/api/orders/{}/revoke-link", of_account.id.as_str()), &json!({})).by(&support.token);
    assert_eq!(guests.shop.answer(refused).await.problem(409), "order.no_link");
    let gone = post("/api/orders/ARA-0000-0000/revoke-link", &json!({})).by(&support.token);
    assert_eq!(guests.shop.answer(gone).await.problem(404), "order.not_found");
}

/// Acceptance 27.
#[actix_web::test]
async fn an_account_that_verifies_the_address_gets_the_orders() {
    let guests = Guests::open().await;
    let (id, key) = guests.placed().await;
    let email = EmailAddress::parse(EMAIL).unwrap();
    let user = guests.shop.sign_in(NewUser { email: email.clone(), ..sample_users::customer() }).await;
    let mine = || get("/api/orders").by(&user.token);
    assert_eq!(guests.shop.answer(mine()).await.json(), json!([]), "unverified: nothing");
    assert_eq!(guests.show(&id, &key).await.status, 200);
    let claim = EmailClaim { user: user.user.id, email, until: moments::now() + VALID_FOR };
    guests.shop.stores.verifier.verify(&claim, moments::now()).await.unwrap();
    assert_eq!(guests.shop.answer(mine()).await.json()[0]["orderId"], json!(id));
    assert_eq!(guests.show(&id, &key).await.status, 404);
    let next = guests.place(&json!({"email": EMAIL})).await;
    assert_eq!((next.status, next.json().get("accessKey")), (201, None), "the account has it at once");
    assert_eq!(guests.shop.answer(mine()).await.json().as_array().unwrap().len(), 2);
}

/// A blocked account's address or number pays beforehand; the answer is that of a method which the shop does not offer.
#[actix_web::test]
async fn a_blocked_customer_does_not_pay_on_delivery_as_a_guest() {
    let guests = Guests::open().await;
    let customer = guests.shop.customer().await;
    let product = guests.shop.stores.add(sample_products::product("Soap")).await;
    guests.shop.stores.place(&sample_orders::draft(&customer.user, &[(&product, 1)])).await;
    let email = customer.user.email.clone();
    guests.shop.stores.users.set_blocked(&email, true, &sample_users::actor(), moments::now()).await.unwrap();
    for contact in [json!({"email": email.as_str(), "phone": "0770000001"}), json!({"email": EMAIL})] {
        let refused = guests.place(&contact).await;
        assert_eq!(refused.problem(422), "order.payment_unavailable");
        assert_eq!(refused.json()["errors"], json!({"paymentMethod": ["is not offered by this shop"]}));
    }
    let quoted = async |email: &str| {
        let lines = json!([{"productId": guests.code, "quantity": 1}]);
        guests.shop.answer(post("/api/orders/quote", &json!({"orderedItems": lines, "email": email}))).await.json()["paymentOptions"]
            .clone()
    };
    assert_eq!(quoted(email.as_str()).await, json!([]));
    assert_eq!(quoted("other@example.com").await[0]["method"], json!("cod"));
}

#[actix_web::test]
async fn an_address_places_five_orders_an_hour_and_refused_ones_count_nothing() {
    let mut mocks = Shop::new();
    mocks.config.rate_limit_scale = 1.0;
    let guests = Guests::of(PgShop::open_with(mocks).await.with_guests().await).await;
    let order = |n: i64| json!({"email": format!("guest{n}@example.com"), "phone": format!("07712345{n:02}")});
    for n in 0..5 {
        assert_eq!(guests.place(&json!({"email": EMAIL, "expectedTotal": 1})).await.status, 409);
        assert_eq!(guests.place(&order(n)).await.status, 201);
    }
    let sixth = guests.place(&order(6)).await;
    assert_eq!(sixth.problem(429), "request.too_many");
}
