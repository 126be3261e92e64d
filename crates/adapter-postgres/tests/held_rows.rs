//! A row that another session holds for long: requests for it are refused in time, and all other requests are answered.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::future::Future;
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use adapter_postgres::{PoolOptions, Postgres};
use domain::accounts::login_attempts::{AddressBlock, AttemptResult, LoginAttempt, Origin};
use domain::accounts::ports::Admission;
use domain::accounts::user::{ProfileChange, User};
use domain::catalog::product::Product;
use domain::catalog::stock_adjustment::{AdjustmentNote, StockAdjustment, StockDelta};
use domain::images::image::{ImageName, PicturePurpose};
use domain::images::upload::{NewUpload, Uploader};
use domain::orders::order::Order;
use domain::reviews::{NewReview, Rating, Review};
use domain::shared::error::{ErrorKind, FeatureError, ReadError};
use domain::shared::ids::{ReviewId, UserId};
use domain::shared::ports::Readiness as _;
use domain::shared::text::ReviewComment;
use futures_util::future::join_all;
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{moments, sample_orders, sample_products, sample_users, unique};
use tokio::task::JoinHandle;
use tokio_postgres::Client;

/// More than there are connections.
const MANY: usize = 20;
/// No wait may be nearly this long, on a busy machine; a request may wait 2 s for a turn, and 5 s for a lock.
const LONGEST: Duration = Duration::from_secs(25);
/// The most connections that may wait for one row.
const PER_ROW: i64 = 2;

struct Stage {
    database: TestDatabase,
    postgres: Postgres,
    shop: Shop,
}

type Work = JoinHandle<Result<(), ErrorKind>>;

/// Some work in a task of its own.
fn begun<T, E: FeatureError>(work: impl Future<Output = Result<T, E>> + Send + 'static) -> Work {
    tokio::spawn(async move { work.await.map(drop).map_err(|error| error.kind()) })
}

impl Stage {
    /// A shop with the pool that the program has.
    async fn set() -> Self {
        let database = TestDatabase::create().await;
        let postgres = Postgres::connect(database.url(), PoolOptions::default()).await.unwrap();
        let shop = Shop::of(postgres.clone());
        Self { database, postgres, shop }
    }

    /// A session that holds the rows that a statement locks.
    async fn hold(&self, lock: &str) -> Client {
        let holder = self.database.client().await;
        holder.batch_execute(&format!("BEGIN; {lock}")).await.unwrap();
        holder
    }

