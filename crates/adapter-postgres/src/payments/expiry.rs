//! Orders that are not paid in time.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::sql_types::{Text, Timestamptz};
use diesel_async::RunQueryDsl;
use domain::payments::ports::ExpiringOrders;
use domain::shared::order_id::OrderId;
use domain::shared::ports::PortError;

use crate::connection::pool::Postgres;
use crate::error::{DbError, stored};
use crate::query::sql::Sql;

#[async_trait]
impl ExpiringOrders for Postgres {
    async fn overdue(&self, now: DateTime<Utc>) -> Result<Vec<OrderId>, PortError> {
        Ok(overdue(self, now).await?)
    }

    async fn postpone(&self, id: &OrderId, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, PortError> {
        Ok(postpone(self, id, now).await?)
    }
}

/// The overdue orders at `$1`, those that were put off after the others, the longest overdue first: those of which nothing was charged, and those that are paid in part or again to
/// be paid. Each kind is read from its index. Packed orders do not expire, nor those whose payment another release has recorded.
const OVERDUE: &str = "
    SELECT due.order_id FROM (
        (SELECT p.order_id, p.expires_at, coalesce(p.unanswered_since >= p.expires_at, false) AS is_put_off FROM order_payments p JOIN orders o ON o.id = p.order_id
        WHERE p.expires_at <= $1 AND p.charged_cents = 0 AND NOT p.has_expired AND o.status = 'processing' AND o.payment_id IS NULL
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

async fn overdue(db: &Postgres, now: DateTime<Utc>) -> Result<Vec<OrderId>, DbError> {
    let found: Vec<Due> = Sql::of(OVERDUE, [now.into()]).load(&mut *db.connection().await?).await?;
    found.iter().map(|due| stored("order number", OrderId::parse(&due.order_id))).collect()
}

async fn postpone(db: &Postgres, id: &OrderId, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, DbError> {
    let noted = Sql::of(POSTPONE, [now.into(), id.as_str().to_owned().into()]);
    let noted: Vec<Unanswered> = noted.load(&mut *db.connection().await?).await?;
    Ok(noted.into_iter().next().map(|noted| noted.unanswered_since))
}
