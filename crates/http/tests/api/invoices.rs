//! Invoices, credit notes and tax invoices, and the settings of taxes.

use domain::accounts::staff_role::StaffRole;
use domain::orders::fulfilment::Parcel;
use domain::orders::fulfilment_step::{FulfilmentStep, StepChange};
use domain::orders::order::Order;
use domain::promotions::benefit::{Benefit, Percent};
use domain::promotions::terms::PromotionPlan;
use domain::settings::ports::replacing;
use domain::settings::shop_settings::Section;
use domain::shared::versioned::SettingsVersion;
use serde_json::{Value, json};
use testkit::{moments, sample_products, sample_promotions, sample_settings, sample_users};

use crate::payments::ordered;
use crate::pg_shop::{PgShop, SignedIn};
use crate::wire::{Answer, By as _, get, post, put};

/// A shop that is registered for VAT.
async fn registered() -> PgShop {
    let shop = PgShop::open().await;
    let decide = replacing(Section::Tax(sample_settings::tax()), SettingsVersion::default());
    shop.stores.settings.change(&sample_users::actor(), moments::now(), decide).await.unwrap();
    shop
}

/// A packed order of 2 units at 1,200 rupees.
async fn packed(shop: &PgShop, customer: &SignedIn) -> Order {
    let order = ordered(shop, customer, 2).await;
    shop.stores.take_step(&order, FulfilmentStep::Packed).await.unwrap()
}

/// An order that was packed 15 days ago.
async fn invoiced_long_ago(shop: &PgShop, customer: &SignedIn) -> Order {
    let (order, by, at) = (ordered(shop, customer, 2).await, sample_users::actor(), moments::days_ago(15));
    let step = StepChange { step: FulfilmentStep::Packed, parcel: Parcel::default(), is_cash_collected: true };
    let actor = by.clone();
    let decide = move |order: &Order| order.take_step(&step, &actor, at);
    shop.stores.orders.change(&order.id, &by, at, Box::new(decide)).await.unwrap().value
}

fn of(order: &Order, call: &str) -> String {
    format!("/api/orders/{}/{call}", order.id)
}

async fn list(shop: &PgShop, by: &SignedIn, order: &Order) -> Answer {
    shop.answer(get(&of(order, "invoices")).by(&by.token)).await
}

async fn ask(shop: &PgShop, by: &SignedIn, path: &str, body: &Value) -> Answer {
    shop.answer(post(path, body).by(&by.token)).await
}

fn buyer() -> Value {
    json!({"tin": "987 654 321", "name": "Lotus (Pvt) Ltd", "address": "1 Beach Road\nGalle"})
}

#[actix_web::test]
async fn an_invoice_is_shown_to_its_customer_and_to_staff() {
    let shop = registered().await;
    let (customer, other, admin) = (shop.customer().await, shop.customer().await, shop.admin().await);
    let order = packed(&shop, &customer).await;
    let answer = list(&shop, &customer, &order).await;
    assert!(answer.status == 200 && answer.is_personal(), "{}", answer.text());
    let shown = answer.json();
    let seller = json!({"name": "Araliya (Pvt) Ltd", "address": "27 Flower Road, Colombo 07", "phone": "", "email": "", "tin": "134567890",
        "unitCode": null});
    let buyer = json!({"name": "Nimali Perera", "address": "12 Temple Road, Kandy", "phone": order.shipping.phone.as_str(),
        "email": order.email.as_str(), "tin": null});
    let line = json!({"productId": order.items[0].code.as_str(), "name": "Rose water", "price": 1200, "quantity": 2, "discount": 0, "total": 2400,
        "vat": 366.1});
    let expected = json!([{
        "orderId": order.id.as_str(), "number": "INV-000001", "kind": "invoice", "issuedAt": "2026-03-04T01:00:00Z", "date": "2026-03-04",
        "dateText": "2026-03-04", "printed": 0, "copy": false, "credits": null, "reason": null, "taxInvoiceUntil": "2026-03-18T01:00:00Z",
        "seller": seller, "buyer": buyer, "lines": [line], "extras": [], "total": 2400, "vat": {"percent": 18, "amount": 366.1},
    }]);
    assert_eq!(shown, expected);
    assert_eq!(list(&shop, &admin, &order).await.json(), expected);
    assert_eq!(list(&shop, &other, &order).await.problem(404), "order.not_found");
    let late = invoiced_long_ago(&shop, &customer).await;
    assert_eq!(list(&shop, &customer, &late).await.json()[0]["taxInvoiceUntil"], Value::Null);
}

