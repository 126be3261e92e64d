//! Login attempts: the counters that the rules of [`domain::accounts::login_attempts`] read and change, shared by all instances.

use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::login_attempts::{AttemptCounts, AttemptResult, Counter, LoginAttempt, Verdict};
use domain::accounts::ports::{Admission, LoginThrottle};
use domain::shared::email::EmailAddress;
use domain::shared::ports::PortError;
use futures_util::try_join;
use tokio::time::{Instant, sleep};

use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::DbError;
use crate::query::locks::{self, Lock};
use crate::schema::login_attempts;

/// The timeout of an attempt that waits for its turn.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The pause between two polls of the first attempt in a queue: an attempt on another instance may have ended.
const POLL: Duration = Duration::from_millis(25);
/// The `origin` of the row that counts for the account as a whole.
const ACCOUNT: &str = "";

#[derive(Queryable, Selectable)]
#[diesel(table_name = login_attempts, check_for_backend(diesel::pg::Pg))]
struct CounterRow {
    origin: String,
    failures: i32,
    last_failed_at: Option<DateTime<Utc>>,
    pending: Vec<DateTime<Utc>>,
}

#[async_trait]
impl LoginThrottle for Postgres {
    async fn admit(&self, attempt: &LoginAttempt, now: DateTime<Utc>) -> Result<Admission, PortError> {
        let began = Instant::now();
        // Attempts of one origin for one account wait in a queue of this instance, and only the first polls the database.
        let key = format!("login {} {}", attempt.email.as_str(), attempt.origin.key());
        let Ok(_first) = tokio::time::timeout(TIMEOUT, self.first_of(key)).await else {
            return Ok(Admission::NoTurn);
        };
        loop {
            let now = now + waited(began);
            match change(self, attempt, now, |counts| counts.admit(&attempt.origin, now)).await? {
                Verdict::Admitted => return Ok(Admission::Admitted(now)),
                Verdict::Delayed(delay) => return Ok(Admission::Delayed(delay)),
                Verdict::WaitsForTurn if began.elapsed() >= TIMEOUT => return Ok(Admission::NoTurn),
                Verdict::WaitsForTurn => sleep(POLL).await,
            }
        }
    }

    async fn settle(
        &self,
        attempt: &LoginAttempt,
        admitted: DateTime<Utc>,
        result: AttemptResult,
        now: DateTime<Utc>,
    ) -> Result<(), PortError> {
        change(self, attempt, now, |counts| counts.settle(&attempt.origin, admitted, result, now)).await
    }

    /// Sets all failures of the account to zero; pending attempts stay.
    async fn clear(&self, email: &EmailAddress) -> Result<(), PortError> {
        self.in_transaction(Work::Accounts, &[row_of::address(email)], async |connection| {
            locks::take(connection, Lock::LoginAttempts, email.as_str()).await?;
            let all = login_attempts::table.filter(login_attempts::email.eq(email.as_str()));
            let none = (login_attempts::failures.eq(0), login_attempts::last_failed_at.eq(None::<DateTime<Utc>>));
            diesel::update(all).set(none).execute(connection).await?;
            Ok(())
        })
        .await
    }
}

/// The time since `began`, rounded down to whole polls. An attempt is known by its time of admission, and PostgreSQL stores
/// microseconds.
fn waited(began: Instant) -> TimeDelta {
    let polls = began.elapsed().as_millis() / POLL.as_millis();
    TimeDelta::from_std(POLL).unwrap_or_default() * i32::try_from(polls).unwrap_or(0)
}

/// Changes the counters of an account and of an origin in one transaction. The lock of the account makes changes run one after the other
/// even before there are rows.
async fn change<T: Send>(
    db: &Postgres,
    attempt: &LoginAttempt,
    now: DateTime<Utc>,
    decide: impl Fn(&mut AttemptCounts) -> T + Send + Sync,
) -> Result<T, PortError> {
    db.in_transaction(Work::Accounts, &[row_of::address(&attempt.email)], async |connection| {
        // Sent at once: the counters are read after the lock is had.
        let ((), before) = try_join!(locks::take(connection, Lock::LoginAttempts, attempt.email.as_str()), counts(connection, attempt))?;
        let mut after = before.clone();
        let decided = decide(&mut after);
        let origin = attempt.origin.key();
        try_join!(
            write(connection, attempt, ACCOUNT, &before.account, &after.account, now),
            write(connection, attempt, &origin, &before.origin, &after.origin, now),
        )?;
        Ok(decided)
    })
    .await
}

/// The counters of an account and of an origin.
async fn counts(connection: &AsyncPgConnection, attempt: &LoginAttempt) -> Result<AttemptCounts, DbError> {
    let rows: Vec<CounterRow> = login_attempts::table
        .filter(login_attempts::email.eq(attempt.email.as_str()))
        .filter(login_attempts::origin.eq_any([ACCOUNT, attempt.origin.key().as_str()]))
        .select(CounterRow::as_select())
        .load(&mut &*connection)
        .await?;
    let mut counts = AttemptCounts::default();
    for row in rows {
        let counter = if row.origin == ACCOUNT { &mut counts.account } else { &mut counts.origin };
        *counter = Counter { failures: u32::try_from(row.failures).unwrap_or(0), last_failed_at: row.last_failed_at, pending: row.pending };
    }
    Ok(counts)
}

/// Writes a counter that changed, and deletes one that became empty.
async fn write(
    connection: &AsyncPgConnection,
    attempt: &LoginAttempt,
    origin: &str,
    before: &Counter,
    after: &Counter,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    if before == after {
        return Ok(());
    }
    if after.is_empty() {
        diesel::delete(login_attempts::table.find((attempt.email.as_str(), origin))).execute(&mut &*connection).await?;
        return Ok(());
    }
    let state = (
        login_attempts::failures.eq(i32::try_from(after.failures).unwrap_or(i32::MAX)),
        login_attempts::last_failed_at.eq(after.last_failed_at),
        login_attempts::pending.eq(&after.pending),
        login_attempts::changed_at.eq(now),
    );
    let key = (login_attempts::email.eq(attempt.email.as_str()), login_attempts::origin.eq(origin));
    diesel::insert_into(login_attempts::table)
        .values((key, state))
        .on_conflict((login_attempts::email, login_attempts::origin))
        .do_update()
        .set(state)
        .execute(&mut &*connection)
        .await?;
    Ok(())
}
