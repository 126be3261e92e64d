//! The whole way of a customer: find a product, order it, and see that it is shipped.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::Method;
use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::{Ask as _, fields};
use test_harness::instance::Instance;
use test_harness::shop::PUBLIC_URL;

use crate::checkout::{order_of, place};
use crate::shop::Shop;
use crate::users::log_in;

const ADMIN: &str = "owner@shop.example";
const CUSTOMER: &str = "nadeesha@example.com";
const PASSWORD: &str = "frangipani by the sea";

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_orders_and_hears_that_it_is_shipped() {
    let shop = Shop::new().await;
    let made = shop.run("a", &["admin", "create", "--email", ADMIN, "--password", PASSWORD]).await;
    assert!(made.status.success(), "{made:?}");
    let server = shop.start("a").await;
    let admin = log_in(&server, ADMIN, PASSWORD).await;

    registers(&server).await;
    let customer = signs_in(&server).await;
    stocks_the_shelf(&server, &admin).await;
    finds(&server).await;
    quotes(&server).await;
    let order = orders(&server, &customer).await;
    ships(&server, &admin, &customer, &order).await;
    keeps_orders_private(&shop, &server, &order).await;
    signs_out(&server, &customer).await;
    refuses_in_one_form(&server).await;

    assert!(server.terminate().await.success());
    shop.is_in_order("a").await;
}

async fn registers(server: &Instance) {
    let form = json!({
        "firstName": " Nadeesha ", "lastName": "Perera", "email": CUSTOMER, "password": PASSWORD,
        "type": "admin", "isBlocked": true,
    });
    let answer = server.post("/api/users").json(&form).ask().await;
    assert_eq!(fields(&answer.expect_status(201)), ["message"]);

    let again = json!({"firstName": "N", "lastName": "P", "email": CUSTOMER.to_uppercase(), "password": PASSWORD});
    server.post("/api/users").json(&again).ask().await.expect_status(409);

    let empty = server.post("/api/users").json(&json!({"firstName": " ", "password": "12345678"})).ask().await.expect_status(422);
    assert_eq!(fields(&empty["errors"]), ["email", "firstName", "lastName", "password"]);
}

async fn signs_in(server: &Instance) -> SignedInUser {
    let wrong = json!({"email": CUSTOMER, "password": "not the password"});
    let wrong = server.post("/api/users/login").json(&wrong).ask().await.expect_status(401);
    assert_eq!(wrong["user"], Value::Null);
    let unknown = json!({"email": "nobody@example.com", "password": PASSWORD});
    let unknown = server.post("/api/users/login").json(&unknown).ask().await.expect_status(401);
    assert_eq!((&unknown["message"], &unknown["code"]), (&wrong["message"], &wrong["code"]));

    let answer = server.post("/api/users/login").json(&json!({"email": CUSTOMER, "password": PASSWORD})).ask().await;
    assert_eq!(answer.header("cache-control"), "no-store");
    let answer = answer.expect_status(200);
    assert_eq!(fields(&answer), ["blocked", "message", "token", "user"]);
    assert_eq!(answer["blocked"], false);
    let user = json!({
        "type": "customer", "role": null, "permissions": [], "email": CUSTOMER, "firstName": "Nadeesha", "lastName": "Perera",
        "name": "Nadeesha Perera", "profilePicture": "", "emailVerified": false, "language": "en",
    });
    assert_eq!(answer["user"], user);
    let token = answer["token"].as_str().unwrap().to_owned();
    check_token(&token);

    let customer = SignedInUser { email: CUSTOMER.to_owned(), token };
    let detail = server.get("/api/users/userdetail").signed_in_as(&customer).ask().await.expect_status(200);
    assert_eq!(detail, user);
    customer
}

/// The payload that the contract promises to the web app.
fn check_token(token: &str) {
    let payload = URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap();
    let payload: Value = serde_json::from_slice(&payload).unwrap();
    assert_eq!(fields(&payload), ["aud", "email", "exp", "iat", "iss", "profilePicture", "sid", "sub", "user"]);
    assert_eq!(fields(&payload["user"]), ["email", "firstName", "lastName", "profilePicture", "type"]);
    assert_eq!(payload["user"]["type"], "customer");
    assert_eq!((&payload["iss"], &payload["aud"]), (&json!("araliya"), &json!("araliya")));
    assert_eq!(payload["exp"].as_i64().unwrap() - payload["iat"].as_i64().unwrap(), 30 * 24 * 60 * 60);
}

const PRODUCT_FIELDS: [&str; 13] = [
    "_id",
    "altNames",
    "createdAt",
    "description",
    "images",
    "lastPrice",
    "price",
    "productId",
    "productName",
    "stock",
    "totalSales",
    "updatedAt",
    "version",
];

