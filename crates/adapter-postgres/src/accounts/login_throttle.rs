//! Attempts to sign in: the counts that the rules of [`domain::accounts::login_attempts`] decide by, shared by all instances.

mod queue;

use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use domain::accounts::login_attempts::{AttemptCounts, AttemptResult, Counter, LoginAttempt, Verdict};
use domain::accounts::ports::{Admission, LoginThrottle};
use domain::shared::email::EmailAddress;
use domain::shared::ports::PortError;
use tokio::time::{Instant, sleep};

pub(crate) use self::queue::LoginQueue;
use crate::connection::pool::Postgres;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, retrying};
use crate::query::sql::Sql;
use crate::schema::login_attempts;

/// The longest an attempt waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often the first in line asks whether it is its turn; another instance may have ended an attempt.
const POLL: Duration = Duration::from_millis(25);
/// The origin by which the count of the account as a whole is kept.
const ACCOUNT: &str = "";

/// A counter as a row.
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
        // On this instance those of one origin stand in line, and only the first asks the database.
        let Ok(_first) = tokio::time::timeout(PATIENCE, self.login_queue.turn(attempt)).await else {
            return Ok(Admission::NoTurn);
        };
        loop {
            let now = now + waited(began);
            match change(self, attempt, now, |counts| counts.admit(&attempt.origin, now)).await? {
                Verdict::Admitted => return Ok(Admission::Admitted(now)),
                Verdict::Delayed(delay) => return Ok(Admission::Delayed(delay)),
                Verdict::WaitsForTurn if began.elapsed() >= PATIENCE => return Ok(Admission::NoTurn),
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
        Ok(change(self, attempt, now, |counts| counts.settle(&attempt.origin, admitted, result, now)).await?)
    }

    async fn clear(&self, email: &EmailAddress) -> Result<(), PortError> {
        Ok(retrying(|| clear(self, email)).await?)
    }
}

/// How long was waited since `began`, in whole polls: PostgreSQL keeps moments to the microsecond, and an attempt is known by the
/// moment that it keeps.
fn waited(began: Instant) -> TimeDelta {
    let polls = began.elapsed().as_millis() / POLL.as_millis();
    TimeDelta::from_std(POLL).unwrap_or_default() * i32::try_from(polls).unwrap_or(0)
}

/// Forgets failures; what is pending stays.
async fn clear(db: &Postgres, email: &EmailAddress) -> Result<(), DbError> {
    let mut connection = db.connection_for(Work::Accounts, [row_of::address(email)]).await?;
    connection
        .transaction(async |connection| {
            take_turns(connection, email).await?;
            let all = login_attempts::table.filter(login_attempts::email.eq(email.as_str()));
            let none = (login_attempts::failures.eq(0), login_attempts::last_failed_at.eq(None::<DateTime<Utc>>));
            diesel::update(all).set(none).execute(connection).await?;
            Ok(())
        })
        .await
}

/// Changes the counts of an account and an origin, one change after the other.
async fn change<T: Send>(
    db: &Postgres,
    attempt: &LoginAttempt,
    now: DateTime<Utc>,
    decide: impl Fn(&mut AttemptCounts) -> T + Send + Sync,
) -> Result<T, DbError> {
    retrying(|| changed(db, attempt, now, &decide)).await
}

async fn changed<T: Send>(
    db: &Postgres,
    attempt: &LoginAttempt,
    now: DateTime<Utc>,
    decide: &(impl Fn(&mut AttemptCounts) -> T + Send + Sync),
) -> Result<T, DbError> {
    let mut connection = db.connection_for(Work::Accounts, [row_of::address(&attempt.email)]).await?;
    connection
        .transaction(async |connection| {
            take_turns(connection, &attempt.email).await?;
            let before = counts(connection, attempt).await?;
            let mut after = before.clone();
            let decided = decide(&mut after);
            write(connection, attempt, ACCOUNT, &before.account, &after.account, now).await?;
            write(connection, attempt, &attempt.origin.key(), &before.origin, &after.origin, now).await?;
            Ok(decided)
        })
        .await
}

/// Changes for one account happen one after the other, whether there are rows yet or not.
async fn take_turns(connection: &mut AsyncPgConnection, email: &EmailAddress) -> Result<(), DbError> {
    let lock = Sql::new("SELECT FROM pg_advisory_xact_lock(hashtextextended(").bind(email.as_str().to_owned()).sql(", 5122))");
    lock.execute(connection).await?;
    Ok(())
}

/// What is remembered of an account and an origin.
async fn counts(connection: &mut AsyncPgConnection, attempt: &LoginAttempt) -> Result<AttemptCounts, DbError> {
    let rows: Vec<CounterRow> = login_attempts::table
        .filter(login_attempts::email.eq(attempt.email.as_str()))
        .filter(login_attempts::origin.eq_any([ACCOUNT, attempt.origin.key().as_str()]))
        .select(CounterRow::as_select())
        .load(connection)
        .await?;
    let mut counts = AttemptCounts::default();
    for row in rows {
        let counter = if row.origin == ACCOUNT { &mut counts.account } else { &mut counts.origin };
        *counter = Counter { failures: u32::try_from(row.failures).unwrap_or(0), last_failed_at: row.last_failed_at, pending: row.pending };
    }
    Ok(counts)
}

/// Writes a count, where it changed; one that says nothing any more goes.
async fn write(
    connection: &mut AsyncPgConnection,
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
        diesel::delete(login_attempts::table.find((attempt.email.as_str(), origin))).execute(connection).await?;
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
        .execute(connection)
        .await?;
    Ok(())
}
