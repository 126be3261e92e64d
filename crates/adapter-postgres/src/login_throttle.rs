//! Failed sign-ins.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use domain::email::EmailAddress;
use domain::ports::{FREE_FAILURES, LoginThrottle, MOST_FAILURES, PortError, delay_after};

use crate::error::DbError;
use crate::pool::Postgres;
use crate::schema::login_failures;
use crate::sql::Sql;
use crate::turns::{Work, row_of};

#[async_trait]
impl LoginThrottle for Postgres {
    async fn admit(&self, email: &EmailAddress, now: DateTime<Utc>) -> Result<Option<TimeDelta>, PortError> {
        let connection = &mut *self.connection_for(Work::Accounts, [row_of::address(email)]).await?;
        if count(email, now).execute(connection).await.map_err(DbError::from)? == 1 {
            return Ok(None);
        }
        let failures: Option<(i32, DateTime<Utc>)> = row_of(email).first(connection).await.optional().map_err(DbError::from)?;
        // If they were cleared or forgiven just now, the next attempt will do.
        Ok(Some(failures.map_or(TimeDelta::zero(), |(failures, last)| remaining(failures, last, now))))
    }

    async fn forgive(&self, email: &EmailAddress, admitted: DateTime<Utc>) -> Result<(), PortError> {
        Ok(forgive(self, email, admitted).await?)
    }

    async fn clear(&self, email: &EmailAddress) -> Result<(), PortError> {
        let connection = &mut *self.connection_for(Work::Accounts, [row_of::address(email)]).await?;
        diesel::delete(login_failures::table.find(email.as_str())).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }
}

/// Counts one more failure unless the address has to wait. Of statements for one address at once, each waits for the one
/// before it, and its condition is checked against what that one left.
fn count(email: &EmailAddress, now: DateTime<Utc>) -> Sql {
    // After so many failures, beginning with one, the last one has to be at most as late as this.
    let latest: Vec<_> = (1..=MOST_FAILURES).map(|failures| now - delay_after(failures)).collect();
    // Far above any delay, the count stands still. Where no delay is due, a last failure later than now, by the clock of
    // another instance, does not matter.
    Sql::new("INSERT INTO login_failures AS f (email, failures, last_failed_at) VALUES (")
        .bind(email.as_str().to_owned())
        .sql(", 1, ")
        .bind(now)
        .sql(") ON CONFLICT (email) DO UPDATE SET failures = least(f.failures + 1, 1000), ")
        .sql("last_failed_at = greatest(f.last_failed_at, excluded.last_failed_at) WHERE f.failures < ")
        .bind(i64::from(FREE_FAILURES))
        .sql(" OR f.last_failed_at <= (")
        .bind(latest)
        .sql(")[least(f.failures, ")
        .bind(i64::from(MOST_FAILURES))
        .sql(")]")
}

/// Counts one failure less. If it was the last one, another attempt could be admitted at its moment, and so it can again.
async fn forgive(db: &Postgres, email: &EmailAddress, admitted: DateTime<Utc>) -> Result<(), DbError> {
    let mut connection = db.connection_for(Work::Accounts, [row_of::address(email)]).await?;
    connection
        .transaction(async |connection| {
            let row: Option<(i32, DateTime<Utc>)> = row_of(email).for_update().first(connection).await.optional()?;
            let kept = login_failures::table.find(email.as_str());
            match row {
                None => {}
                Some((..=1, _)) => {
                    diesel::delete(kept).execute(connection).await?;
                }
                Some((failures, last)) => {
                    let left = failures - 1;
                    let last = if last <= admitted { admitted - delay(left) } else { last };
                    let change = (login_failures::failures.eq(left), login_failures::last_failed_at.eq(last));
                    diesel::update(kept).set(change).execute(connection).await?;
                }
            }
            Ok(())
        })
        .await
}

/// How many failures there were in a row, and when the last one was.
#[diesel::dsl::auto_type(no_type_alias)]
fn row_of(email: &EmailAddress) -> _ {
    let email: &str = email.as_str();
    login_failures::table.find(email).select((login_failures::failures, login_failures::last_failed_at))
}

/// What is left of the delay after so many failures, the last one at `last`; nobody waits longer than that, whatever the
/// clock of another instance says.
fn remaining(failures: i32, last: DateTime<Utc>, now: DateTime<Utc>) -> TimeDelta {
    let delay = delay(failures);
    (last + delay - now).clamp(TimeDelta::zero(), delay)
}

fn delay(failures: i32) -> TimeDelta {
    delay_after(u32::try_from(failures).unwrap_or(0))
}
