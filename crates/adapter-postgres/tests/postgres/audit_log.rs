//! The rows of the audit log: one for every change by an administrator or the operator, in the transaction of the change.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, PasswordHash, ProfileChange};
use domain::catalog::product::DetailsEdit;
use domain::catalog::product_import::{Column, Import, ImportRow, ImportWatcher};
use domain::catalog::stock_adjustment::{AdjustmentNote, StockAdjustment, StockDelta};
use domain::orders::order_edit::OrderEdit;
use domain::reviews::{NewReview, Rating};
use domain::shared::edit::Edit;
use domain::shared::ids::ReviewId;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::{OrderNotes, ProductName, ReviewComment};
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{moments, sample_orders, sample_products, sample_users};

async fn texts(database: &TestDatabase, query: &str) -> Vec<String> {
    let rows = database.client().await.query(query, &[]).await.unwrap();
    rows.iter().map(|row| row.get::<_, Option<String>>(0).unwrap_or_default()).collect()
}

#[tokio::test]
async fn every_change_is_audited_once_with_who_and_what() {
    let database = TestDatabase::create().await;
    let shop = Shop::of(database.postgres().await);
    let by = Actor::user(&shop.admin().await, "a request".to_owned());
    let user = shop.customer().await;
    let now = moments::now();
    for blocked in [true, true, false] {
        shop.users.set_blocked(&user.email, blocked, &by, now).await.unwrap();
    }
    shop.users.promote(&user.email, StaffRole::Owner, None, &by, now).await.unwrap();
    shop.users.delete(&user.email, &by, now).await.unwrap();
    let product = sample_products::full_product();
    shop.products.create(&product, &by).await.unwrap();
    shop.products.update(&product.code, &sample_products::renamed(), &by, now).await.unwrap();
    shop.products.delete(&product.code, &Actor::operator("demo"), now).await.unwrap();
    let log = texts(&database, "SELECT concat_ws(' ', entity, action) FROM audit_log ORDER BY id").await;
    let changes = ["user block", "user unblock", "user promote", "user delete", "product create", "product update", "product delete"];
    assert_eq!(log, changes);
    let who = texts(&database, "SELECT concat_ws('|', actor_id, actor_email, request_id) FROM audit_log ORDER BY id").await;
    assert!(who[..6].iter().all(|w| *w == signature(&by)), "{who:?}");
    assert_eq!(who[6], "demo");
    let what = "SELECT concat_ws('→', before ->> 'isBlocked', after ->> 'isBlocked') FROM audit_log WHERE entity = 'user' ORDER BY id";
    assert_eq!(texts(&database, what).await, ["false→true", "true→false", "false→false", "false"]);
    let what = "SELECT concat_ws('→', before ->> 'version', after ->> 'version') FROM audit_log WHERE entity = 'product' ORDER BY id";
    assert_eq!(texts(&database, what).await, ["1", "1→2", "2"]);
    let hashes = texts(&database, "SELECT id::text FROM audit_log WHERE concat(before, after) LIKE '%argon%'").await;
    assert!(hashes.is_empty(), "no hash is in the audit log");
}

/// What every entry of the log says of an administrator.
fn signature(by: &Actor) -> String {
    format!("{}|{}|{}", by.user_id.unwrap(), by.email.as_ref().unwrap(), by.request_id)
}

