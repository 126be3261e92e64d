//! Listing and showing orders, their history, and the figures of what was bought.

use std::cmp::Reverse;

use domain::catalog::product::Product;
use domain::orders::order::{Order, OrderDraft};
use domain::reports::revenue::RevenueSums;
use domain::reports::sales_period::DaySales;
use domain::shared::money::Money;
use domain::shared::text::RecipientName;
use serde_json::{Value, json};
use testkit::{moments, sample_orders, sample_products, sample_users};

use crate::order_life::Ordered;
use crate::pg_shop::{PgShop, SignedIn};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, get, post, put};

/// A shop with a product, two customers and an owner.
struct Orders {
    shop: PgShop,
    product: Product,
    customer: SignedIn,
    other: SignedIn,
    admin: SignedIn,
}

impl Orders {
    async fn new() -> Self {
        let shop = PgShop::open().await;
        let product = shop.stores.add(sample_products::product("Rose water")).await;
        let (customer, other, admin) = (shop.customer().await, shop.customer().await, shop.admin().await);
        Self { shop, product, customer, other, admin }
    }

    /// An order of this number of units, placed at this second.
    async fn place(&self, by: &SignedIn, units: i64, second: i64) -> Order {
        let draft = sample_orders::draft(&by.user, &[(&self.product, units)]);
        self.shop.stores.place(&OrderDraft { placed_at: moments::seconds_later(second), ..draft }).await
    }

    async fn get(&self, path: &str, by: &SignedIn) -> Answer {
        self.shop.answer(get(path).by(&by.token)).await
    }

    /// The numbers of the listed orders.
    async fn list(&self, query: &str, by: &SignedIn) -> Vec<Value> {
        let answer = self.get(&format!("/api/orders{query}"), by).await;
        assert!(answer.status == 200 && answer.is_personal(), "{query}: {}", answer.text());
        let orders = answer.json().as_array().unwrap().clone();
        assert_eq!((answer.header("x-total-count"), answer.header("link")), (orders.len().to_string().as_str(), ""), "{query}");
        numbers(&orders)
    }

    async fn cancel(&self, order: &Order) {
        let path = format!("/api/orders/{}/cancel", order.id);
        assert_eq!(self.shop.answer(post(&path, &json!({})).by(&self.admin.token)).await.status, 200);
    }
}

fn numbers(orders: &[Value]) -> Vec<Value> {
    orders.iter().map(|order| order["orderId"].clone()).collect()
}

fn ids<'a>(orders: impl IntoIterator<Item = &'a Order>) -> Vec<Value> {
    orders.into_iter().map(|order| json!(order.id.as_str())).collect()
}

/// A text as customers read it aloud: in small letters, with `o` for 0 and `i` for 1.
fn misread(text: &str) -> String {
    text.to_lowercase().replace('0', "o").replace('1', "i")
}

#[actix_web::test]
async fn orders_are_listed_newest_first_in_pages() {
    let orders = Orders::new().await;
    let mut placed = Vec::new();
    for (second, units) in [(3, 1), (1, 2), (2, 1), (2, 1), (2, 1), (9, 1)] {
        placed.push(orders.place(&orders.customer, units, second).await);
    }
    placed.sort_by_key(|order| Reverse((order.placed_at, order.id.clone())));
    for limit in [1, 2, 6, 7] {
        let listed = orders.shop.walk("/api/orders", limit, Some(&orders.admin)).await;
        assert_eq!(numbers(&listed), ids(&placed), "{limit}");
        assert_eq!(listed[0]["orderedItems"][0]["name"], "Rose water");
    }
    let (all, own) = (orders.shop.cursor("/api/orders", &orders.admin).await, orders.shop.cursor("/api/orders", &orders.customer).await);
    for (path, by) in [
        ("/api/orders?after=x".to_owned(), &orders.admin),
        (format!("/api/orders?status=processing&after={all}"), &orders.admin),
        (format!("/api/orders?customer={}&after={all}", orders.customer.user.email), &orders.admin),
        (format!("/api/orders?q=example&after={all}"), &orders.admin),
        (format!("/api/orders?after={own}"), &orders.admin),
    ] {
        assert_eq!(orders.get(&path, by).await.problem(422), "list.invalid_cursor", "{path}");
    }
}