async fn stocks_the_shelf(server: &Instance, admin: &SignedInUser) {
    let lipstick = json!({
        "productId": "LIP-001", "productName": "Araliya Velvet Lipstick", "altNames": ["Temple flower"],
        "description": "Soft and matt.", "price": 2400, "lastPrice": 1999.5, "stock": 5, "category": "Make-up",
    });
    let answer = server.post("/api/products").signed_in_as(admin).json(&lipstick).ask().await.expect_status(201);
    assert_eq!(fields(&answer), ["message", "product"]);
    assert_eq!(answer["product"]["lastPrice"], json!(1999.5));

    let cream = json!({"productId": "SUN-001", "productName": "Sunscreen SPF 50", "price": 4500.25, "stock": 10});
    server.post("/api/products").signed_in_as(admin).json(&cream).ask().await.expect_status(201);
    let taken = json!({"productId": "lip-001", "productName": "Another", "price": 1, "stock": 1});
    server.post("/api/products").signed_in_as(admin).json(&taken).ask().await.expect_status(409);
}

async fn finds(server: &Instance) {
    let listed = server.get("/api/products").ask().await;
    assert_eq!(listed.header("x-total-count"), "2");
    let products = listed.expect_status(200);
    assert_eq!(products.as_array().unwrap().len(), 2);
    for field in PRODUCT_FIELDS {
        assert!(products[0].get(field).is_some(), "{field} of {}", products[0]);
    }
    assert_eq!(products[0]["productId"], "SUN-001", "newest first");

    let etag = listed.header("etag").to_owned();
    let unchanged = server.get("/api/products").header("If-None-Match", etag).ask().await;
    assert_eq!((unchanged.status.as_u16(), unchanged.text.as_str()), (304, ""));

    let found = server.get("/api/products/search/sunscren").ask().await.expect_status(200);
    assert_eq!(found[0]["productId"], "SUN-001");
    assert_eq!(server.get("/api/products/search/%25").ask().await.expect_status(200), json!([]), "text is no pattern");
    let detail = server.get("/api/products/lip-001").ask().await.expect_status(200);
    assert_eq!((&detail["productId"], &detail["price"]), (&json!("LIP-001"), &json!(2400)));
    server.get("/api/products/LIP-404").ask().await.expect_status(404);

    let page = server.get("/api/products?limit=1").ask().await;
    let next = page.header("link").split_once("<").and_then(|(_, rest)| rest.split_once(">; rel=\"next\"")).unwrap().0;
    let path = next.strip_prefix(PUBLIC_URL).unwrap_or(next);
    assert_eq!(server.get(path).ask().await.expect_status(200)[0]["productId"], "LIP-001");
}

async fn quotes(server: &Instance) {
    let lines = json!({"orderedItems": [
        {"productId": "LIP-001", "quantity": 1}, {"productId": "SUN-001", "quantity": 1}, {"productId": "lip-001", "quantity": 5},
    ]});
    let quote = server.post("/api/orders/quote").json(&lines).ask().await.expect_status(200);
    let expected = [
        "coupon",
        "delivery",
        "deliveryOptions",
        "discount",
        "explanation",
        "hints",
        "items",
        "itemsTotal",
        "labeledTotal",
        "paymentMethod",
        "paymentOptions",
        "promotions",
        "total",
    ];
    assert_eq!(fields(&quote), expected);
    assert_eq!(quote["labeledTotal"], json!(18900.25));
    assert_eq!(quote["total"], json!(16497.25));
    assert_eq!(quote["discount"], json!(2403));
    let expected =
        ["available", "discount", "image", "lastPrice", "lineTotal", "name", "netTotal", "price", "productId", "quantity", "stock"];
    assert_eq!(fields(&quote["items"][0]), expected);
    let lipstick = &quote["items"][0];
    assert_eq!((&lipstick["quantity"], &lipstick["available"], &lipstick["stock"]), (&json!(6), &json!(false), &json!(5)));

    let unknown = json!({"orderedItems": [{"productId": "NO-SUCH", "quantity": 1}]});
    let unknown = server.post("/api/orders/quote").json(&unknown).ask().await.expect_status(422);
    assert_eq!(fields(&unknown["errors"]), ["orderedItems[0].productId"]);
}

