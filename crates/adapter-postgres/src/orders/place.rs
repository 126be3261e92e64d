//! Placing an order: one statement that calls the function `place_order` and adds the rows of the order's other tables, as one
//! transaction and one round trip. It runs in a task of its own, so that a request that is dropped does not break it off.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{Jsonb, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::orders::error::OrderError;
use domain::orders::invoicing::due::due_documents;
use domain::orders::invoicing::repository::{InvoiceRepository as _, InvoicedOrder};
use domain::orders::new_customer::NewCustomerLimit;
use domain::orders::order::{Order, OrderDraft, Shortage};
use domain::orders::order_change::OrderChange;
use domain::orders::order_delivery::{OrderDelivery, OrderPricing};
use domain::orders::ports::{OrderRepository, PlaceOrderOutcome};
use domain::payments::order_payment::OrderPayment;
use domain::shared::decide::Decide;
use domain::shared::edit::Saved;
use domain::shared::idempotency::{IdempotencyKey, KeyOwner, RequestFingerprint};
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::ports::PortError;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use super::items;
use super::place_argument::argument;
use super::placing_timeouts::{PlacingTimeouts, cancelled_at};
use crate::connection::cause;
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, committed, known, retrying, stored};
use crate::messages::outbox;
use crate::query::sql::Sql;

diesel::define_sql_function! {
    /// The order that an owner placed with a key (`migrations/schema/…_orders_functions`).
    fn order_placed_with(owner_key: Text, used_key: Text) -> Nullable<Jsonb>;
}

#[async_trait]
impl OrderRepository for Postgres {
    async fn place(&self, draft: &OrderDraft) -> Result<PlaceOrderOutcome, PortError> {
        let (db, draft) = (self.clone(), draft.clone());
        let timeouts = PlacingTimeouts::from(Instant::now());
        let placing = async move {
            let outcome = retrying(|| place(&db, &draft, &timeouts)).await?;
            if let PlaceOrderOutcome::Placed(order) = &outcome {
                invoice_if_paid(&db, order).await;
            }
            Ok::<_, DbError>(outcome)
        };
        let task = cause::spawn(timeout_at(timeouts.all, placing));
        Ok(task.await.map_err(DbError::from)?.map_err(|elapsed| DbError::Connection(elapsed.into()))??)
    }

    async fn placed_with(&self, owner: &KeyOwner, key: &IdempotencyKey) -> Result<Option<(RequestFingerprint, Order)>, PortError> {
        let connection = self.connection_for(Work::Orders, [row_of::key(owner, key)]).await?;
        Ok(placed_with(&connection, owner, key).await?)
    }

    async fn change(
        &self,
        id: &OrderId,
        by: &Actor,
        now: DateTime<Utc>,
        decide: Decide<Order, OrderChange, OrderError>,
    ) -> Result<Saved<Order>, OrderError> {
        self.change_order(id, (by, now), None, decide).await
    }
}

/// Issues the invoice of an order of 0, which is paid at once. Where that fails, it has it at its next cause.
async fn invoice_if_paid(db: &Postgres, order: &Order) {
    if order.total > Money::ZERO {
        return;
    }
    let decide = |invoiced: &InvoicedOrder| Ok(due_documents(&invoiced.order, &invoiced.documents, false));
    let issued = db.issue(&order.id, &Actor::operator("a paid order"), order.placed_at, Box::new(decide)).await;
    if let Err(error) = issued {
        tracing::warn!(order = order.id.as_str(), error = &error as &dyn std::error::Error, "no invoice for a paid order");
    }
}

/// The row of [`placing`].
#[derive(QueryableByName)]
struct Answer {
    #[diesel(sql_type = Jsonb)]
    answer: Value,
}

