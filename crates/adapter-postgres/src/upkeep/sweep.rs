//! Clearing out what nobody needs any more.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::accounts::user::LISTED_LOGINS;
use domain::orders::idempotency::KEY_LIFETIME;
use domain::shared::ports::PortError;

use crate::catalog::catalogue_changes;
use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::query::sql::Sql;
use crate::schema::{idempotency_keys, login_attempts, password_resets, uploads};

/// A failed sign-in delays the next one by a minute at most; after a day without an attempt the count begins again.
const ATTEMPTS: TimeDelta = TimeDelta::hours(24);
/// Links that reset a password are counted for an hour; a day is generous.
const RESETS: TimeDelta = TimeDelta::hours(24);
/// Who still has the address of an upload whose files are deleted is told so for a month.
const UPLOADS: TimeDelta = TimeDelta::days(30);

/// How much was cleared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swept {
    /// Sessions past their absolute end, but those of the last logins.
    pub sessions: usize,
    /// Counts of attempts to sign in that have not changed for a day.
    pub login_attempts: usize,
    /// Idempotency keys of two days ago and older.
    pub idempotency_keys: usize,
    /// Links to reset a password of a day ago and older.
    pub password_resets: usize,
    /// Uploads whose files were deleted a month ago and earlier.
    pub uploads: usize,
    /// Changes of the catalogue of an hour ago and older.
    pub catalogue_changes: usize,
}

impl Postgres {
    /// Deletes sessions past their end, old counts of attempts to sign in, old idempotency keys, old reset links, uploads
    /// deleted long ago and what everybody knows of the catalogue's changes. Meant to run every hour or so, on any number of instances.
    ///
    /// # Errors
    /// [`PortError`] when the database fails.
    pub async fn sweep(&self, now: DateTime<Utc>) -> Result<Swept, PortError> {
        let connection = &mut *self.connection().await?;
        let old_attempts = login_attempts::table.filter(login_attempts::changed_at.lt(now - ATTEMPTS));
        // Twice the lifetime, so that an instance whose clock is wrong deletes no key too early.
        let old_keys = idempotency_keys::table.filter(idempotency_keys::created_at.lt(now - KEY_LIFETIME * 2));
        let old_resets = password_resets::table.filter(password_resets::created_at.lt(now - RESETS));
        let old_uploads = uploads::table.filter(uploads::deleted_at.lt(now - UPLOADS));
        Ok(Swept {
            sessions: old_sessions(now).execute(connection).await.map_err(DbError::from)?,
            login_attempts: diesel::delete(old_attempts).execute(connection).await.map_err(DbError::from)?,
            idempotency_keys: diesel::delete(old_keys).execute(connection).await.map_err(DbError::from)?,
            password_resets: diesel::delete(old_resets).execute(connection).await.map_err(DbError::from)?,
            uploads: diesel::delete(old_uploads).execute(connection).await.map_err(DbError::from)?,
            catalogue_changes: catalogue_changes::sweep(connection).await?,
        })
    }
}

/// Deletes sessions past their end. The last logins are read from their sessions, so those stay.
fn old_sessions(now: DateTime<Utc>) -> Sql {
    Sql::new("DELETE FROM sessions WHERE expires_at < ")
        .bind(now)
        .sql(" AND id <> ALL (ARRAY(SELECT id FROM sessions ORDER BY created_at DESC, id DESC LIMIT ")
        .bind(i64::from(LISTED_LOGINS))
        .sql("))")
}