#[actix_web::test]
async fn printing_issues_the_invoice_and_says_copy_from_the_second_time_on() {
    let shop = PgShop::open().await;
    let (customer, admin) = (shop.customer().await, shop.admin().await);
    let order = ordered(&shop, &customer, 1).await;
    assert_eq!(list(&shop, &customer, &order).await.json(), json!([]), "reading issues none");
    for _ in 0..2 {
        let issued = ask(&shop, &admin, &of(&order, "invoices"), &json!({})).await;
        assert_eq!((issued.status, issued.json().as_array().unwrap().len()), (200, 1), "{}", issued.text());
    }
    for (printed, copy) in [(1, false), (2, true)] {
        let document = ask(&shop, &admin, &of(&order, "invoices/INV-000001/print"), &json!({})).await.json();
        assert_eq!((&document["printed"], &document["copy"], &document["vat"]), (&json!(printed), &json!(copy), &Value::Null));
    }
    assert_eq!(list(&shop, &customer, &order).await.json()[0]["copy"], true);
    for number in ["INV-000002", "INV 1"] {
        let path = of(&order, &format!("invoices/{}/print", number.replace(' ', "%20")));
        assert_eq!(ask(&shop, &admin, &path, &json!({})).await.problem(404), "invoice.not_found");
    }
    let cancelled = ordered(&shop, &customer, 1).await;
    shop.stores.set_status(&cancelled, domain::shared::order_status::OrderStatus::Cancelled).await.unwrap();
    assert_eq!(ask(&shop, &admin, &of(&cancelled, "invoices"), &json!({})).await.problem(409), "invoice.cancelled_order");
    let unknown = ask(&shop, &admin, "/api/orders/ARA-7K3M-Q9TX/invoices", &json!({})).await;
    assert_eq!(unknown.problem(404), "order.not_found");
}

#[actix_web::test]
async fn an_order_of_0_is_invoiced_when_it_is_placed() {
    let shop = PgShop::open().await;
    let (customer, product) = (shop.customer().await, shop.stores.add(sample_products::product("Rose water")).await);
    let benefit = Benefit::Percent { percent: Percent::parse(100).unwrap() };
    let promotion = sample_promotions::promotion(PromotionPlan { benefit, ..sample_promotions::automatic() });
    shop.stores.promotions.add(&promotion, None, &sample_users::actor()).await.unwrap();
    let items = json!([{"productId": product.code.as_str(), "quantity": 1}]);
    let body = json!({"orderedItems": items, "name": "A B", "address": "1 Main Street", "phone": "0771234567"});
    let placed = ask(&shop, &customer, "/api/orders", &body).await.json();
    assert_eq!(placed["order"]["total"], 0, "{placed}");
    let path = format!("/api/orders/{}/invoices", placed["order"]["orderId"].as_str().unwrap());
    let documents = shop.answer(get(&path).by(&customer.token)).await.json();
    assert_eq!((&documents[0]["number"], &documents[0]["total"]), (&json!("INV-000001"), &json!(0)), "it is paid at once");
}

#[actix_web::test]
async fn a_registered_buyer_gets_a_tax_invoice_in_place_of_the_invoice() {
    let shop = registered().await;
    let (customer, other) = (shop.customer().await, shop.customer().await);
    let support = shop.sign_in(sample_users::staff(StaffRole::Support)).await;
    let order = ordered(&shop, &customer, 2).await;
    let path = of(&order, "tax-invoice");
    assert_eq!(ask(&shop, &customer, &path, &buyer()).await.problem(409), "invoice.none");
    shop.stores.take_step(&order, FulfilmentStep::Packed).await.unwrap();
    assert_eq!(ask(&shop, &customer, &path, &json!({"tin": "12345678", "name": " "})).await.wrong_fields(), ["address", "name", "tin"]);
    assert_eq!(ask(&shop, &other, &path, &buyer()).await.problem(404), "order.not_found");
    assert_eq!(ask(&shop, &support, &path, &buyer()).await.problem(403), "auth.role_forbidden");
    let answer = ask(&shop, &customer, &path, &buyer()).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let documents = answer.json();
    let number_of = |kind: &str| documents.as_array().unwrap().iter().find(|one| one["kind"] == kind).unwrap().clone();
    let (note, tax_invoice) = (number_of("creditNote"), number_of("taxInvoice"));
    assert_eq!((&note["number"], &note["credits"], &note["reason"]), (&json!("CRN-000001"), &json!("INV-000001"), &json!("replaced")));
    assert_eq!((&tax_invoice["number"], &tax_invoice["total"]), (&json!("TIN-000001"), &json!(2400)));
    assert_eq!(tax_invoice["buyer"]["tin"], "987654321");
    assert_eq!(tax_invoice["taxInvoiceUntil"], Value::Null);
    assert_eq!(ask(&shop, &customer, &path, &buyer()).await.problem(409), "invoice.tax_invoice_issued");
    let late = invoiced_long_ago(&shop, &customer).await;
    assert_eq!(ask(&shop, &customer, &of(&late, "tax-invoice"), &buyer()).await.problem(409), "invoice.too_late");
}

