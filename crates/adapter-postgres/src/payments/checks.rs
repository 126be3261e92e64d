//! When the gateway's records of attempts are read.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Integer, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::payments::attempt::AttemptId;
use domain::payments::check_times::RETRY;
use domain::shared::order_id::OrderId;

use super::write::integer;
use crate::connection::pool::Postgres;
use crate::error::{DbError, stored};
use crate::query::sql::Sql;
use crate::schema::payment_attempts;

/// Takes at most `$2` attempts that are due at `$1`, until `$3`. Rows that another instance takes are left out.
const TAKE_DUE: &str = "
    WITH due AS MATERIALIZED (
        SELECT a.order_id, a.number, a.check_at, coalesce(o.user_id::text, o.id) AS customer,
            EXISTS (SELECT FROM payment_attempts l WHERE l.order_id = a.order_id AND l.number > a.number) AS is_former
        FROM payment_attempts a JOIN orders o ON o.id = a.order_id WHERE a.check_at <= $1
    ), ranked AS MATERIALIZED (
        SELECT order_id, number, row_number() OVER (ORDER BY is_former, turn, check_at, order_id, number) AS place
        FROM (SELECT *, row_number() OVER (PARTITION BY is_former, customer ORDER BY check_at, order_id, number) AS turn FROM due) AS turns
    ), picked AS MATERIALIZED (
        SELECT a.order_id, a.number, r.place FROM ranked r JOIN payment_attempts a USING (order_id, number)
        WHERE a.check_at <= $1 ORDER BY r.place LIMIT $2 FOR UPDATE OF a SKIP LOCKED
    ), taken AS (
        UPDATE payment_attempts a SET check_at = $3 FROM picked p WHERE (a.order_id, a.number) = (p.order_id, p.number)
        RETURNING a.order_id, a.number, p.place
    )
    SELECT order_id, number FROM taken ORDER BY place";

#[derive(Clone, Debug, QueryableByName)]
struct DueRow {
    #[diesel(sql_type = Text)]
    order_id: String,
    #[diesel(sql_type = Integer)]
    number: i32,
}

/// The attempts whose records are due. Each is due again after [`RETRY`], unless a change of the attempt sets another time meanwhile, so that no
/// other instance reads them at the same time.
pub(crate) async fn take_due(db: &Postgres, now: DateTime<Utc>, limit: usize) -> Result<Vec<AttemptId>, DbError> {
    let again = now.checked_add_signed(RETRY).unwrap_or(now);
    let statement = Sql::of(TAKE_DUE, [now.into(), i64::try_from(limit).unwrap_or(i64::MAX).into(), again.into()]);
    let due: Vec<DueRow> = statement.load(&mut *db.connection().await?).await?;
    let attempt = |row: DueRow| {
        let order = stored("order number", OrderId::parse(&row.order_id))?;
        Ok(AttemptId { order, number: stored("number", u32::try_from(row.number))? })
    };
    due.into_iter().map(attempt).collect()
}

/// Sets the time of the next read.
pub(crate) async fn write_check(connection: &mut AsyncPgConnection, id: &AttemptId, at: Option<DateTime<Utc>>) -> Result<(), DbError> {
    diesel::update(payment_attempts::table.find((id.order.as_str(), integer(id.number))))
        .set(payment_attempts::check_at.eq(at))
        .execute(connection)
        .await?;
    Ok(())
}
