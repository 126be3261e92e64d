//! The functions of the migrations that callers depend on beside the ports: the version of drafts, the drafts of instances of an
//! earlier release, and the history of prices. And what is refused: tables of before the baseline.

use adapter_postgres::{BackupError, MigrateError, Pending, Postgres, Restore};
use domain::accounts::user::User;
use domain::catalog::product::Product;
use serde_json::{Value, json};
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{moments, sample_orders, sample_products};
use tokio_postgres::Client;

/// A shop with a customer and a product.
async fn shop(database: &TestDatabase) -> (Shop, User, Product) {
    let shop = Shop::of(database.postgres().await);
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    (shop, user, product)
}

/// A draft as an instance of the release before sends it: without a version and an owner of its key.
fn former_draft(user: &User, product: &Product, key: &str) -> Value {
    json!({
        "lock_timeout": "1000ms", "id": sample_orders::order_id().as_str(), "user_id": user.id.uuid(), "email": user.email.as_str(),
        "shipping_name": "Nimali Perera", "shipping_address": "12 Temple Road, Kandy", "shipping_phone": "+94 71 234 5678",
        "total_cents": product.details.prices.last_price().cents(), "placed_at": moments::now(), "search_text": "nimali",
        "key": key, "meaning": "one", "items": [{
            "position": 0, "product_id": product.id.uuid(), "code": product.code.as_str(), "name": product.details.name.as_str(),
            "image": null, "price_cents": product.details.prices.last_price().cents(), "quantity": 1,
        }],
    })
}

async fn outcome(client: &Client, draft: &Value) -> Result<Value, tokio_postgres::Error> {
    let answer: Value = client.query_one("SELECT place_order($1)", &[draft]).await?.get(0);
    Ok(answer.get("outcome").cloned().unwrap_or_default())
}

async fn count(client: &Client, query: &str) -> i64 {
    client.query_one(&format!("SELECT count(*) FROM ({query}) AS t"), &[]).await.unwrap().get(0)
}

/// The recorded version is enough: the tables of this database are those of the baseline.
#[tokio::test]
async fn tables_and_backups_of_before_the_baseline_are_refused() {
    let (former, database, empty) = ("20261123000000", TestDatabase::create().await, TestDatabase::create().await);
    let applied = "INSERT INTO __diesel_schema_migrations (version) VALUES ($1)";
    database.client().await.execute(applied, &[&former]).await.unwrap();
    let refused = Postgres::migrate(database.url()).await.unwrap_err();
    assert!(matches!(refused, MigrateError::BeforeBaseline), "{refused:?}");
    assert!(refused.to_string().contains("before the baseline"), "{refused}");
    assert!(matches!(Pending::of(database.url()).await, Err(MigrateError::BeforeBaseline)));
    let of_before = |error: Option<BackupError>| matches!(error, Some(BackupError::Schema(MigrateError::BeforeBaseline)));
    assert!(of_before(database.postgres().await.snapshot().await.err()));
    assert!(of_before(Restore::begin(empty.url(), &[former.to_owned()]).await.err()));
    assert_eq!(Postgres::migrate(empty.url()).await.unwrap(), 0, "a known contracting migration is older than the baseline");
}

#[tokio::test]
async fn a_draft_of_an_unknown_version_is_refused_and_writes_nothing() {
    let database = TestDatabase::create().await;
    let (shop, user, product) = shop(&database).await;
    let client = database.client().await;
    let stock = shop.stock(&product).await;
    for version in [json!(0), json!(5), json!("next"), json!({})] {
        let mut draft = former_draft(&user, &product, "key");
        draft.as_object_mut().unwrap().insert("version".to_owned(), version);
        let error = outcome(&client, &draft).await.unwrap_err();
        let error = error.as_db_error().unwrap();
        assert_eq!(error.code().code(), "0A000", "{error}");
        assert!(error.message().contains("does not know drafts of version"), "{error}");
    }
    assert_eq!(count(&client, "SELECT FROM orders").await + count(&client, "SELECT FROM idempotency_keys").await, 0);
    assert_eq!(shop.stock(&product).await, stock);
}

/// During a deployment both releases run on one database.
#[tokio::test]
async fn instances_of_an_earlier_release_still_place_orders() {
    let database = TestDatabase::create().await;
    let (shop, user, product) = shop(&database).await;
    let client = database.client().await;
    assert_eq!(outcome(&client, &former_draft(&user, &product, "key")).await.unwrap(), "placed");
    assert_eq!(outcome(&client, &former_draft(&user, &product, "key")).await.unwrap(), "replayed");
    let key = domain::shared::idempotency::IdempotencyKey::parse("key").unwrap();
    let (meaning, _) = shop
        .orders
        .placed_with(&domain::shared::idempotency::KeyOwner::User(user.id), &key)
        .await
        .unwrap()
        .expect("an order under the key");
    assert_eq!(meaning.0, "one");
}

#[tokio::test]
async fn a_deleted_user_takes_their_keys_along_and_leaves_the_order() {
    let database = TestDatabase::create().await;
    let (_, user, product) = shop(&database).await;
    let client = database.client().await;
    outcome(&client, &former_draft(&user, &product, "key")).await.unwrap();
    client.execute("DELETE FROM users WHERE id = $1", &[&user.id.uuid()]).await.unwrap();
    assert_eq!(count(&client, "SELECT FROM idempotency_keys").await, 0);
    assert_eq!(count(&client, "SELECT FROM orders WHERE user_id IS NULL").await, 1);
}

/// Each price once, in its order; sales and edits of other fields are not recorded.
#[tokio::test]
async fn every_price_of_a_product_is_recorded() {
    let database = TestDatabase::create().await;
    let (_, user, product) = shop(&database).await;
    let client = database.client().await;
    outcome(&client, &former_draft(&user, &product, "key")).await.unwrap();
    let changes = "UPDATE products SET price_cents = 200000, last_price_cents = 150000, updated_at = updated_at + interval '1 day';
        UPDATE products SET price_cents = 200000, last_price_cents = 150000, version = version + 1;
        UPDATE products SET description = 'New', last_price_cents = 160000, updated_at = updated_at + interval '1 day'";
    client.batch_execute(changes).await.unwrap();
    let history = "SELECT last_price_cents, extract(day FROM at - min(at) OVER ())::integer FROM price_history ORDER BY id";
    let history: Vec<(i64, i32)> = client.query(history, &[]).await.unwrap().iter().map(|row| (row.get(0), row.get(1))).collect();
    assert_eq!(history, [(product.details.prices.last_price().cents(), 0), (150_000, 1), (160_000, 2)]);
    let begun = "SELECT FROM price_history h JOIN products p ON p.id = h.product_id WHERE h.at = p.created_at";
    assert_eq!(count(&client, begun).await, 1);
    client.batch_execute("DELETE FROM products").await.unwrap();
    assert_eq!(count(&client, "SELECT FROM price_history").await, 0);
}
