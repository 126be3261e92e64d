//! Migrations keep what shops have that were there before.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use adapter_postgres::Postgres;
use domain::accounts::user::User;
use domain::catalog::product::Product;
use domain::catalog::product_code::ProductCode;
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{moments, sample_orders, sample_products};
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
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    shop.place(&sample_orders::draft(&user, &[(&product, 1)])).await;
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
    Shop::of(postgres.clone()).place(&sample_orders::draft(&user, &[(&product, 1)])).await;
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
    let id = sample_orders::draft(&user, &[(&product, 1)]).id;
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
    Shop::of(postgres.clone()).place(&sample_orders::draft(&user, &[(&product, 1)])).await;
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

/// Control characters and line breaks in names came in when they were allowed.
#[tokio::test]
async fn names_of_several_lines_become_names_of_one() {
    let database = TestDatabase::create().await;
    let (shop, user, product) = shop_with_order(&database).await;
    let client = database.client().await;
    undo_from(&client, "2026-11-22-201000").await;
    let broken = "UPDATE users SET first_name = E'Nimali\\nAnne\\u0001', last_name = E'\\u0001';
        UPDATE products SET alt_names = ARRAY[E'One\\r\\nline', 'Two'];
        UPDATE orders SET shipping_name = E'Kamal\\u2028Perera', shipping_address = E'1 Temple Road\\nKandy';
        UPDATE order_items SET name = E'Rose\\t\\twater'";
    client.batch_execute(broken).await.unwrap();
    Postgres::migrate(database.url()).await.unwrap();
    let mended = shop.user_directory.by_email(&user.email).await.unwrap().unwrap();
    assert_eq!((mended.first_name.as_str(), mended.last_name.as_str()), ("Nimali Anne", "?"));
    let names: Vec<_> = shop.product(&product).await.unwrap().details.alt_names.iter().map(|n| n.as_str().to_owned()).collect();
    assert_eq!(names, ["One line", "Two"]);
    let orders = shop.order_reader.list(&domain::orders::order::OrderQuery::default()).await.unwrap();
    let domain::shared::page::PageAnswer::Page(orders) = orders else { panic!("no page") };
    let order = orders.items.into_iter().next().unwrap();
    assert_eq!((order.shipping.name.as_str(), order.shipping.address.as_str()), ("Kamal Perera", "1 Temple Road\nKandy"));
    assert_eq!(order.items.into_iter().next().unwrap().name.as_str(), "Rose water");
}

/// Uploads from before the register knew at once what is shown.
#[tokio::test]
async fn pictures_that_were_shown_before_stay() {
    let database = TestDatabase::create().await;
    let shop = Shop::of(database.postgres().await);
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let client = database.client().await;
    undo_from(&client, "2026-11-22-200000").await;
    let shown = format!(
        "INSERT INTO uploads (name, is_face, uploaded_at) VALUES ('1-face.webp', true, now() - interval '2 days'), \
             ('2-good.webp', true, now() - interval '2 days'), ('3-left.webp', true, now() - interval '2 days'); \
         UPDATE users SET profile_picture = '/images/1-face.webp' WHERE id = '{}'; \
         UPDATE products SET images = ARRAY['/images/2-good.webp'] WHERE id = '{}'",
        user.id.uuid(),
        product.id.uuid()
    );
    client.batch_execute(&shown).await.unwrap();
    Postgres::migrate(database.url()).await.unwrap();
    let rows = client.query("SELECT name FROM uploads WHERE NOT is_taken", &[]).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.get::<_, String>(0)).collect::<Vec<_>>(), ["3-left.webp"]);
}
