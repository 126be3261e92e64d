//! Failed sign-ins.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::email::EmailAddress;
use domain::ports::{LoginThrottle, PortError, delay_after};

use crate::error::DbError;
use crate::pool::Postgres;
use crate::schema::login_failures;
use crate::sql::Sql;

#[async_trait]
impl LoginThrottle for Postgres {
    async fn wait(&self, email: &EmailAddress, now: DateTime<Utc>) -> Result<Option<TimeDelta>, PortError> {
        let known: Option<(i32, DateTime<Utc>)> = login_failures::table
            .find(email.as_str())
            .select((login_failures::failures, login_failures::last_failed_at))
            .first(&mut *self.connection().await?)
            .await
            .optional()
            .map_err(DbError::from)?;
        Ok(known.and_then(|(failures, last)| remaining(failures, last, now)))
    }

    async fn record_failure(&self, email: &EmailAddress, now: DateTime<Utc>) -> Result<(), PortError> {
        // Far above any delay, the count stands still.
        let statement = Sql::new("INSERT INTO login_failures AS f (email, failures, last_failed_at) VALUES (")
            .bind(email.as_str().to_owned())
            .sql(", 1, ")
            .bind(now)
            .sql(") ON CONFLICT (email) DO UPDATE SET failures = least(f.failures + 1, 1000), ")
            .sql("last_failed_at = greatest(f.last_failed_at, excluded.last_failed_at)");
        statement.execute(&mut *self.connection().await?).await.map_err(DbError::from)?;
        Ok(())
    }

    async fn clear(&self, email: &EmailAddress) -> Result<(), PortError> {
        let connection = &mut *self.connection().await?;
        diesel::delete(login_failures::table.find(email.as_str())).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }
}

/// What is left of the delay after so many failures, the last one at `last`.
fn remaining(failures: i32, last: DateTime<Utc>, now: DateTime<Utc>) -> Option<TimeDelta> {
    let delay = delay_after(u32::try_from(failures).unwrap_or(0));
    let left = last + delay - now;
    (left > TimeDelta::zero()).then(|| left.min(delay))
}