#[actix_web::test]
async fn owner_status_and_text_narrow_the_list() {
    let orders = Orders::new().await;
    let Orders { shop, product, customer, other, admin } = &orders;
    let named = async |by: &SignedIn, name: &str, second| {
        let mut draft = sample_orders::draft(&by.user, &[(product, 1)]);
        draft.shipping.name = RecipientName::parse(name).unwrap();
        shop.stores.place(&OrderDraft { placed_at: moments::seconds_later(second), ..draft }).await
    };
    let (first, second) = (named(customer, "Nimal 100%", 3).await, named(customer, "රේණුකා", 2).await);
    let third = named(other, "Renée", 1).await;
    orders.cancel(&second).await;
    let number = first.id.as_str();
    let middle: String = number.chars().skip(5).take(6).collect();
    let mail: String = other.user.email.as_str().chars().take(9).collect();
    for (text, found) in [
        (number, vec![&first]),
        (middle.to_lowercase().as_str(), vec![&first]),
        (misread(number).as_str(), vec![&first]),
        ("renee", vec![&third]),
        ("ණුකා", vec![&second]),
        (mail.as_str(), vec![&third]),
        ("100%", vec![&first]),
        ("%", vec![&first]),
        ("_", vec![]),
        ("' OR 1=1", vec![]),
        (" ", vec![&first, &second, &third]),
    ] {
        let text: String = url::form_urlencoded::byte_serialize(text.as_bytes()).collect();
        assert_eq!(orders.list(&format!("?q={text}"), admin).await, ids(found), "{text}");
    }
    let of_customer = format!("?customer={}", customer.user.email.as_str().to_uppercase().replace('@', "%40"));
    for (query, by, found) in [
        ("", admin, vec![&first, &second, &third]),
        ("?mine=false", admin, vec![&first, &second, &third]),
        ("?mine=true", admin, vec![]),
        (of_customer.as_str(), admin, vec![&first, &second]),
        (of_customer.as_str(), other, vec![&third]),
        ("", customer, vec![&first, &second]),
        ("?status=cancelled", admin, vec![&second]),
        ("?status=processing", customer, vec![&first]),
        ("?status=processing&q=nimal", other, vec![]),
    ] {
        assert_eq!(orders.list(query, by).await, ids(found), "{query}");
    }
    for by in [admin, customer] {
        let wrong = "/api/orders?status=lost&limit=x&customer=nobody&mine=1&toCall=maybe&fulfilment=shipped";
        assert_eq!(orders.get(wrong, by).await.wrong_fields(), ["customer", "fulfilment", "limit", "mine", "status", "toCall"]);
    }
}

#[actix_web::test]
async fn staff_alone_see_and_list_the_customers_to_call() {
    let ordered = Ordered::of(|draft| OrderDraft { confirm_above: Money::from_cents(1).ok(), ..draft }).await;
    let Ordered { shop, order, customer, admin, product } = &ordered;
    shop.stores.place(&sample_orders::draft(&customer.user, &[(product, 1)])).await;
    let answer = async |path: &str, by: &SignedIn| shop.answer(get(path).by(&by.token)).await.json();
    let to_call = answer("/api/orders?toCall=true", admin).await;
    assert_eq!(numbers(to_call.as_array().unwrap()), ids([order]));
    assert_eq!(to_call[0]["payment"]["codConfirmation"], "needed");
    let path = format!("/api/orders/{}", order.id);
    assert_eq!(answer(&path, admin).await["payment"]["codConfirmation"], "needed");
    assert_eq!(answer(&path, customer).await["payment"].get("codConfirmation"), None);
}

/// Orders are found after their account was deleted; sums leave out cancelled orders.
#[actix_web::test]
async fn the_purchases_of_a_customer_are_summed_up() {
    let orders = Orders::new().await;
    let email = orders.customer.user.email.clone();
    let path = format!("/api/admin/customers/{}/purchases", email.as_str().to_uppercase().replace('@', "%40"));
    let none = json!({"email": email.as_str(), "orders": 0, "cancelled": 0, "spent": 0, "lastOrderAt": null});
    assert_eq!(orders.get(&path, &orders.admin).await.json(), none);
    let mut placed = Vec::new();
    for second in [1, 5, 3] {
        placed.push(orders.place(&orders.customer, second, second).await);
    }
    orders.place(&orders.other, 1, 1).await;
    orders.cancel(&placed[2]).await;
    let sums = json!({"email": email.as_str(), "orders": 2, "cancelled": 1, "spent": 7_200, "lastOrderAt": "2026-03-04T01:00:05Z"});
    for is_deleted in [false, true] {
        if is_deleted {
            orders.shop.stores.users.delete(&email, &sample_users::actor(), moments::now()).await.unwrap();
        }
        let purchases = orders.get(&path, &orders.admin).await;
        assert_eq!((purchases.status, purchases.json(), purchases.is_personal()), (200, sums.clone(), true));
        let listed = orders.list(&format!("?customer={email}"), &orders.admin).await;
        assert_eq!(listed, ids([&placed[1], &placed[2], &placed[0]]));
        assert_eq!(orders.list(&format!("?customer={email}&status=cancelled"), &orders.admin).await, ids([&placed[2]]));
    }
    assert_eq!(orders.get("/api/admin/customers/nobody/purchases", &orders.admin).await.problem(404), "user.not_found");
}

