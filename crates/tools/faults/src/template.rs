//! The content every scenario begins with: made once, over HTTP, in a template database that is copied for each scenario.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use test_harness::accounts::{SignedInAs as _, SignedInUser, fresh_uuid, log_in, register};
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;
use test_harness::shop::Shop;
use tokio::time::sleep;
use tokio_postgres::Client;

use crate::database_server::DatabaseServer;
use crate::shop_program;

/// The password of every account.
pub(crate) const PASSWORD: &str = "frangipani by the sea";
/// The administrator whom the shop makes at its first start.
pub(crate) const ADMIN: &str = "owner@shop.example";
/// The role of the shop on its databases; it is no superuser.
pub(crate) const ROLE: &str = "shop";

/// The number of customers who order at once.
const CUSTOMERS: usize = 10;
/// The number of users whose sessions are revoked: one logs out, one is blocked, one is deleted.
const REVOKED: usize = 3;
/// Units in stock of each product: two products sell out during a scenario.
const STOCK: [i64; 6] = [100_000, 100_000, 100_000, 100_000, 40, 25];
/// The name of the template database.
const DATABASE: &str = "template_shop";

/// The users and products of the template.
#[derive(Clone)]
pub(crate) struct Template {
    pub(crate) customers: Arc<Vec<SignedInUser>>,
    pub(crate) revoked: Vec<SignedInUser>,
    pub(crate) admin: SignedInUser,
    pub(crate) product_codes: Arc<Vec<String>>,
    /// Units in stock of each product.
    pub(crate) stock: Vec<i64>,
}

impl Template {
    /// Makes the template.
    pub(crate) async fn make(server: &DatabaseServer) -> Self {
        let superuser = server.client("postgres").await;
        superuser.batch_execute(&format!("CREATE ROLE {ROLE} LOGIN")).await.expect("a role for the shop");
        create_database(&superuser, DATABASE, EMPTY).await.expect("a database for the shop");
        let mut shop = Shop::new(&shop_program());
        for (name, value) in [("DATABASE_URL", server.url(ROLE, DATABASE).as_str()), ("ADMIN_EMAIL", ADMIN), ("ADMIN_PASSWORD", PASSWORD)] {
            shop.set(name, value);
        }
        let instance = shop.start("template").await;
        let admin = log_in(instance.client(), &instance.origin(), ADMIN, PASSWORD).await;
        let product_codes = make_products(&instance, &admin).await;
        let mut customers = join_all((0..CUSTOMERS + REVOKED).map(|_| make_customer(&instance))).await;
        // Customers who order again and again are no new ones.
        let database = server.client(DATABASE).await;
        database.batch_execute("UPDATE users SET email_verified_at = created_at").await.expect("verified addresses");
        drop(database);
        let revoked = customers.split_off(CUSTOMERS);
        assert!(instance.terminate().await.success());
        Self { customers: Arc::new(customers), revoked, admin, product_codes: Arc::new(product_codes), stock: STOCK.to_vec() }
    }

    /// Copies it into a new database.
    pub(crate) async fn copy(server: &DatabaseServer, name: &str) {
        let superuser = server.client("postgres").await;
        // Sessions of the process that made the template may still be ending: timeout 100 polls of 50 ms.
        for _ in 0..100 {
            if create_database(&superuser, name, DATABASE).await.is_ok() {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
        create_database(&superuser, name, DATABASE).await.expect("a copy of the template");
    }
}

/// The template of a database without tables: PostgreSQL's own.
pub(crate) const EMPTY: &str = "template1";

/// Creates a database of the shop as a copy of another one.
pub(crate) async fn create_database(superuser: &Client, name: &str, template: &str) -> Result<(), tokio_postgres::Error> {
    superuser.batch_execute(&format!("CREATE DATABASE {name} TEMPLATE {template} OWNER {ROLE}")).await
}

async fn make_products(instance: &Instance, admin: &SignedInUser) -> Vec<String> {
    let mut codes = Vec::new();
    for (n, stock) in STOCK.into_iter().enumerate() {
        let code = format!("SOAP-{n}");
        let product = json!({"productId": code, "productName": format!("Soap {n}"), "price": 1_200 + 50 * n, "stock": stock});
        instance.post("/api/products").signed_in_as(admin).json(&product).ask().await.expect_status(201);
        codes.push(code);
    }
    codes
}

async fn make_customer(instance: &Instance) -> SignedInUser {
    let email = format!("{}@example.com", fresh_uuid().simple());
    register(instance.client(), &instance.origin(), &email, PASSWORD).await
}