    /// Waits until a connection waits for the holder.
    async fn until_one_waits(&self) {
        let client = self.database.client().await;
        while client.query_one(WAITING, &[]).await.unwrap().get::<_, i64>(0) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// How many connections wait for a lock.
    async fn waiting(&self) -> i64 {
        self.database.client().await.query_one(WAITING, &[]).await.unwrap().get(0)
    }

    /// Reads, sign-ins and readiness, which go on.
    async fn others_go_on(&self, customer: &User, product: &Product) {
        let origin = Origin::Block(AddressBlock::of(Ipv4Addr::LOCALHOST.into()));
        let attempt = LoginAttempt { email: customer.email.clone(), origin };
        for _ in 0..3 {
            self.shop.product(product).await.unwrap();
            let admission = self.shop.throttle.admit(&attempt, moments::now()).await.unwrap();
            let Admission::Admitted(name) = admission else { panic!("{admission:?}") };
            let session = self.shop.session(customer).await;
            assert!(self.shop.is_in(&session).await);
            self.shop.throttle.settle(&attempt, name, AttemptResult::Succeeded, moments::now()).await.unwrap();
            self.postgres.check().await.unwrap();
        }
    }

    /// Lets many do some work on a row that is held, while others go on; and tells those who waited in vain so, soon.
    async fn many_wait_and_others_go_on(&self, lock: &str, work: impl Fn(&Shop) -> Work) {
        let (other, untouched) = (self.shop.customer().await, self.shop.add(sample_products::product("Lotus")).await);
        let holder = self.hold(lock).await;
        let began = Instant::now();
        let waiting: Vec<_> = (0..MANY).map(|_| work(&self.shop)).collect();
        self.until_one_waits().await;
        self.others_go_on(&other, &untouched).await;
        self.shop.place(&sample_orders::draft(&other, &[(&untouched, 1)])).await;
        assert!(self.waiting().await <= PER_ROW, "one row takes few connections");
        for done in join_all(waiting).await {
            assert_eq!(done.unwrap(), Err(ErrorKind::Unavailable));
        }
        assert!(began.elapsed() < LONGEST, "told after {:?}", began.elapsed());
        holder.batch_execute("ROLLBACK").await.unwrap();
        work(&self.shop).await.unwrap().unwrap();
    }
}

const WAITING: &str = "SELECT count(DISTINCT l.pid) FROM pg_locks l JOIN pg_stat_activity a USING (pid) \
                       WHERE NOT l.granted AND a.datname = current_database() AND a.application_name = 'araliya/3'";

fn lock(table: &str, id: impl std::fmt::Display) -> String {
    format!("SELECT FROM {table} WHERE id = '{id}' FOR UPDATE")
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_of_one_held_product_leave_the_shop_open() {
    let stage = Stage::set().await;
    let (user, product) =
        (stage.shop.customer().await, stage.shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await);
    let row = lock("products", product.id);
    stage
        .many_wait_and_others_go_on(&row, |shop| {
            let (orders, draft) = (shop.orders.clone(), sample_orders::draft(&user, &[(&product, 1)]));
            begun(async move { orders.place(&draft).await.map_err(ReadError::from) })
        })
        .await;
    assert_eq!(stage.shop.stock(&product).await, 99, "of those refused, none took anything");
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_of_one_held_product_leave_the_shop_open() {
    let stage = Stage::set().await;
    let product = stage.shop.add(sample_products::product("Rose")).await;
    let row = lock("products", product.id);
    stage
        .many_wait_and_others_go_on(&row, |shop| {
            let (products, code, change) = (shop.products.clone(), product.code.clone(), sample_products::renamed());
            begun(async move { products.update(&code, &change, &sample_users::actor(), moments::now()).await })
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn adjustments_of_one_held_stock_leave_the_shop_open() {
    let stage = Stage::set().await;
    let product = stage.shop.add(sample_products::product("Rose")).await;
    let row = lock("products", product.id);
    stage
        .many_wait_and_others_go_on(&row, |shop| {
            let (products, code) = (shop.products.clone(), product.code.clone());
            let note = AdjustmentNote::parse("counted").unwrap();
            let adjustment = StockAdjustment { delta: StockDelta::parse(1).unwrap(), note, expected: None };
            begun(async move { products.adjust_stock(&code, &adjustment, &sample_users::actor(), moments::now()).await })
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_of_one_held_order_leave_the_shop_open() {
    let stage = Stage::set().await;
    let (user, product) = (stage.shop.customer().await, stage.shop.add(sample_products::product("Rose")).await);
    let order = stage.shop.place(&sample_orders::draft(&user, &[(&product, 1)])).await;
    let row = lock("orders", order.id.as_str());
    stage
        .many_wait_and_others_go_on(&row, |shop| {
            let (orders, id) = (shop.orders.clone(), order.id.clone());
            begun(async move {
                let expire = Box::new(|order: &Order| Ok(order.expire(moments::now())));
                orders.change(&id, &sample_users::actor(), moments::now(), expire).await
            })
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_of_one_held_profile_leave_the_shop_open() {
    let stage = Stage::set().await;
    let user = stage.shop.customer().await;
    let row = lock("users", user.id);
    stage
        .many_wait_and_others_go_on(&row, |shop| {
            let (users, id) = (shop.users.clone(), user.id);
            let change = ProfileChange { first_name: Some(sample_users::name("Kasun")), ..ProfileChange::default() };
            begun(async move { users.update_profile(id, &change, None, moments::now()).await })
        })
        .await;
}

/// Nor does it stop the uploads of others, which are counted one after the other.
#[tokio::test(flavor = "multi_thread")]
async fn uploads_of_one_held_user_leave_the_shop_open() {
    let stage = Stage::set().await;
    let (user, other) = (stage.shop.customer().await, stage.shop.customer().await);
    let upload = |by: UserId| {
        let (uploads, at) = (stage.shop.uploads.clone(), moments::now());
        let (name, purpose) = (ImageName::for_upload(at, &unique::tag()), PicturePurpose::Profile);
        let upload = NewUpload { name, purpose, by: Uploader::Customer(by), bytes: 1, at };
        begun(async move { uploads.reserve(&upload).await.map_err(ReadError::from) })
    };
    let uploaded_by_other = upload(other.id);
    uploaded_by_other.await.unwrap().unwrap();
    let holder = stage.hold(&lock("users", user.id)).await;
    let waiting: Vec<_> = (0..MANY).map(|_| upload(user.id)).collect();
    stage.until_one_waits().await;
    assert_eq!(upload(other.id).await.unwrap(), Ok(()), "another customer's upload");
    holder.batch_execute("ROLLBACK").await.unwrap();
    for done in join_all(waiting).await {
        assert!(matches!(done.unwrap(), Ok(()) | Err(ErrorKind::Unavailable)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_ins_of_one_held_user_leave_the_shop_open() {
    let stage = Stage::set().await;
    let user = stage.shop.customer().await;
    let row = lock("users", user.id);
    stage
        .many_wait_and_others_go_on(&row, |shop| {
            let (sessions, session) = (shop.sessions.clone(), sample_users::session_of(&user));
            begun(async move { sessions.open(&session, None).await.map_err(ReadError::from) })
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_of_one_held_review_leave_the_shop_open() {
    let stage = Stage::set().await;
    let user = stage.shop.customer().await;
    let comment = ReviewComment::parse("Smells of temples").unwrap();
    let id = ReviewId::new(unique::uuid());
    let rating = Rating::parse(4).unwrap();
    let review = NewReview { id, user_id: user.id, rating, comment: comment.clone(), created_at: moments::now() };
    stage.shop.reviews.add(&review).await.unwrap();
    let row = lock("reviews", id);
    let turn = std::sync::atomic::AtomicI64::new(0);
    stage
        .many_wait_and_others_go_on(&row, |shop| {
            let n = turn.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let comment = ReviewComment::parse(&format!("Smells of temples {n}")).unwrap();
            let (reviews, user) = (shop.reviews.clone(), user.id);
            let edit = move |review: &Review| review.edited(user, rating, &comment, moments::seconds_later(n));
            begun(async move { reviews.change(id, Box::new(edit)).await })
        })
        .await;
}

/// A session whose row is held is let in all the same: only the note of its use is left out.
#[tokio::test(flavor = "multi_thread")]
async fn a_held_session_is_not_waited_for() {
    let stage = Stage::set().await;
    let user = stage.shop.customer().await;
    let session = stage.shop.session(&user).await;
    let holder = stage.hold(&lock("sessions", session.id)).await;
    let later = moments::seconds_later(120);
    let asking = (0..MANY).map(|_| stage.shop.sessions.authenticate(session.id, user.id, later));
    for asked in join_all(asking).await {
        assert!(asked.unwrap().is_some());
    }
    assert_eq!(stage.waiting().await, 0);
    holder.batch_execute("ROLLBACK").await.unwrap();
}

/// Many rows are held, and each is wanted: half of the connections stay with the others.
#[tokio::test(flavor = "multi_thread")]
async fn many_held_products_take_half_of_the_connections() {
    let stage = Stage::set().await;
    let (user, other) = (stage.shop.customer().await, stage.shop.customer().await);
    let mut held = Vec::new();
    for _ in 0..MANY {
        held.push(stage.shop.add(sample_products::product("Rose")).await);
    }
    let holder = stage.hold("SELECT FROM products FOR UPDATE").await;
    let waiting: Vec<Work> = held
        .iter()
        .map(|product| {
            let (orders, draft) = (stage.shop.orders.clone(), sample_orders::draft(&user, &[(product, 1)]));
            begun(async move { orders.place(&draft).await.map_err(ReadError::from) })
        })
        .collect();
    stage.until_one_waits().await;
    stage.others_go_on(&other, &held[0]).await;
    assert!(stage.waiting().await <= 8);
    for done in join_all(waiting).await {
        assert_eq!(done.unwrap(), Err(ErrorKind::Unavailable));
    }
    let orders = stage.postgres.work().into_iter().find(|load| load.work == "orders").unwrap();
    assert_eq!((orders.max, orders.in_use, orders.waiting), (8, 0, 0));
    assert!(orders.refused >= 4, "{orders:?}");
    holder.batch_execute("ROLLBACK").await.unwrap();
}
