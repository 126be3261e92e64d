//! Orders that are not paid in time: those that are due for a reminder, and those that are overdue.

use chrono::{DateTime, Utc};
use diesel::sql_types::{Text, Timestamptz};
use diesel_async::RunQueryDsl;
use domain::shared::order_id::OrderId;

use crate::connection::pool::Postgres;
use crate::error::{DbError, stored};
use crate::query::sql::Sql;

/// The overdue orders at `$1`, those that were put off after the others, the longest overdue first: those of which nothing was charged, and
/// those that are paid in part or again to be paid. Each kind is read from its index. Packed orders do not expire, nor do those that cost
/// nothing: they are not cancelled, so a hundred would be listed before all others for ever.
const OVERDUE: &str = "
    SELECT due.order_id FROM (
        (SELECT p.order_id, p.expires_at, coalesce(p.unanswered_since >= p.expires_at, false) AS is_put_off FROM order_payments p JOIN orders o ON o.id = p.order_id
        WHERE p.expires_at <= $1 AND p.charged_cents = 0 AND NOT p.has_expired AND o.status = 'processing'
            AND o.total_cents > 0
            AND NOT EXISTS (SELECT FROM order_fulfilment f WHERE f.order_id = o.id AND f.stage IN ('packed', 'readyForPickup'))
        ORDER BY is_put_off, p.expires_at LIMIT 100)
        UNION ALL
        (SELECT p.order_id, p.expires_at, coalesce(p.unanswered_since >= p.expires_at, false) AS is_put_off FROM order_payments p JOIN orders o ON o.id = p.order_id
        WHERE p.expires_at <= $1 AND p.rest_cents > 0 AND NOT p.has_expired AND o.status = 'processing' AND p.method <> 'cod'
            AND NOT EXISTS (SELECT FROM order_fulfilment f WHERE f.order_id = o.id AND f.stage IN ('packed', 'readyForPickup'))
        ORDER BY is_put_off, p.expires_at LIMIT 100)
    ) due ORDER BY due.is_put_off, due.expires_at, due.order_id LIMIT 100";

/// Notes that the gateway did not answer at `$1` for the order `$2`, unless it was noted since the deadline.
const POSTPONE: &str = "
    UPDATE order_payments SET unanswered_since = CASE WHEN unanswered_since >= expires_at THEN unanswered_since ELSE $1 END
    WHERE order_id = $2 RETURNING unanswered_since";

/// The unpaid orders by bank transfer at `$1` of which half of the time is over, without a slip and without a reminder. The index of
/// unpaid orders that expire has them; orders that were placed without mails are left out.
const TO_REMIND: &str = "
    SELECT p.order_id FROM order_payments p JOIN orders o ON o.id = p.order_id
    WHERE p.expires_at > $1 AND p.charged_cents = 0 AND NOT p.has_expired AND NOT p.is_pending AND p.method = 'bankTransfer'
        AND o.status = 'processing'
        AND o.total_cents > 0
        AND coalesce(p.period_starts_at, o.placed_at) + (p.expires_at - coalesce(p.period_starts_at, o.placed_at)) / 2 <= $1
        AND NOT EXISTS (SELECT FROM payment_slips s WHERE s.order_id = p.order_id)
        AND EXISTS (SELECT FROM mail_outbox m WHERE m.dedupe_key = 'placed:' || p.order_id)
        AND NOT EXISTS (SELECT FROM mail_outbox m WHERE m.dedupe_key = 'reminder:' || p.order_id)
    ORDER BY p.expires_at LIMIT 100";

#[derive(diesel::QueryableByName)]
struct Due {
    #[diesel(sql_type = Text)]
    order_id: String,
}

#[derive(diesel::QueryableByName)]
struct Unanswered {
    #[diesel(sql_type = Timestamptz)]
    unanswered_since: DateTime<Utc>,
}

pub(crate) async fn overdue(db: &Postgres, now: DateTime<Utc>) -> Result<Vec<OrderId>, DbError> {
    due(db, OVERDUE, now).await
}

pub(crate) async fn to_remind(db: &Postgres, now: DateTime<Utc>) -> Result<Vec<OrderId>, DbError> {
    due(db, TO_REMIND, now).await
}

async fn due(db: &Postgres, statement: &'static str, now: DateTime<Utc>) -> Result<Vec<OrderId>, DbError> {
    let found: Vec<Due> = Sql::of(statement, [now.into()]).load(&mut *db.connection().await?).await?;
    found.iter().map(|due| stored("order number", OrderId::parse(&due.order_id))).collect()
}

pub(crate) async fn postpone(db: &Postgres, id: &OrderId, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, DbError> {
    let noted = Sql::of(POSTPONE, [now.into(), id.as_str().to_owned().into()]);
    let noted: Vec<Unanswered> = noted.load(&mut *db.connection().await?).await?;
    Ok(noted.into_iter().next().map(|noted| noted.unanswered_since))
}
