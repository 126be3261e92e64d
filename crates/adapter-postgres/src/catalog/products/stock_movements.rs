//! The movements of stock: a change of a product's stock records one in the same transaction.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::catalog::product::Product;
use domain::catalog::product_change::ProductError;
use domain::catalog::product_code::ProductCode;
use domain::catalog::stock_adjustment::StockAdjustment;
use domain::catalog::stock_movement::{MovementReason, StockMovement};
use domain::shared::email::EmailAddress;
use domain::shared::order_id::OrderId;
use domain::shared::page::{InvalidCursor, Page, PageRequest};
use domain::shared::quantity::Stock;
use futures_util::try_join;
use uuid::Uuid;

use super::repository::{LockMode, locked, movement, record as record_audit};
use super::row::{stock_of, units};
use crate::connection::transaction::Aborted;
use crate::error::{DbError, known, stored};
use crate::query::counted::Counted;
use crate::query::cursor;
use crate::query::functions::folded_code;
use crate::query::sql::Sql;
use crate::schema::{products, stock_movements};

/// One change of one product's stock.
#[derive(Clone, Debug, diesel::Insertable)]
#[diesel(table_name = stock_movements)]
pub(crate) struct Movement {
    pub(crate) product_id: Uuid,
    /// The change in units, negative for units that left.
    pub(crate) delta: i32,
    /// The reason, one of those in the table's check constraint.
    pub(crate) reason: &'static str,
    /// The remark of the administrator who adjusted the stock.
    pub(crate) note: Option<String>,
    /// The order that took or returned the units.
    pub(crate) order_id: Option<String>,
    /// The e-mail address of the customer or administrator who caused it.
    pub(crate) actor_email: Option<String>,
    /// The time of the change.
    pub(crate) at: DateTime<Utc>,
}

/// Writes movements, except those of zero units. Call it inside the transaction that changes the stock.
pub(crate) async fn record(connection: &mut AsyncPgConnection, mut movements: Vec<Movement>) -> Result<(), DbError> {
    movements.retain(|m| m.delta != 0);
    if !movements.is_empty() {
        diesel::insert_into(stock_movements::table).values(movements).execute(connection).await?;
    }
    Ok(())
}

/// Adjusts the stock of a product, with its movement and audit entry.
pub(super) async fn adjust(
    connection: &mut AsyncPgConnection,
    code: &ProductCode,
    adjustment: &StockAdjustment,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<Product, Aborted<ProductError>> {
    let current = locked(connection, code, LockMode::NoKeyUpdate, now).await?.ok_or(Aborted::Refused(ProductError::NotFound))?;
    let to = adjustment.apply(current.stock).map_err(Aborted::Refused)?;
    let adjusted = Product { stock: to, ..current.clone() };
    diesel::update(products::table.find(current.id.uuid())).set(products::stock.eq(units(to))).execute(connection).await?;
    let movement = movement(&adjusted, adjustment.delta.get(), MovementReason::Adjustment, by, now);
    let note = Some(adjustment.note.as_str().to_owned());
    record(connection, vec![Movement { note, ..movement }]).await?;
    record_audit(connection, by, now, "update", Some(&current), Some(&adjusted)).await?;
    Ok(adjusted)
}

/// A movement with the present stock; the stock alone for a product without movements.
#[derive(Clone, Debug, QueryableByName)]
struct Row {
    #[diesel(sql_type = Integer)]
    present: i32,
    #[diesel(sql_type = Nullable<BigInt>)]
    id: Option<i64>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Integer>)]
    delta: Option<i32>,
    #[diesel(sql_type = Nullable<Text>)]
    reason: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    note: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    order_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    actor_email: Option<String>,
}

/// One page of the movements of a product's stock.
pub(super) async fn list(
    connection: &AsyncPgConnection,
    code: &ProductCode,
    page: &PageRequest,
) -> Result<Page<StockMovement>, ProductError> {
    let list = format!("stock:{}", code.folded());
    // The stock before a movement never changes: the cursor carries it, so that no page adds up the movements before it.
    let begin = page.after.as_ref().map(|after| cursor::read::<i64, i64>(&list, after).ok_or(InvalidCursor)).transpose()?;
    let below = begin.map_or(i64::MAX, |(_, id)| id);
    let rows = Sql::of(MOVEMENTS, [code.folded().into(), below.into(), cursor::rows_to_load(page.limit).into()]);
    let movements = stock_movements::table.inner_join(products::table).filter(folded_code().eq(code.folded()));
    let count = Counted(movements.select(stock_movements::id).limit(cursor::COUNT_LIMIT));
    let (rows, count): (Vec<Row>, i64) =
        try_join!(rows.load(&mut &*connection), count.get_result(&mut &*connection)).map_err(DbError::from)?;
    let present = rows.as_slice().first().map(|row| i64::from(row.present)).ok_or(ProductError::NotFound)?;
    let rows: Vec<_> = with_stock(begin.map_or(present, |(stock, _)| stock), rows);
    if begin.is_some() && rows.iter().any(|(stock, _)| Stock::parse(*stock).is_err()) {
        return Err(InvalidCursor.into());
    }
    let cursor_of =
        |(after, row): &(i64, Row)| cursor::write(&list, &(after - i64::from(row.delta.unwrap_or_default())), &row.id.unwrap_or_default());
    Ok(cursor::page_of(rows, page.limit, count, cursor_of, |(after, row)| movement_of(after, row))?)
}

/// The stock of the product `$1`, and up to `$3` of its movements with numbers below `$2`, newest first. One statement, so that the stock
/// and the movements are of one moment.
const MOVEMENTS: &str = include_str!("movements.sql");

/// Each movement with the stock after it, from the stock after the newest one.
fn with_stock(newest: i64, rows: Vec<Row>) -> Vec<(i64, Row)> {
    let mut stock = newest;
    let movements = rows.into_iter().filter(|row| row.id.is_some());
    movements
        .map(|row| {
            let after = stock;
            stock = stock.saturating_sub(i64::from(row.delta.unwrap_or_default()));
            (after, row)
        })
        .collect()
}

fn movement_of(after: i64, row: Row) -> Result<StockMovement, DbError> {
    Ok(StockMovement {
        at: known("movement", row.at)?,
        delta: known("movement", row.delta)?,
        stock_after: stock_of(stored("stock", i32::try_from(after))?)?,
        reason: known("reason of a movement", row.reason.as_deref().and_then(MovementReason::parse))?,
        note: row.note,
        order_id: row.order_id.as_deref().map(|id| stored("order number", OrderId::parse(id))).transpose()?,
        actor_email: row.actor_email.as_deref().map(|email| stored("e-mail address", EmailAddress::parse_known(email))).transpose()?,
    })
}
