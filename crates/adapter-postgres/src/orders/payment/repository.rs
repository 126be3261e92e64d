//! Payments. A change runs in a task of its own, so that a request that is dropped does not break it off.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::orders::error::OrderError;
use domain::orders::order::Order;
use domain::orders::order_change::OrderChange;
use domain::orders::payment::attempts::{AttemptChange, NotificationChange, OrderAttempts, ReceivedNotification};
use domain::orders::payment::error::PaymentError;
use domain::orders::payment::repository::{ListedSlip, PaymentRepository, SlipPicture};
use domain::orders::returns::repository::Enclosure;
use domain::payments::attempt::AttemptId;
use domain::payments::attempt_record::Attempt;
use domain::payments::gateway::Notification;
use domain::payments::refund::RefundId;
use domain::payments::slip::SlipState;
use domain::shared::decide::Decide;
use domain::shared::edit::Saved;
use domain::shared::ids::SlipId;
use domain::shared::order_id::OrderId;
use domain::shared::page::{ListError, Page, PageRequest};
use domain::shared::ports::PortError;
use domain::shared::versioned::SettingsVersion;
use serde_json::json;

use super::{attempts, lists, notifications};
use crate::connection::cause;
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::orders::change::commit;
use crate::payments::{self, checks, expiry, refund_queue, slips};
use crate::query::sql::Sql;

#[async_trait]
impl PaymentRepository for Postgres {
    async fn change_by_settings(
        &self,
        id: &OrderId,
        by: &Actor,
        now: DateTime<Utc>,
        settings: SettingsVersion,
        decide: Decide<Order, OrderChange, OrderError>,
    ) -> Result<Option<Saved<Order>>, OrderError> {
        let (db, id, by, seller) = (self.clone(), id.clone(), by.clone(), self.configured_seller());
        let change = async move {
            db.in_transaction(Work::Orders, &[row_of::order(&id)], async |connection| {
                // The lock of the settings comes before that of the order.
                if !are_present(connection, settings).await? {
                    return Ok(None);
                }
                commit(connection, &seller, &id, (&by, now), None, &decide).await.map(Some)
            })
            .await
        };
        cause::spawn(change).await.map_err(DbError::from)?
    }

    async fn add_slip(
        &self,
        id: &OrderId,
        by: &Actor,
        now: DateTime<Utc>,
        picture: SlipPicture,
        decide: Decide<Order, OrderChange, OrderError>,
    ) -> Result<Saved<Order>, OrderError> {
        self.change_order(id, (by, now), Some(Enclosure::Picture(picture)), decide).await
    }

    async fn change_attempt(
        &self,
        id: &OrderId,
        now: DateTime<Utc>,
        names: &[String],
        decide: Decide<OrderAttempts, AttemptChange, PaymentError>,
    ) -> Result<AttemptChange, PaymentError> {
        let (db, id, names, seller) = (self.clone(), id.clone(), names.to_vec(), self.configured_seller());
        let change = async move {
            db.in_transaction(Work::Orders, &[row_of::order(&id)], async |connection| {
                attempts::change(connection, &seller, &id, now, &names, &decide).await
            })
            .await
        };
        cause::spawn(change).await.map_err(DbError::from)?
    }

    async fn keep_notification(
        &self,
        notification: &Notification,
        now: DateTime<Utc>,
        decide: Decide<ReceivedNotification, NotificationChange, PaymentError>,
    ) -> Result<NotificationChange, PaymentError> {
        let (db, notification, seller) = (self.clone(), notification.clone(), self.configured_seller());
        let change = async move {
            let rows: Vec<String> = notification.attempt().iter().map(|id| row_of::order(&id.order)).collect();
            db.in_transaction(Work::Orders, &rows, async |connection| {
                notifications::keep(connection, &seller, &notification, now, &decide).await
            })
            .await
        };
        cause::spawn(change).await.map_err(DbError::from)?
    }

    async fn attempts(&self, id: &OrderId) -> Result<Vec<Attempt>, PortError> {
        Ok(payments::attempts::all_of(&mut *self.connection().await?, id).await?)
    }

    async fn due_attempts(&self, now: DateTime<Utc>, limit: usize) -> Result<Vec<AttemptId>, PortError> {
        Ok(checks::take_due(self, now, limit).await?)
    }

    async fn slip_picture(&self, id: &OrderId, slip: SlipId) -> Result<Option<Vec<u8>>, PortError> {
        Ok(slips::picture(&mut *self.connection().await?, id, slip).await?)
    }

    async fn slips(&self, state: SlipState, page: &PageRequest) -> Result<Page<ListedSlip>, ListError> {
        lists::slips(self, state, page).await
    }

    async fn refunds(&self, page: &PageRequest) -> Result<Page<Order>, ListError> {
        lists::refunds(self, page).await
    }

    async fn overdue(&self, now: DateTime<Utc>) -> Result<Vec<OrderId>, PortError> {
        Ok(expiry::overdue(self, now).await?)
    }

    async fn postpone(&self, id: &OrderId, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, PortError> {
        Ok(expiry::postpone(self, id, now).await?)
    }

    async fn to_remind(&self, now: DateTime<Utc>) -> Result<Vec<OrderId>, PortError> {
        Ok(expiry::to_remind(self, now).await?)
    }

    async fn due_refunds(&self, now: DateTime<Utc>, limit: usize) -> Result<Vec<RefundId>, PortError> {
        Ok(refund_queue::take_due(self, now, limit).await?)
    }

    async fn stranded_refunds(&self, now: DateTime<Utc>) -> Result<Vec<RefundId>, PortError> {
        Ok(refund_queue::stranded(self, now).await?)
    }
}

/// Whether the settings of payments have this version. Takes their shared lock.
async fn are_present(connection: &mut AsyncPgConnection, version: SettingsVersion) -> Result<bool, DbError> {
    Sql::new("SELECT pg_advisory_xact_lock_shared(settings_lock())").execute(connection).await?;
    let seen = json!({ "payments": version.get() });
    let Present { are_present } = Sql::new("SELECT settings_are(").bind(seen).sql(") AS are_present").get_result(connection).await?;
    Ok(are_present)
}

/// The answer of `settings_are`.
#[derive(QueryableByName)]
struct Present {
    #[diesel(sql_type = Bool)]
    are_present: bool,
}
