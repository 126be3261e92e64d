//! Placing an order: one statement that calls the function `place_order` and adds the rows beside the order.

use std::pin::pin;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::sql_types::{Jsonb, Text};
use diesel::{QueryResult, QueryableByName};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::product_code::ProductCode;
use domain::orders::idempotency::{IdempotencyKey, RequestFingerprint};
use domain::orders::new_customer::NewCustomerLimit;
use domain::orders::order::{Order, OrderDraft, Shortage};
use domain::orders::ports::PlaceOrderOutcome;
use domain::shared::ids::UserId;
use domain::shared::order_id::OrderId;
use domain::shared::quantity::{Quantity, Stock};
use domain::shared::text::ProductName;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use super::{beside, items, row};
use crate::connection::pool::Postgres;
use crate::connection::pooled::Canceller;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, committed, known, stored};
diesel::define_sql_function! {
    /// The order that an owner placed with a key (`migrations/schema/…_orders_functions`).
    fn order_placed_with(owner_key: Text, used_key: Text) -> Nullable<Jsonb>;
}

/// The deadlines of the stages of placing an order (contract, Orders: at most 2 s for all waits together).
///
/// The database refuses a lock that is not granted in time. Waits of one statement can add up, such as those for locks of several
/// products or behind another waiter: the statement is cancelled then. Both answers are certain: nothing was written. Only after
/// the last deadline, when the server does not answer the cancellation either, is the outcome unknown, as after a lost
/// connection; the idempotency key tells.
#[derive(Clone, Copy)]
pub(crate) struct PlacingTimeouts {
    turn: Instant,
    locks: Instant,
    statement: Instant,
    pub(crate) all: Instant,
}

impl PlacingTimeouts {
    /// The deadlines of an order that begins at an instant: 1.5 s for a turn and a connection, 1.8 s for a lock, 1.9 s for the
    /// statement, 3 s for the server's last answer.
    pub(crate) fn from(begun: Instant) -> Self {
        let after = |milliseconds| begun + Duration::from_millis(milliseconds);
        Self { turn: after(1_500), locks: after(1_800), statement: after(1_900), all: after(3_000) }
    }
}

/// The version of the drafts that this release writes.
const DRAFT_VERSION: u32 = 2;

/// The argument of `place_order`.
#[derive(Serialize)]
struct Draft<'a> {
    version: u32,
    owner_key: String,
    lock_timeout: String,
    id: &'a str,
    user_id: Uuid,
    email: &'a str,
    shipping_name: &'a str,
    shipping_address: &'a str,
    shipping_phone: &'a str,
    total_cents: i64,
    placed_at: DateTime<Utc>,
    search_text: String,
    key: Option<&'a str>,
    meaning: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<Settings>,
    /// The limits where the address of the account is not verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    new_customer: Option<Limits>,
    items: Vec<Line<'a>>,
}

/// The limits of a new customer.
#[derive(Serialize)]
struct Limits {
    orders: u16,
    units: u32,
}

/// The versions of the settings that the order is priced with, by section.
#[derive(Serialize)]
struct Settings {
    delivery: u32,
    payments: u32,
}

#[derive(Serialize)]
struct Line<'a> {
    position: usize,
    product_id: Uuid,
    code: &'a str,
    name: &'a str,
    image: Option<&'a str>,
    price_cents: i64,
    quantity: u32,
}

/// The row of [`beside::placing`].
#[derive(QueryableByName)]
struct Answer {
    #[diesel(sql_type = Jsonb)]
    answer: Value,
}

/// The answer of `place_order`.
#[derive(Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
enum Outcome {
    Placed,
    Replayed { order_id: String },
    KeyReused,
    CustomerRefused,
    OfferChanged,
    NewCustomer { limit: Limit },
    OutOfStock { shortages: Vec<Short> },
    OrderIdTaken,
}

/// The limit that refuses a new customer's order.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Limit {
    Orders,
    Units,
}

#[derive(Deserialize)]
struct Short {
    code: String,
    name: String,
    requested: i64,
    available: i64,
}

/// The answer of `order_placed_with`.
#[derive(Deserialize)]
struct PlacedWith {
    order_id: String,
    meaning: String,
}

