//! Deliveries by weight: the weight of a product, from the form and from a sheet, to the charge of an order.

use serde_json::{Value, json};
use test_harness::accounts::{SignedInAs as _, SignedInUser};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;

use crate::checkout::{fresh_key, order_of, place};
use crate::shop::Shop;
use crate::users::{admin, customer};

/// Up to 500 g 100 rupees, up to 1 kg 200, and 50 for each further kilogram.
fn by_weight() -> Value {
    let steps = json!([{"upToGrams": 500, "amount": 100}, {"upToGrams": 1000, "amount": 200}]);
    let tariff = json!({"kind": "byWeight", "steps": steps, "perExtraKg": 50});
    json!({"version": 0, "rates": [{"zone": "rest", "method": "standard", "tariff": tariff, "minDays": 1, "maxDays": 2}]})
}

/// The charge for delivering this many units.
async fn charge(server: &Instance, code: &str, units: i64) -> Value {
    let answer = server.post("/api/orders/quote").json(&order_of(&[(code, units)])).ask().await.expect_status(200);
    answer["delivery"]["charge"].clone()
}

async fn edit(server: &Instance, staff: &SignedInUser, weight: Value) -> Value {
    let edit = json!({"productName": "Shampoo", "price": 900, "weightGrams": weight});
    server.put("/api/products/update/SHA-1").signed_in_as(staff).json(&edit).ask().await.expect_status(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_weight_of_a_product_reaches_the_charge_of_an_order() {
    let shop = Shop::new().await;
    let server = shop.start("a").await;
    let (buyer, staff) = (customer(&shop).await, admin(&shop).await);
    server.put("/api/admin/settings/delivery").signed_in_as(&staff).json(&by_weight()).ask().await.expect_status(200);
    let product = json!({"productId": "SHA-1", "productName": "Shampoo", "price": 900, "stock": 50});
    server.post("/api/products").signed_in_as(&staff).json(&product).ask().await.expect_status(201);
    assert_eq!(charge(&server, "SHA-1", 2).await, 100, "200 g each where no weight is known");
    assert_eq!(edit(&server, &staff, json!(450)).await["product"]["weightGrams"], 450);
    assert_eq!(charge(&server, "SHA-1", 2).await, 200);
    let placed = place(&server, &buyer, &fresh_key(), &order_of(&[("SHA-1", 3)])).ask().await.expect_status(201);
    assert_eq!(placed["order"]["total"], 3 * 900 + 250, "1,350 g are 350 g above the last step: one kilogram begun");
    let sheet = "productId,weightGrams\r\nSHA-1,1001\r\n";
    let import = server.post("/api/products/import").signed_in_as(&staff).header("Content-Type", "text/csv").body(sheet);
    import.ask().await.expect_status(200);
    assert_eq!(charge(&server, "SHA-1", 1).await, 250);
    assert_eq!(edit(&server, &staff, Value::Null).await["product"]["weightGrams"], Value::Null);
    assert_eq!(charge(&server, "SHA-1", 1).await, 100);
    shop.is_in_order("a").await;
}
