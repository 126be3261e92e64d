//! Migrations keep what shops have that were there before.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use adapter_postgres::Postgres;
use domain::product::Product;
use domain::product_code::ProductCode;
use domain::user::User;
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{goods, moments, purchases};
use tokio_postgres::Client;

/// Undoes all migrations from this one on.
async fn undo_from(client: &Client, first: &str) {
    let mut folders: Vec<_> = std::fs::read_dir("../../migrations").unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    for folder in folders.iter().rev() {
        let name = folder.file_name().unwrap().to_str().unwrap();
        if name < first {
            return;
        }
        client.batch_execute(&std::fs::read_to_string(folder.join("down.sql")).unwrap()).await.unwrap();
        let version: String = name.chars().take_while(|c| *c != '_').filter(char::is_ascii_digit).collect();
        assert_eq!(client.execute("DELETE FROM __diesel_schema_migrations WHERE version = $1", &[&version]).await.unwrap(), 1);
    }
}

/// A shop with one order, and whom and what it may come from again.
async fn shop_with_order(database: &TestDatabase) -> (Shop, User, Product) {
    let shop = Shop::of(database.postgres().await);
    let (user, product) = (shop.customer().await, shop.add(goods::product("Rose")).await);
    shop.place(&purchases::draft(&user, &[(&product, 1)])).await;
    (shop, user, product)
}

/// How many contacts there are, and how many orders are counted for them.
async fn contacts(client: &Client) -> (i64, i64) {
    client.batch_execute("SELECT fold_order_contacts()").await.unwrap();
    let row = client.query_one("SELECT count(*), sum(processing)::bigint FROM order_contacts", &[]).await.unwrap();
    (row.get(0), row.get(1))
}

const ORDER_CONTACTS: &str = "2026-11-21-041000";

#[tokio::test]
async fn who_ordered_before_contacts_were_kept_stays_one_contact() {
    let database = TestDatabase::create().await;
    let (_, user, product) = shop_with_order(&database).await;
    let client = database.client().await;
    undo_from(&client, ORDER_CONTACTS).await;
    Postgres::migrate(database.url()).await.unwrap();
    let postgres = database.postgres().await;
    Shop::of(postgres.clone()).place(&purchases::draft(&user, &[(&product, 1)])).await;
    assert_eq!(contacts(&client).await, (1, 2));
    assert_eq!(postgres.check_invariants().await.unwrap(), []);
}

/// An order that is being placed while the shop is brought up to date.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_placed_meanwhile_is_counted() {
    let database = TestDatabase::create().await;
    let (_, user, product) = shop_with_order(&database).await;
    let (client, buyer) = (database.client().await, database.client().await);
    undo_from(&client, ORDER_CONTACTS).await;
    let id = purchases::draft(&user, &[(&product, 1)]).id;
    let copy = "INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object('id', $1::text,
                    'search_text', lower($1) || substr(o.search_text, 14)))).* FROM orders o";
    buyer.batch_execute("BEGIN").await.unwrap();
    assert_eq!(buyer.execute(copy, &[&id.as_str()]).await.unwrap(), 1);
    let url = database.url().to_owned();
    let migrating = tokio::spawn(async move { Postgres::migrate(&url).await.unwrap() });
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'orders'::regclass";
    while client.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0) == 0 {
        tokio::task::yield_now().await;
    }
    buyer.batch_execute("COMMIT").await.unwrap();
    migrating.await.unwrap();
    assert_eq!(contacts(&client).await, (1, 2));
}

/// Shops were migrated to texts with a space too many.
#[tokio::test]
async fn a_space_too_many_is_taken_away() {
    let database = TestDatabase::create().await;
    let (_, user, product) = shop_with_order(&database).await;
    let client = database.client().await;
    undo_from(&client, "2026-11-21-110300").await;
    let spaced = "UPDATE orders SET search_text = ' ' || search_text; UPDATE order_contacts SET search_text = ' ' || search_text";
    client.batch_execute(spaced).await.unwrap();
    Postgres::migrate(database.url()).await.unwrap();
    let postgres = database.postgres().await;
    Shop::of(postgres.clone()).place(&purchases::draft(&user, &[(&product, 1)])).await;
    assert_eq!(contacts(&client).await, (1, 2));
    assert_eq!(postgres.check_invariants().await.unwrap(), []);
}

#[tokio::test]
async fn a_product_whose_code_became_an_address_gets_another() {
    let database = TestDatabase::create().await;
    let (shop, _, product) = shop_with_order(&database).await;
    let client = database.client().await;
    undo_from(&client, "2026-11-22-500000").await;
    client.execute("UPDATE products SET code = 'Suggestions'", &[]).await.unwrap();
    Postgres::migrate(database.url()).await.unwrap();
    let renamed: String = client.query_one("SELECT code FROM products", &[]).await.unwrap().get(0);
    assert!(renamed.starts_with("Suggestions-"), "{renamed}");
    let code = ProductCode::parse(&renamed).unwrap();
    assert_eq!(shop.catalogue.by_code(&code, moments::now()).await.unwrap().map(|found| found.id), Some(product.id));
}