/// The answer of `place_order`.
#[derive(Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
enum Outcome {
    /// `account` is that which got the order of a guest.
    Placed {
        #[serde(default)]
        account: Option<Uuid>,
    },
    Replayed {
        order_id: String,
    },
    KeyReused,
    CustomerRefused,
    NoCashOnDelivery,
    OfferChanged,
    NewCustomer {
        limit: NewCustomerLimit,
    },
    OutOfStock {
        shortages: Vec<Shortage>,
    },
    OrderIdTaken,
}

/// The answer of `order_placed_with`.
#[derive(Deserialize)]
struct PlacedWith {
    order_id: String,
    meaning: String,
}

async fn place(db: &Postgres, draft: &OrderDraft, timeouts: &PlacingTimeouts) -> Result<PlaceOrderOutcome, DbError> {
    let products = draft.items.iter().map(|item| row_of::product(&item.code));
    let key = draft.claim.iter().map(|claim| row_of::key(&draft.key_owner(), &claim.key));
    // Orders of a new customer wait for each other.
    let customer = draft.new_customer.map(|_| draft.user_id.map_or_else(|| row_of::address(&draft.email), row_of::user));
    // So do orders whose promotion has a limit.
    let limited = draft.promotions.iter().flat_map(|seen| &seen.limited).map(|id| row_of::promotion(*id));
    let connecting = db.connection_for(Work::Orders, key.chain(customer).chain(limited).chain(products));
    let mut connection = timeout_at(timeouts.turn, connecting).await.map_err(|elapsed| DbError::Connection(elapsed.into()))??;
    let lock_timeout = timeouts.locks.saturating_duration_since(Instant::now());
    let canceller = connection.canceller();
    let statement = placing(draft, argument(draft, lock_timeout)?)?;
    let placing = committed(statement.load(&mut *connection));
    let Answer { answer } = cancelled_at(timeouts.statement, canceller, placing).await?;
    Ok(match serde_json::from_value(answer)? {
        Outcome::Placed { account } => {
            let user_id = draft.user_id.or(account.map(UserId::new));
            PlaceOrderOutcome::Placed(Order { user_id, ..draft.clone().into_order() })
        }
        Outcome::Replayed { order_id } => PlaceOrderOutcome::Replayed(order(&connection, &order_id).await?),
        Outcome::KeyReused => PlaceOrderOutcome::KeyReused,
        Outcome::CustomerRefused => PlaceOrderOutcome::CustomerRefused,
        Outcome::NoCashOnDelivery => PlaceOrderOutcome::NoCashOnDelivery,
        Outcome::OfferChanged => PlaceOrderOutcome::OfferChanged,
        Outcome::NewCustomer { limit } => PlaceOrderOutcome::NewCustomer(limit),
        Outcome::OutOfStock { shortages } => PlaceOrderOutcome::OutOfStock(shortages),
        Outcome::OrderIdTaken => PlaceOrderOutcome::OrderIdTaken,
    })
}

/// The order that a customer placed with a key. Waits for a request that is placing it.
async fn placed_with(
    connection: &AsyncPgConnection,
    owner: &KeyOwner,
    key: &IdempotencyKey,
) -> Result<Option<(RequestFingerprint, Order)>, DbError> {
    let answer: Option<Value> = diesel::select(order_placed_with(owner.to_string(), key.as_str())).get_result(&mut &*connection).await?;
    let Some(answer) = answer else { return Ok(None) };
    let placed: PlacedWith = serde_json::from_value(answer)?;
    Ok(Some((RequestFingerprint(placed.meaning), order(connection, &placed.order_id).await?)))
}

async fn order(connection: &AsyncPgConnection, id: &str) -> Result<Order, DbError> {
    let id = stored("order number", OrderId::parse(id))?;
    known("order of an idempotency key", items::by_id(connection, &id).await?)
}