#[tokio::test]
async fn orders_reviews_profiles_and_new_administrators_are_audited_too() {
    let database = TestDatabase::create().await;
    let shop = Shop::of(database.postgres().await);
    let (by, now) = (sample_users::actor(), moments::now());
    let user = shop.customer().await;
    let product = shop.add(sample_products::product("Rose")).await;
    let order = shop.place(&sample_orders::draft(&user, &[(&product, 1)])).await;
    let change = OrderEdit { status: Some(OrderStatus::Shipped), notes: OrderNotes::parse("by bus").ok(), ..OrderEdit::default() };
    shop.edit(&order.id, &change, &by, now).await.unwrap();
    let review = NewReview {
        id: ReviewId::new(sample_users::customer().id.uuid()),
        user_id: user.id,
        rating: Rating::parse(2).unwrap(),
        comment: ReviewComment::parse("Late").unwrap(),
        created_at: now,
    };
    shop.reviews.add(&review).await.unwrap();
    shop.reviews.delete(review.id, &by, now).await.unwrap();
    let own = ProfileChange { first_name: Some(sample_users::name("Own")), ..ProfileChange::default() };
    shop.users.update_profile(user.id, &own, None, now).await.unwrap();
    let password_hash = Some(PasswordHash::new("$argon2id$secret".to_owned()));
    let theirs = ProfileChange { first_name: Some(sample_users::name("Theirs")), password_hash, ..ProfileChange::default() };
    shop.users.update_profile_as_admin(user.id, &theirs, None, &by, now).await.unwrap();
    let operator = Actor::operator("admin create");
    let admin = sample_users::admin();
    shop.users.create_admin(&admin, &operator).await.unwrap();
    let second = NewUser { id: sample_users::admin().id, ..admin.clone() };
    assert!(shop.users.create_admin(&second, &operator).await.is_err());
    let log = "SELECT concat_ws(' ', entity, action, subject) FROM audit_log WHERE entity <> 'product' ORDER BY id";
    let (id, email) = (order.id.as_str(), user.email.as_str());
    let expected = [
        format!("order update {id}"),
        format!("review delete {email}"),
        format!("user update {email}"),
        format!("user create {}", admin.email),
    ];
    assert_eq!(texts(&database, log).await, expected, "what customers change about themselves is not in it");
    let who = "SELECT concat_ws('|', actor_id, actor_email, request_id) FROM audit_log WHERE entity <> 'product' ORDER BY id";
    let who = texts(&database, who).await;
    assert!(who[..3].iter().all(|w| *w == signature(&by)) && who[3] == "admin create", "{who:?}");
    let fields = "SELECT concat_ws('→', before ->> 'status', after ->> 'status', before ->> 'notes', after ->> 'notes', before ->> 'comment', \
                  before ->> 'firstName', after ->> 'firstName') FROM audit_log WHERE entity <> 'product' ORDER BY id";
    assert_eq!(texts(&database, fields).await, ["processing→shipped→→by bus", "Late", "Own→Theirs", "Ayesha"]);
    assert!(texts(&database, "SELECT id::text FROM audit_log WHERE concat(before, after) LIKE '%argon%'").await.is_empty());
}

#[tokio::test]
async fn the_values_of_a_product_have_the_names_of_its_fields() {
    let database = TestDatabase::create().await;
    Shop::of(database.postgres().await).add(sample_products::full_product()).await;
    let names = "SELECT k FROM audit_log, jsonb_object_keys(after) AS k WHERE entity = 'product' ORDER BY k COLLATE \"C\"";
    let in_cents = |name: &str| if name.ends_with("rice") { format!("{name}Cents") } else { name.to_owned() };
    let columns = Column::ALL.into_iter().filter(|column| *column != Column::ExpectedStock);
    let expected: BTreeSet<String> = columns.map(|column| in_cents(column.as_str())).collect();
    assert_eq!(texts(&database, names).await, Vec::from_iter(expected));
}