/// Changes that leave the status are not in it.
#[actix_web::test]
async fn the_history_has_the_placing_and_each_change_of_the_status() {
    let ordered = Ordered::new().await;
    let Ordered { shop, order, customer, admin, .. } = &ordered;
    let path = format!("/api/orders/{}", order.id);
    let mut events = vec![json!({"at": "2026-03-04T01:00:00Z", "kind": "placed", "actorEmail": customer.user.email.as_str(), "from": null,
        "to": "processing", "text": null, "visibility": null, "requestId": null})];
    for (edit, change) in [
        (json!({"status": "shipped", "notes": "a"}), Some(("processing", "shipped"))),
        (json!({"notes": "b"}), None),
        (json!({"status": "shipped", "notes": "c"}), None),
        (json!({"status": "cancelled"}), Some(("shipped", "cancelled"))),
    ] {
        shop.wait(1);
        let edited = shop.answer(put(&path, &edit).by(&admin.token)).await;
        assert_eq!(edited.status, 200, "{}", edited.text());
        if let Some((from, to)) = change {
            let at = format!("2026-03-04T01:00:0{}Z", if from == "processing" { 1 } else { 4 });
            events.push(json!({"at": at, "kind": "status", "actorEmail": admin.user.email.as_str(), "from": from, "to": to, "text": null,
                "visibility": null, "requestId": edited.header("x-request-id")}));
        }
    }
    let history = shop.answer(get(&format!("/api/orders/{}/events", misread(order.id.as_str()))).by(&admin.token)).await;
    assert_eq!((history.status, history.json(), history.is_personal()), (200, json!(events), true));
    for unknown in ["ARA-0000-0002", "17"] {
        let path = format!("/api/orders/{unknown}/events");
        assert_eq!(shop.answer(get(&path).by(&admin.token)).await.problem(404), "order.not_found");
    }
}

#[actix_web::test]
async fn a_customer_sees_the_part_of_the_history_that_concerns_them() {
    let ordered = Ordered::new().await;
    let Ordered { shop, customer, admin, .. } = &ordered;
    for visibility in ["internal", "customer"] {
        let note = json!({"text": "Rang.\nNo answer.", "visibility": visibility});
        assert_eq!(ordered.post("notes", admin, &note).await.status, 201);
    }
    assert_eq!(ordered.post("cancel", customer, &json!({"reason": "ordered twice"})).await.status, 200);
    let path = format!("/api/orders/{}/events", ordered.order.id);
    let seen = shop.answer(get(&path).by(&customer.token)).await;
    assert!(seen.is_personal());
    let shown = |event: &Value| json!([event["kind"], event["actorEmail"], event["text"], event["requestId"]]);
    let seen: Vec<Value> = seen.json().as_array().unwrap().iter().map(shown).collect();
    let own = customer.user.email.as_str();
    let expected =
        json!([["placed", own, null, null], ["note", null, "Rang.\nNo answer.", null], ["cancelled", own, "ordered twice", null],]);
    assert_eq!(json!(seen), expected);
    assert_eq!(shop.answer(get(&path).by(&admin.token)).await.json().as_array().unwrap().len(), 4);
    let stranger = shop.customer().await;
    assert_eq!(shop.answer(get(&path).by(&stranger.token)).await.problem(404), "order.not_found");
}

#[actix_web::test]
async fn an_order_shows_itself_to_its_owner_and_administrators_alone() {
    let ordered = Ordered::new().await;
    let Ordered { shop, order, customer, admin, .. } = &ordered;
    let show = async |id: &str, by: &SignedIn| shop.answer(get(&format!("/api/orders/{id}")).by(&by.token)).await;
    let id = order.id.as_str();
    for by in [customer, admin] {
        assert_eq!(show(&misread(id), by).await.json()["orderId"], id);
        assert_eq!(show("17", by).await.problem(404), "order.not_found");
    }
    assert_eq!(show(id, &shop.customer().await).await.problem(404), "order.not_found");
}

#[actix_web::test]
async fn the_dashboards_figures_are_rupees_and_percent() {
    let mut shop = Shop::new();
    shop.overview.expect_revenue().returning(|period| {
        let mut days = vec![DaySales::default(); period.days().len()];
        days[13] = DaySales { orders: 3, revenue_cents: 1_234_550 };
        days[0] = DaySales { orders: 9, revenue_cents: 3_703_650 };
        Ok(RevenueSums { days, pending_refunds: 2 })
    });
    let answer = shop.answer(get("/api/orders/revenue-stats").by("admin")).await;
    let expected = json!({"totalRevenue": 12345.5, "transactionsToday": 3, "pendingRefunds": 2, "weeklyGrowth": -66.67});
    assert_eq!((answer.status, answer.json()), (200, expected));
    assert!(answer.is_personal());
}
