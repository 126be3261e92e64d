//! The runs of the schedule of backups.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use domain::backups::backup_run::KeptBackup;
use domain::backups::backup_run::{
    ABANDONED_AFTER, BackupFailure, BackupFile, BackupRun, BackupRunId, BackupRuns, BackupSummary, RETRY_AFTER, Verification,
};
use domain::shared::ports::PortError;

use crate::connection::pool::Postgres;
use crate::error::{DbError, known};
use crate::query::sql::{Number, Sql};
use crate::schema::backup_runs;

/// Keeps two instances from claiming a run at once: an insert waits for the transaction of another one.
const LOCK: &str = "LOCK TABLE backup_runs IN SHARE ROW EXCLUSIVE MODE";

/// Begins the run that is due since `$1` at `$2`, unless one since then is in order, began after `$3` and works, or failed after `$4`.
const CLAIM: &str = "
    INSERT INTO backup_runs (due_at, started_at)
    SELECT $1, $2 WHERE NOT EXISTS (
        SELECT FROM backup_runs r WHERE r.started_at >= $1 AND (
            (r.finished_at IS NULL AND r.started_at > $3)
            OR (r.finished_at IS NOT NULL AND r.error IS NULL)
            OR (r.error IS NOT NULL AND r.finished_at > $4)
        )
    ) RETURNING id AS n";

const SUMMARY: &str = "
    SELECT (SELECT min(started_at) FROM backup_runs) AS first_run, done.finished_at AS last_done, done.size_bytes AS last_size,
        (SELECT max(verified_at) FROM backup_runs) AS last_verified,
        coalesce((SELECT r.error IS NOT NULL FROM backup_runs r WHERE r.finished_at IS NOT NULL ORDER BY r.started_at DESC, r.id DESC LIMIT 1), false)
            AS last_failed
    FROM (SELECT) AS always LEFT JOIN LATERAL (
        SELECT r.finished_at, r.size_bytes FROM backup_runs r WHERE r.finished_at IS NOT NULL AND r.error IS NULL
        ORDER BY r.started_at DESC, r.id DESC LIMIT 1
    ) AS done ON true";

#[derive(Clone, Debug, diesel::QueryableByName)]
struct SummaryRow {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    first_run: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    last_done: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<BigInt>)]
    last_size: Option<i64>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    last_verified: Option<DateTime<Utc>>,
    #[diesel(sql_type = Bool)]
    last_failed: bool,
}

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = backup_runs, check_for_backend(diesel::pg::Pg))]
struct RunRow {
    id: i64,
    started_at: DateTime<Utc>,
    finished_at: Option<DateTime<Utc>>,
    file: Option<String>,
    size_bytes: Option<i64>,
    verified_at: Option<DateTime<Utc>>,
    verification: Option<String>,
    error: Option<String>,
    deleted_at: Option<DateTime<Utc>>,
}

#[async_trait]
impl BackupRuns for Postgres {
    async fn claim(&self, due_at: DateTime<Utc>, now: DateTime<Utc>) -> Result<Option<BackupRunId>, PortError> {
        let values = [due_at.into(), now.into(), (now - ABANDONED_AFTER).into(), (now - RETRY_AFTER).into()];
        let mut connection = self.connection().await?;
        let claimed: Result<Vec<Number>, DbError> = connection
            .transaction(async |connection| {
                Sql::new(LOCK).execute(connection).await?;
                Ok(Sql::of(CLAIM, values).load(connection).await?)
            })
            .await;
        Ok(claimed?.into_iter().next().map(|row| BackupRunId(row.n)))
    }

    async fn note_file(&self, run: BackupRunId, file: &BackupFile) -> Result<(), PortError> {
        let size = i64::try_from(file.bytes).unwrap_or(i64::MAX);
        let set = (backup_runs::file.eq(&file.name), backup_runs::size_bytes.eq(size));
        let connection = &mut *self.connection().await?;
        diesel::update(backup_runs::table.find(run.0)).set(set).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }

    async fn end(&self, run: BackupRunId, outcome: Result<Verification, BackupFailure>, now: DateTime<Utc>) -> Result<(), PortError> {
        let verification = outcome.as_ref().ok().map(|verification| verification.as_str());
        let set = (
            backup_runs::finished_at.eq(now),
            backup_runs::verified_at.eq(verification.map(|_| now)),
            backup_runs::verification.eq(verification),
            backup_runs::error.eq(outcome.as_ref().err().map(BackupFailure::text)),
        );
        let connection = &mut *self.connection().await?;
        diesel::update(backup_runs::table.find(run.0)).set(set).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }

    async fn note_deleted(&self, run: BackupRunId, now: DateTime<Utc>) -> Result<(), PortError> {
        let connection = &mut *self.connection().await?;
        let set = backup_runs::deleted_at.eq(now);
        diesel::update(backup_runs::table.find(run.0)).set(set).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }

    async fn kept(&self) -> Result<Vec<KeptBackup>, PortError> {
        let there = backup_runs::table.filter(backup_runs::deleted_at.is_null()).filter(backup_runs::finished_at.is_not_null());
        let newest = there.order((backup_runs::started_at.desc(), backup_runs::id.desc()));
        let columns = (backup_runs::id, backup_runs::file, backup_runs::error.is_null());
        let connection = &mut *self.connection().await?;
        let rows: Vec<(i64, Option<String>, bool)> = newest.select(columns).load(connection).await.map_err(DbError::from)?;
        let backup =
            |(run, file, is_in_order): (i64, Option<String>, bool)| Some(KeptBackup { run: BackupRunId(run), file: file?, is_in_order });
        Ok(rows.into_iter().filter_map(backup).collect())
    }

    async fn newest(&self, limit: usize) -> Result<Vec<BackupRun>, PortError> {
        let newest = backup_runs::table.order((backup_runs::started_at.desc(), backup_runs::id.desc()));
        let limited = newest.limit(i64::try_from(limit).unwrap_or(i64::MAX)).select(RunRow::as_select());
        let connection = &mut *self.connection().await?;
        let rows: Vec<RunRow> = limited.load(connection).await.map_err(DbError::from)?;
        Ok(rows.into_iter().map(run_of).collect::<Result<_, _>>()?)
    }

    async fn summary(&self) -> Result<BackupSummary, PortError> {
        let mut connection = self.connection().await?;
        let row: SummaryRow = Sql::new(SUMMARY).get_result(&mut *connection).await.map_err(DbError::from)?;
        Ok(BackupSummary {
            first_run: row.first_run,
            last_in_order: row.last_done.map(|at| (at, row.last_size.unwrap_or_default().unsigned_abs())),
            last_verified: row.last_verified,
            last_failed: row.last_failed,
        })
    }
}

fn run_of(row: RunRow) -> Result<BackupRun, DbError> {
    let verification = row.verification.as_deref().map(|text| known("verification", Verification::parse(text))).transpose()?;
    let bytes = row.size_bytes.unwrap_or_default().unsigned_abs();
    Ok(BackupRun {
        id: BackupRunId(row.id),
        started_at: row.started_at,
        finished_at: row.finished_at,
        file: row.file.map(|name| BackupFile { name, bytes }),
        verified: row.verified_at.zip(verification),
        error: row.error,
        deleted_at: row.deleted_at,
    })
}