#[actix_web::test]
async fn a_shop_without_vat_says_nothing_of_it() {
    let shop = PgShop::open().await;
    let customer = shop.customer().await;
    let order = packed(&shop, &customer).await;
    let shown = shop.answer(get(&format!("/api/orders/{}", order.id)).by(&customer.token)).await.json();
    assert!(shown.get("vat").is_none(), "{shown}");
    let cart = json!({"orderedItems": [{"productId": order.items[0].code.as_str(), "quantity": 1}]});
    assert!(shop.answer(post("/api/orders/quote", &cart)).await.json().get("vat").is_none());
    assert_eq!(ask(&shop, &customer, &of(&order, "tax-invoice"), &buyer()).await.problem(409), "invoice.not_registered");
}

#[actix_web::test]
async fn quotes_and_orders_of_a_registered_shop_tell_the_vat() {
    let shop = registered().await;
    let customer = shop.customer().await;
    let order = ordered(&shop, &customer, 1).await;
    let items = json!([{"productId": order.items[0].code.as_str(), "quantity": 1}]);
    let quote = shop.answer(post("/api/orders/quote", &json!({"orderedItems": items}))).await.json();
    let vat = json!({"percent": 18, "amount": 183.05});
    assert_eq!((&quote["total"], &quote["vat"]), (&json!(1200), &vat));
    let body = json!({"orderedItems": items, "name": "A B", "address": "1 Main Street", "phone": "0771234567", "expectedTotal": 1200});
    let placed = ask(&shop, &customer, "/api/orders", &body).await;
    assert_eq!((placed.status, &placed.json()["order"]["vat"]), (201, &vat), "{}", placed.text());
}

#[actix_web::test]
async fn the_settings_of_taxes_are_edited_by_field() {
    let shop = PgShop::open().await;
    let owner = shop.admin().await;
    let path = "/api/admin/settings/tax";
    let shown = json!({
        "version": 0,
        "vat": {"registered": false, "tin": null, "name": null, "address": null, "unitCode": null, "rates": [{"percent": 18, "from": "2024-01-01"}]},
        "taxInvoice": {"prefix": "TIN-", "digits": 6, "dateForm": "iso", "rounding": "perDocument"},
    });
    assert_eq!(shop.answer(get(path).by(&owner.token)).await.json(), shown);
    let change = async |body: Value| shop.answer(put(path, &body).by(&owner.token)).await;
    let wrong = json!({
        "version": 0, "vat": {"tin": "1", "rates": [{"percent": 100, "from": "2024-02-30"}]},
        "taxInvoice": {"prefix": "INV-", "digits": 3, "dateForm": "x", "rounding": "y"},
    });
    let fields = [
        "taxInvoice.dateForm",
        "taxInvoice.digits",
        "taxInvoice.prefix",
        "taxInvoice.rounding",
        "vat.rates[0].from",
        "vat.rates[0].percent",
        "vat.tin",
    ];
    assert_eq!(change(wrong).await.wrong_fields(), fields);
    let unnamed = json!({"version": 0, "vat": {"registered": true}});
    assert_eq!(change(unnamed).await.wrong_fields(), ["vat.address", "vat.name", "vat.tin"]);
    let vat = json!({"registered": true, "tin": "134567890", "name": "Araliya (Pvt) Ltd", "address": "27 Flower Road"});
    let saved = change(json!({"version": 0, "vat": vat})).await.json()["settings"].clone();
    assert_eq!((&saved["vat"]["tin"], &saved["vat"]["rates"], &saved["version"]), (&vat["tin"], &shown["vat"]["rates"], &json!(1)));
}