async fn orders(server: &Instance, customer: &SignedInUser) -> String {
    let mut wanted = order_of(&[("LIP-001", 2), ("SUN-001", 1)]);
    wanted["orderedItems"][0]["price"] = json!(1);
    wanted["expectedTotal"] = json!(1);
    let changed = place(server, customer, "first-order", &wanted).ask().await.expect_problem(409, "order.price_changed");
    wanted["expectedTotal"] = changed["quote"]["total"].clone();

    let answer = place(server, customer, "first-order", &wanted).ask().await;
    assert_eq!(answer.header("cache-control"), "no-store");
    assert!(!answer.headers.contains_key("idempotent-replayed"));
    let answer = answer.expect_status(201);
    assert_eq!(fields(&answer), ["message", "order"]);
    let order = &answer["order"];
    let expected = [
        "address",
        "cancelReason",
        "courier",
        "customerNote",
        "date",
        "deliveredAt",
        "delivery",
        "deliveryAddress",
        "discount",
        "email",
        "explanation",
        "fulfilmentStatus",
        "itemsTotal",
        "labeledTotal",
        "name",
        "notes",
        "orderId",
        "orderedItems",
        "payment",
        "paymentId",
        "phone",
        "promotions",
        "refunded",
        "returns",
        "slips",
        "status",
        "total",
        "trackingNumber",
        "trackingUrl",
    ];
    assert_eq!(fields(order), expected);
    assert_eq!((&order["status"], &order["total"]), (&json!("processing"), &json!(8499.25)));
    assert_eq!((&order["email"], &order["paymentId"], &order["notes"]), (&json!(CUSTOMER), &Value::Null, &json!("")));
    let of_item = ["discount", "image", "name", "netTotal", "price", "productId", "quantity", "returnable", "returned"];
    assert_eq!(fields(&order["orderedItems"][0]), of_item);
    assert_eq!(order["orderedItems"][0]["price"], json!(1999.5));
    assert_eq!(server.get("/api/products/LIP-001").ask().await.expect_status(200)["stock"], 3);
    order["orderId"].as_str().unwrap().to_owned()
}

async fn ships(server: &Instance, admin: &SignedInUser, customer: &SignedInUser, id: &str) {
    let all = server.get("/api/orders").signed_in_as(admin).ask().await;
    assert_eq!(all.header("x-total-count"), "1");
    assert_eq!(all.expect_status(200)[0]["orderId"], *id);
    let path = format!("/api/orders/{id}");
    server.put(&path).signed_in_as(customer).json(&json!({"status": "shipped"})).ask().await.expect_status(403);
    let shipped =
        server.put(&path).signed_in_as(admin).json(&json!({"status": "shipped", "paymentId": "PAY-1"})).ask().await.expect_status(200);
    assert_eq!((&shipped["order"]["status"], &shipped["order"]["paymentId"]), (&json!("shipped"), &json!("PAY-1")));
    assert_eq!(server.get(&path).signed_in_as(customer).ask().await.expect_status(200)["status"], "shipped");
    assert_eq!(server.get("/api/orders").signed_in_as(customer).ask().await.expect_status(200)[0]["status"], "shipped");

    let stats = server.get("/api/orders/revenue-stats").signed_in_as(admin).ask().await.expect_status(200);
    let expected = json!({"totalRevenue": 8499.25, "transactionsToday": 1, "pendingRefunds": 0, "weeklyGrowth": 100});
    assert_eq!(stats, expected);
}

async fn keeps_orders_private(shop: &Shop, server: &Instance, id: &str) {
    let stranger = crate::users::customer(shop).await;
    server.get(&format!("/api/orders/{id}")).signed_in_as(&stranger).ask().await.expect_status(404);
    assert_eq!(server.get("/api/orders").signed_in_as(&stranger).ask().await.expect_status(200), json!([]));
    server.get("/api/orders/revenue-stats").signed_in_as(&stranger).ask().await.expect_status(403);
    server.get("/api/orders").ask().await.expect_status(401);
}

async fn signs_out(server: &Instance, customer: &SignedInUser) {
    let other_browser = log_in(server, CUSTOMER, PASSWORD).await;
    assert_eq!(fields(&server.post("/api/users/logout").signed_in_as(customer).ask().await.expect_status(200)), ["message"]);
    for path in ["/api/users/userdetail", "/api/orders"] {
        server.get(path).signed_in_as(customer).ask().await.expect_status(401);
        server.get(path).signed_in_as(&other_browser).ask().await.expect_status(200);
    }
    server.get("/api/products").signed_in_as(customer).ask().await.expect_status(200);
}

async fn refuses_in_one_form(server: &Instance) {
    server.get("/api/no-such-thing").ask().await.expect_status(404);
    let wrong_method = server.request(Method::PATCH, "/api/orders").ask().await;
    wrong_method.expect_status(405);
    let allowed: Vec<&str> = wrong_method.header("allow").split(", ").collect();
    assert!(allowed.contains(&"GET") && allowed.contains(&"POST"), "{allowed:?}");
    let login = |body: &'static str, kind: &str| server.post("/api/users/login").header("Content-Type", kind).body(body);
    login("{\"email\":", "application/json").ask().await.expect_status(400);
    login("{}", "text/plain").ask().await.expect_status(415);
    let named = server.get("/api/orders").header("X-Request-Id", "order-desk-0042").ask().await;
    assert_eq!(named.header("x-request-id"), "order-desk-0042");
}