pub(crate) async fn place(db: &Postgres, draft: &OrderDraft, timeouts: &PlacingTimeouts) -> Result<PlaceOrderOutcome, DbError> {
    let products = draft.items.iter().map(|item| row_of::product(&item.code));
    let key = draft.claim.iter().map(|claim| row_of::key(draft.user_id, &claim.key));
    // Orders of a new customer wait for each other.
    let customer = draft.new_customer.map(|_| row_of::user(draft.user_id));
    let connecting = db.connection_for(Work::Orders, key.chain(customer).chain(products));
    let mut connection = timeout_at(timeouts.turn, connecting).await.map_err(|elapsed| DbError::Connection(elapsed.into()))??;
    let lock_timeout = timeouts.locks.saturating_duration_since(Instant::now());
    let argument = serde_json::to_value(draft_of(draft, lock_timeout)?)?;
    let canceller = connection.canceller();
    let statement = beside::placing(draft, argument)?;
    let placing = committed(statement.load(&mut *connection));
    let Answer { answer } = cancelled_at(timeouts.statement, canceller, placing).await?;
    Ok(match serde_json::from_value(answer)? {
        Outcome::Placed => PlaceOrderOutcome::Placed(draft.clone().into_order()),
        Outcome::Replayed { order_id } => PlaceOrderOutcome::Replayed(order(&connection, &order_id).await?),
        Outcome::KeyReused => PlaceOrderOutcome::KeyReused,
        Outcome::CustomerRefused => PlaceOrderOutcome::CustomerRefused,
        Outcome::OfferChanged => PlaceOrderOutcome::OfferChanged,
        Outcome::NewCustomer { limit: Limit::Orders } => PlaceOrderOutcome::NewCustomer(NewCustomerLimit::Orders),
        Outcome::NewCustomer { limit: Limit::Units } => PlaceOrderOutcome::NewCustomer(NewCustomerLimit::Units),
        Outcome::OutOfStock { shortages } => {
            PlaceOrderOutcome::OutOfStock(shortages.into_iter().map(shortage_of).collect::<Result<_, _>>()?)
        }
        Outcome::OrderIdTaken => PlaceOrderOutcome::OrderIdTaken,
    })
}

/// Awaits a statement. At the deadline it cancels the statement and awaits the server's answer, which tells whether the statement
/// was committed.
async fn cancelled_at<T>(deadline: Instant, canceller: Canceller, statement: impl Future<Output = QueryResult<T>>) -> QueryResult<T> {
    let mut statement = pin!(statement);
    if let Ok(done) = timeout_at(deadline, &mut statement).await {
        return done;
    }
    canceller.cancel().await;
    statement.await
}

/// The order that a user placed with a key. Waits for a request that is placing it.
pub(crate) async fn placed_with(
    connection: &AsyncPgConnection,
    user: UserId,
    key: &IdempotencyKey,
) -> Result<Option<(RequestFingerprint, Order)>, DbError> {
    let answer: Option<Value> = diesel::select(order_placed_with(owner_key(user), key.as_str())).get_result(&mut &*connection).await?;
    let Some(answer) = answer else { return Ok(None) };
    let placed: PlacedWith = serde_json::from_value(answer)?;
    Ok(Some((RequestFingerprint(placed.meaning), order(connection, &placed.order_id).await?)))
}

async fn order(connection: &AsyncPgConnection, id: &str) -> Result<Order, DbError> {
    let id = stored("order number", OrderId::parse(id))?;
    known("order of an idempotency key", items::by_id(connection, &id).await?)
}

/// The owner of a user's idempotency keys, as `idempotency_keys.owner_key` has it.
fn owner_key(user: UserId) -> String {
    format!("user:{}", user.uuid())
}

fn draft_of(draft: &OrderDraft, lock_timeout: Duration) -> Result<Draft<'_>, DbError> {
    Ok(Draft {
        version: DRAFT_VERSION,
        owner_key: owner_key(draft.user_id),
        lock_timeout: format!("{}ms", lock_timeout.as_millis().max(1)),
        id: draft.id.as_str(),
        user_id: draft.user_id.uuid(),
        email: draft.email.as_str(),
        shipping_name: draft.shipping.name.as_str(),
        shipping_address: draft.shipping.address.as_str(),
        shipping_phone: draft.shipping.phone.as_str(),
        total_cents: draft.total.cents(),
        placed_at: draft.placed_at,
        search_text: row::found_by(&draft.shipping.name, &draft.email),
        key: draft.claim.as_ref().map(|c| c.key.as_str()),
        meaning: draft.claim.as_ref().map(|c| c.fingerprint.0.as_str()),
        settings: draft.settings.map(|seen| Settings { delivery: seen.delivery.get(), payments: seen.payments.get() }),
        new_customer: draft.new_customer.map(|limits| Limits { orders: limits.orders.get(), units: limits.units.get() }),
        items: draft.items.iter().enumerate().map(line_of).collect::<Result<_, _>>()?,
    })
}

fn line_of((position, item): (usize, &domain::orders::order::OrderItem)) -> Result<Line<'_>, DbError> {
    Ok(Line {
        position,
        product_id: known("product of a new order", item.product_id)?.uuid(),
        code: item.code.as_str(),
        name: item.name.as_str(),
        image: item.image.as_ref().map(|i| i.as_str()),
        price_cents: item.price.cents(),
        quantity: item.quantity.get(),
    })
}

fn shortage_of(short: Short) -> Result<Shortage, DbError> {
    Ok(Shortage {
        code: stored("product code", ProductCode::parse(&short.code))?,
        name: stored("product name", ProductName::parse_known(&short.name))?,
        requested: stored("quantity", Quantity::parse(short.requested))?,
        available: stored("stock", Stock::parse(short.available))?,
    })
}
