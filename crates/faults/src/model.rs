//! The shop every scenario begins with: made once, with the program's own means, and copied for each.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use tokio::time::sleep;

use crate::accounts::{self, ADMIN, PASSWORD, Person};
use crate::answer::ask;
use crate::server::Server;
use crate::shop::Shop;
use crate::stage::client;

/// How many customers order at once.
const CUSTOMERS: usize = 10;
/// How many are shown the door: one leaves, one is blocked, one is deleted.
const STRANGERS: usize = 3;
/// What is on the shelf in the beginning: plenty of most, and too little of two.
const STOCK: [i64; 6] = [100_000, 100_000, 100_000, 100_000, 40, 25];
/// The role the shop has on its databases: no superuser.
pub(crate) const ROLE: &str = "shop";
/// The database that is copied.
const DATABASE: &str = "model";

/// Who and what is in the shop.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) customers: Arc<Vec<Person>>,
    pub(crate) strangers: Vec<Person>,
    pub(crate) admin: Person,
    /// The codes of all products.
    pub(crate) codes: Arc<Vec<String>>,
    /// How many of each are on the shelf.
    pub(crate) stock: Vec<i64>,
}

impl Model {
    /// Makes the shop.
    pub(crate) async fn make(server: &Server) -> Self {
        let outside = server.client("postgres").await;
        let setup = [format!("CREATE ROLE {ROLE} LOGIN"), format!("CREATE DATABASE {DATABASE} OWNER {ROLE}")];
        for statement in setup {
            outside.batch_execute(&statement).await.expect("a role and a database for the shop");
        }
        let mut shop = Shop::new(&server.url(ROLE, DATABASE));
        shop.set("ADMIN_EMAIL", ADMIN);
        shop.set("ADMIN_PASSWORD", PASSWORD);
        let instance = shop.start("model").await;
        let (client, base) = (client(Duration::from_secs(60)), instance.base().to_owned());
        let admin = accounts::log_in(&client, &base, ADMIN).await;
        let mut codes = Vec::new();
        for (n, stock) in STOCK.into_iter().enumerate() {
            let product =
                json!({"productId": format!("SOAP-{n}"), "productName": format!("Soap {n}"), "price": 1_200 + 50 * n, "stock": stock});
            let made = ask(client.post(format!("{base}/api/products")).bearer_auth(&admin.token).json(&product)).await.expect("an answer");
            assert_eq!(made.status, 201, "{}", made.body);
            codes.push(format!("SOAP-{n}"));
        }
        let mut customers = join_all((0..CUSTOMERS + STRANGERS).map(|_| accounts::customer(&client, &base))).await;
        let strangers = customers.split_off(CUSTOMERS);
        assert!(instance.terminate().await.success());
        Self { customers: Arc::new(customers), strangers, admin, codes: Arc::new(codes), stock: STOCK.to_vec() }
    }

    /// Copies it.
    pub(crate) async fn copy(server: &Server, name: &str) {
        let outside = server.client("postgres").await;
        let copy = format!("CREATE DATABASE {name} TEMPLATE {DATABASE} OWNER {ROLE}");
        // The last sessions of the model may be ending.
        for _ in 0..100 {
            if outside.batch_execute(&copy).await.is_ok() {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
        outside.batch_execute(&copy).await.expect("a copy of the shop");
    }
}
