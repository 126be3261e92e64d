//! Reminding customers of bank transfers.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::sql_types::Text;
use diesel_async::{AsyncConnection, RunQueryDsl};
use domain::orders::order_mails;
use domain::payments::ports::PaymentReminders;
use domain::shared::order_id::OrderId;
use domain::shared::ports::PortError;

use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, retrying, stored};
use crate::messages::outbox;
use crate::orders::locked;
use crate::query::sql::Sql;

/// The unpaid orders by bank transfer at `$1` of which half of the time is over, without a slip and without a reminder. The index of
/// unpaid orders that expire has them; orders of a release that sent no mails are left out.
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
struct Row {
    #[diesel(sql_type = Text)]
    order_id: String,
}

#[async_trait]
impl PaymentReminders for Postgres {
    async fn to_remind(&self, now: DateTime<Utc>) -> Result<Vec<OrderId>, PortError> {
        let mut connection = self.connection().await?;
        let rows: Vec<Row> = Sql::of(TO_REMIND, [now.into()]).load(&mut *connection).await.map_err(DbError::from)?;
        Ok(rows.iter().map(|row| stored("order number", OrderId::parse(&row.order_id))).collect::<Result<_, _>>()?)
    }

    async fn remind(&self, id: &OrderId, now: DateTime<Utc>) -> Result<bool, PortError> {
        Ok(retrying(|| remind(self, id, now)).await?)
    }
}

async fn remind(db: &Postgres, id: &OrderId, now: DateTime<Utc>) -> Result<bool, DbError> {
    let mut connection = db.connection_for(Work::Orders, [row_of::order(id)]).await?;
    connection
        .transaction(async |connection| {
            let Some(order) = locked(connection, id).await? else { return Ok(false) };
            let mails: Vec<_> = order_mails::reminder(&order, now).into_iter().collect();
            Ok(outbox::enqueue_of(connection, id, &mails).await? > 0)
        })
        .await
}
