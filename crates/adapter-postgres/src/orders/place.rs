//! Placing an order: one call of the database's own function, which is the whole transaction.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::product_code::ProductCode;
use domain::orders::idempotency::{IdempotencyKey, RequestMeaning};
use domain::orders::order::{Order, OrderDraft, Shortage};
use domain::orders::order_id::OrderId;
use domain::orders::ports::PlaceOrderOutcome;
use domain::orders::quantity::{Quantity, Stock};
use domain::shared::ids::UserId;
use domain::shared::text::ProductName;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::{items, row};
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, committed, known, stored};
use crate::query::functions;

/// The shortest time in which a lock is waited for: one who waited for a turn, and got it, is not refused for that.
const LAST_WAIT: Duration = Duration::from_millis(500);

/// What `place_order` takes.
#[derive(Serialize)]
struct Draft<'a> {
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
    items: Vec<Line<'a>>,
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

/// What `place_order` answers.
#[derive(Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
enum Outcome {
    Placed,
    Replayed { order_id: String },
    KeyReused,
    CustomerRefused,
    OfferChanged,
    OutOfStock { shortages: Vec<Short> },
    OrderIdTaken,
}

#[derive(Deserialize)]
struct Short {
    code: String,
    name: String,
    requested: i64,
    available: i64,
}

/// What `order_placed_with` answers.
#[derive(Deserialize)]
struct PlacedWith {
    order_id: String,
    meaning: String,
}

/// Places an order. What is left until `by` is how long the database waits for each lock, and [`LAST_WAIT`] at least.
pub(crate) async fn place(db: &Postgres, draft: &OrderDraft, by: Instant) -> Result<PlaceOrderOutcome, DbError> {
    let products = draft.items.iter().map(|item| row_of::product(&item.code));
    let key = draft.claim.iter().map(|claim| row_of::key(draft.user_id, &claim.key));
    let mut connection = db.connection_for(Work::Orders, key.chain(products)).await?;
    let patience = by.saturating_duration_since(Instant::now()).max(LAST_WAIT);
    let argument = serde_json::to_value(draft_of(draft, patience)?)?;
    let answer: Value = committed(diesel::select(functions::place_order(argument)).load(&mut *connection)).await?;
    Ok(match serde_json::from_value(answer)? {
        Outcome::Placed => PlaceOrderOutcome::Placed(draft.clone().into_order()),
        Outcome::Replayed { order_id } => PlaceOrderOutcome::Replayed(order(&connection, &order_id).await?),
        Outcome::KeyReused => PlaceOrderOutcome::KeyReused,
        Outcome::CustomerRefused => PlaceOrderOutcome::CustomerRefused,
        Outcome::OfferChanged => PlaceOrderOutcome::OfferChanged,
        Outcome::OutOfStock { shortages } => {
            PlaceOrderOutcome::OutOfStock(shortages.into_iter().map(shortage_of).collect::<Result<_, _>>()?)
        }
        Outcome::OrderIdTaken => PlaceOrderOutcome::OrderIdTaken,
    })
}

/// What a user placed with a key, waiting for a request that is placing it right now.
pub(crate) async fn placed_with(
    connection: &AsyncPgConnection,
    user: UserId,
    key: &IdempotencyKey,
) -> Result<Option<(RequestMeaning, Order)>, DbError> {
    let answer: Option<Value> =
        diesel::select(functions::order_placed_with(user.uuid(), key.as_str())).get_result(&mut &*connection).await?;
    let Some(answer) = answer else { return Ok(None) };
    let placed: PlacedWith = serde_json::from_value(answer)?;
    Ok(Some((RequestMeaning(placed.meaning), order(connection, &placed.order_id).await?)))
}

async fn order(connection: &AsyncPgConnection, id: &str) -> Result<Order, DbError> {
    let id = stored("order number", OrderId::parse(id))?;
    known("order of an idempotency key", items::by_id(connection, &id).await?)
}

fn draft_of(draft: &OrderDraft, patience: Duration) -> Result<Draft<'_>, DbError> {
    Ok(Draft {
        lock_timeout: format!("{}ms", patience.as_millis()),
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
        meaning: draft.claim.as_ref().map(|c| c.meaning.0.as_str()),
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
        name: stored("product name", ProductName::parse(&short.name))?,
        requested: stored("quantity", Quantity::parse(short.requested))?,
        available: stored("stock", Stock::parse(short.available))?,
    })
}