#[tokio::test]
async fn an_adjusted_stock_and_an_imported_product_are_audited_each() {
    let database = TestDatabase::create().await;
    let shop = Shop::of(database.postgres().await);
    let (by, now) = (sample_users::actor(), moments::now());
    let product = shop.add(sample_products::product("Rose")).await;
    let note = AdjustmentNote::parse("Two broke").unwrap();
    let adjustment = StockAdjustment { delta: StockDelta::parse(-2).unwrap(), note, expected: None };
    shop.products.adjust_stock(&product.code, &adjustment, &by, now).await.unwrap();
    let edited = ImportRow { stock: Edit::Set(sample_products::stock(30)), ..ImportRow::of(2, product.code.clone()) };
    let new = ImportRow {
        details: DetailsEdit {
            name: Edit::Set(ProductName::parse("Lily").unwrap()),
            price: Edit::Set(sample_products::rupees(900)),
            ..DetailsEdit::default()
        },
        stock: Edit::Set(sample_products::stock(4)),
        ..ImportRow::of(3, sample_products::code())
    };
    let same = ImportRow::of(4, shop.add(sample_products::product("Lotus")).await.code);
    let import = Arc::new(Import::new(vec![edited, new, same], || sample_products::product("Any").id));
    let watcher: ImportWatcher = Arc::new(|_| {});
    shop.products.import(&import, &by, now, &watcher).await.unwrap();
    let who = by.email.unwrap();
    let log = format!(
        "SELECT concat_ws(' ', action, coalesce(before ->> 'stock', '-'), after ->> 'stock', request_id) FROM audit_log \
         WHERE actor_email = '{who}' ORDER BY id"
    );
    let id = &by.request_id;
    assert_eq!(texts(&database, &log).await, [format!("update 10 8 {id}"), format!("create - 4 {id}"), format!("update 8 30 {id}")]);
    let movements = "SELECT concat_ws(' ', reason, delta, note) FROM stock_movements WHERE reason <> 'initial' ORDER BY id";
    assert_eq!(texts(&database, movements).await, ["adjustment -2 Two broke", "import 4", "import 22"]);
}

/// The entry is written in the transaction of the change: where it cannot be, nothing is changed.
#[tokio::test]
async fn a_change_that_cannot_be_audited_is_not_made() {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    let shop = Shop::of(postgres.clone());
    let (by, now) = (sample_users::actor(), moments::now());
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let order = shop.place(&sample_orders::draft(&user, &[(&product, 1)])).await;
    let (id, rating, comment) =
        (ReviewId::new(sample_users::customer().id.uuid()), Rating::parse(2).unwrap(), ReviewComment::parse("Late").unwrap());
    shop.reviews.add(&NewReview { id, user_id: user.id, rating, comment, created_at: now }).await.unwrap();
    let everything = "SELECT concat(p, o, u.is_blocked, u.user_type, u.first_name, r.id) FROM products p, orders o, users u \
                      LEFT JOIN reviews r ON r.user_id = u.id WHERE u.user_type = 'customer'";
    let before = texts(&database, everything).await;
    let refuse = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$; \
                  CREATE TRIGGER refuse BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse()";
    database.client().await.batch_execute(refuse).await.unwrap();

    let cancel = OrderEdit { status: Some(OrderStatus::Cancelled), ..OrderEdit::default() };
    let adjustment = StockAdjustment { delta: StockDelta::parse(-2).unwrap(), note: AdjustmentNote::parse("Two").unwrap(), expected: None };
    let row = ImportRow { stock: Edit::Set(sample_products::stock(30)), ..ImportRow::of(2, product.code.clone()) };
    let import = Arc::new(Import::new(vec![row], || sample_products::product("Any").id));
    let watcher: ImportWatcher = Arc::new(|_| {});
    let profile = ProfileChange { first_name: Some(sample_users::name("Theirs")), ..ProfileChange::default() };
    let refused = [
        shop.edit(&order.id, &cancel, &by, now).await.is_err(),
        shop.products.adjust_stock(&product.code, &adjustment, &by, now).await.is_err(),
        shop.products.import(&import, &by, now, &watcher).await.is_err(),
        shop.products.update(&product.code, &sample_products::renamed(), &by, now).await.is_err(),
        shop.products.delete(&product.code, &by, now).await.is_err(),
        shop.products.create(&sample_products::product("Lily"), &by).await.is_err(),
        shop.users.set_blocked(&user.email, true, &by, now).await.is_err(),
        shop.users.promote(&user.email, StaffRole::Owner, None, &by, now).await.is_err(),
        shop.users.update_profile_as_admin(user.id, &profile, None, &by, now).await.is_err(),
        shop.users.delete(&user.email, &by, now).await.is_err(),
        shop.reviews.delete(id, &by, now).await.is_err(),
    ];
    assert_eq!(refused, [true; 11]);
    assert_eq!(texts(&database, everything).await, before);
    assert_eq!(postgres.check_invariants().await.unwrap(), []);
}
