//! The lists of payments that staff work through.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::orders::order::Order;
use domain::orders::payment::repository::ListedSlip;
use domain::payments::slip::SlipState;
use domain::shared::ids::SlipId;
use domain::shared::page::{InvalidCursor, ListError, Page, PageRequest};
use futures_util::try_join;
use uuid::Uuid;

use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::orders::items::complete;
use crate::orders::row::OrderRow;
use crate::query::counted::Counted;
use crate::query::cursor::{self, Micros};
use crate::query::sql::Sql;
use crate::schema::orders;

const SLIPS: &str = "slips:oldest";
const REFUNDS: &str = "refunds:oldest";
/// The orders of which money has to go back or is on its way; both parts are read from partial indexes.
const TO_REFUND: &str = "FROM orders o WHERE o.id IN (SELECT order_id FROM order_payments WHERE refund_due_cents > 0 \
                         UNION SELECT order_id FROM refunds WHERE state IN ('requested', 'sending', 'unknown'))";

#[derive(Clone, Debug, QueryableByName)]
struct SlipRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    order_id: String,
    #[diesel(sql_type = Timestamptz)]
    at: DateTime<Utc>,
}

pub(super) async fn slips(db: &Postgres, state: SlipState, page: &PageRequest) -> Result<Page<ListedSlip>, ListError> {
    let list = cursor::name_of(SLIPS, &state.as_str());
    let of_state = || Sql::new("FROM payment_slips WHERE state = ").bind(state.as_str().to_owned());
    let mut rows = Sql::new("SELECT id, order_id, at ").append(of_state());
    if let Some(after) = &page.after {
        let (at, id) = cursor::read::<Micros, Uuid>(&list, after).ok_or(InvalidCursor)?;
        rows = rows.sql(" AND (at, id) > (").bind(at.instant()).sql(", ").bind(id).sql(")");
    }
    let rows = rows.sql(" ORDER BY at, id LIMIT ").bind(cursor::rows_to_load(page.limit));
    let counted = Counted(Sql::new("SELECT id ").append(of_state()).sql(" LIMIT ").bind(cursor::COUNT_LIMIT));
    let connection = &*db.connection().await?;
    let (rows, count) =
        try_join!(rows.load::<SlipRow>(&mut &*connection), counted.get_result::<i64>(&mut &*connection)).map_err(DbError::from)?;
    let cursor_of = |row: &SlipRow| cursor::write(&list, &Micros::from(row.at), &row.id);
    let Page { items, next, total } = cursor::page_of(rows, page.limit, count, cursor_of, Ok::<_, DbError>)?;
    Ok(Page { items: with_orders(connection, items, state).await?, next, total })
}

/// The slips in `rows` with their orders. One that was reviewed since its row was read is left out.
async fn with_orders(connection: &AsyncPgConnection, rows: Vec<SlipRow>, state: SlipState) -> Result<Vec<ListedSlip>, DbError> {
    let ids: Vec<&str> = rows.iter().map(|row| row.order_id.as_str()).collect();
    let found = orders::table.filter(orders::id.eq_any(ids)).select(OrderRow::as_select());
    let found = complete(connection, found.load(&mut &*connection).await?).await?;
    let orders: HashMap<&str, &Order> = found.iter().map(|order| (order.id.as_str(), order)).collect();
    let listed = rows.iter().filter_map(|row| {
        let (order, id) = (*orders.get(row.order_id.as_str())?, SlipId::new(row.id));
        let slip = order.payment.slips.iter().find(|slip| slip.id == id && slip.state == state)?;
        Some(ListedSlip { slip: slip.clone(), order: order.clone() })
    });
    Ok(listed.collect())
}

pub(super) async fn refunds(db: &Postgres, page: &PageRequest) -> Result<Page<Order>, ListError> {
    let mut rows = Sql::new("SELECT ").append(Sql::columns_of::<OrderRow>("o")).sql(" ").sql(TO_REFUND);
    if let Some(after) = &page.after {
        let (at, id) = cursor::read::<Micros, String>(REFUNDS, after).ok_or(InvalidCursor)?;
        rows = rows.sql(" AND (o.placed_at, o.id) > (").bind(at.instant()).sql(", ").bind(id).sql(")");
    }
    let rows = rows.sql(" ORDER BY o.placed_at, o.id LIMIT ").bind(cursor::rows_to_load(page.limit));
    let counted = Counted(Sql::new("SELECT o.id ").sql(TO_REFUND).sql(" LIMIT ").bind(cursor::COUNT_LIMIT));
    let connection = &*db.connection().await?;
    let (rows, count) =
        try_join!(rows.load::<OrderRow>(&mut &*connection), counted.get_result::<i64>(&mut &*connection)).map_err(DbError::from)?;
    let cursor_of = |row: &OrderRow| cursor::write(REFUNDS, &Micros::from(row.placed_at), &row.id);
    let Page { items, next, total } = cursor::page_of(rows, page.limit, count, cursor_of, Ok::<_, DbError>)?;
    Ok(Page { items: complete(connection, items).await?, next, total })
}