/// The statement that places an order: `argument` is that of `place_order`. Its row is the `answer` of the function.
///
/// The foreign keys of the rows are checked at the end of the statement, when the order is there. `made` names the order.
fn placing(draft: &OrderDraft, argument: Value) -> Result<Sql, DbError> {
    let call = Sql::new("WITH placed AS MATERIALIZED (SELECT place_order(").bind(argument).sql(") AS answer)");
    let made = ", made AS MATERIALIZED (SELECT FROM placed WHERE placed.answer ->> 'outcome' = 'placed')";
    let rows = side_rows(draft)?;
    let start = if rows.is_empty() { call } else { call.sql(made) };
    let statement =
        rows.into_iter().fold(start, |statement, (name, insert)| statement.sql(", ").sql(name).sql(" AS (").append(insert).sql(")"));
    Ok(statement.sql(" SELECT placed.answer FROM placed"))
}

/// An insert for each table that has a row of this order, with a name for it in the statement.
fn side_rows(draft: &OrderDraft) -> Result<Vec<(&'static str, Sql)>, DbError> {
    let delivery = delivery_row(draft).map(|row| ("delivery", insert("order_delivery", row)));
    let pricing = draft.delivery.pricing.as_ref().map(|pricing| ("pricing", insert("order_pricing", pricing_row(draft, pricing))));
    let payment = payment_row(draft).map(|row| ("payment", insert("order_payments", row)));
    let note_row = |note| json!({ "order_id": draft.id.as_str(), "customer_note": note });
    let note = draft.customer_note.as_ref().map(|note| ("note", insert("order_fulfilment", note_row(note))));
    let mails = if draft.mails.is_empty() { None } else { Some(("mails", outbox::queueing(&draft.mails, "made, ")?)) };
    Ok([delivery, pricing, payment, note, mails].into_iter().flatten().collect())
}

/// Inserts a row, given as an object with a member for each column.
fn insert(table: &'static str, row: Value) -> Sql {
    let sql = Sql::new("INSERT INTO ").sql(table).sql(" SELECT side.* FROM made, jsonb_populate_record(NULL::").sql(table);
    sql.sql(", ").bind(row).sql(") AS side")
}

/// The row of `order_delivery`; `None` where it would say no more than the order's address.
fn delivery_row(draft: &OrderDraft) -> Option<Value> {
    let OrderDelivery { method, district, address, estimate, pricing: _ } = &draft.delivery;
    if (OrderDelivery { pricing: None, ..draft.delivery.clone() }) == OrderDelivery::default() {
        return None;
    }
    Some(json!({
        "order_id": draft.id.as_str(),
        "method": method,
        "district": district,
        "line1": address.as_ref().map(|address| &address.line1),
        "line2": address.as_ref().map(|address| &address.line2),
        "city": address.as_ref().map(|address| &address.city),
        "postal_code": address.as_ref().and_then(|address| address.postal_code.as_ref()).map(|code| code.as_str()),
        "estimated_from": estimate.map(|estimate| estimate.from),
        "estimated_to": estimate.map(|estimate| estimate.to),
    }))
}

/// The row of `order_payments`; `None` for cash on delivery, of which nothing is booked yet and for which no call is needed.
fn payment_row(draft: &OrderDraft) -> Option<Value> {
    let OrderPayment { method, expires_at, cod_call, .. } = draft.payment();
    (method.is_prepaid() || cod_call.above.is_some()).then(|| {
        json!({
            "order_id": draft.id.as_str(),
            "method": method,
            "expires_at": expires_at,
            "is_pending": false,
            "has_expired": false,
            "charged_cents": 0,
            "returned_cents": 0,
            "credits_cents": 0,
            "refund_due_cents": 0,
            "confirm_above_cents": cod_call.above,
        })
    })
}

/// The row of `order_pricing`.
fn pricing_row(draft: &OrderDraft, pricing: &OrderPricing) -> Value {
    json!({
        "order_id": draft.id.as_str(),
        "labeled_total_cents": pricing.labeled_total,
        "delivery_cents": pricing.charge.full,
        "delivery_discount_cents": pricing.charge.waived,
        "payment_method": pricing.payment_method,
        "payment_fee_cents": pricing.payment_fee,
        "explanation": pricing.explanation,
        "promotions": pricing.promotions,
        "vat_percent": pricing.vat,
    })
}
