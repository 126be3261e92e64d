//! Loading a backup into an empty database: the tables as its migrations made them, the rows in one transaction, then the migrations since.

use std::pin::Pin;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::SinkExt as _;
use tokio_postgres::{Client, CopyInSink, Transaction};

use super::load_order::TakenAway;
use super::shape::{self, SequenceState, TableShape};
use super::{BackupError, clearing, connect, quoted};
use crate::connection::connector::Connector;
use crate::operations::migrate::{check_baseline, create_at, known_versions};

/// Statements on restored rows (see `settle`).
const SETTLE: [&str; 6] = [
    "UPDATE sessions SET revoked_at = greatest($2, created_at) WHERE revoked_at IS NULL AND $1 <= $2",
    // The time to pay stood still between the snapshot and now, and an hour is left at least: the gateway's records are read first.
    "UPDATE order_payments p SET expires_at = greatest(p.expires_at + ($2 - $1), $2 + interval '1 hour'),
        period_starts_at = coalesce(p.period_starts_at, o.placed_at) + ($2 - $1)
    FROM orders o WHERE o.id = p.order_id AND p.expires_at > $1 - interval '1 hour' AND p.charged_cents = 0 AND NOT p.has_expired",
    // The gateway may have been told of payments that the snapshot does not have.
    "UPDATE payment_attempts SET check_at = $2 WHERE started_at >= $1 - interval '7 days'",
    // A refund that waited may have been sent since: it counts as one whose sender ended, and is never sent again.
    "UPDATE refunds SET state = 'sending', due_at = $2 WHERE via = 'gateway' AND state = 'requested' AND $1 <= $2",
    "INSERT INTO mail_hold (since, snapshot_at) VALUES ($2, $1) ON CONFLICT (id) DO UPDATE SET since = $2, snapshot_at = $1",
    "UPDATE backup_runs SET finished_at = $2, error = 'The shop was restored from a snapshot that was taken during this run.'
    WHERE finished_at IS NULL AND $1 <= $2",
];

/// The keys that the database keeps from now on.
#[derive(Clone, Default)]
pub struct RestoredKeys {
    /// The key that signs tokens.
    pub token_key: Option<String>,
    /// The keys that encrypt secrets, the newest first.
    pub data_keys: Vec<String>,
}

/// The times that the restored rows are settled with.
#[derive(Clone, Copy, Debug)]
pub struct Settled {
    /// When the snapshot was taken.
    pub snapshot_at: DateTime<Utc>,
    /// The present moment; a clock that is behind counts as that of the snapshot.
    pub now: DateTime<Utc>,
}

/// A database whose tables are made and empty. Nothing of the backup is in it until [`TableLoad::commit`].
pub struct Restore {
    client: Client,
    url: String,
}

impl Restore {
    /// Makes the tables of a shop by these migrations, in a database without one.
    ///
    /// # Errors
    /// [`BackupError`]: the database has a shop, or a migration is unknown or of before the baseline. Nothing is changed then.
    pub async fn begin(url: &str, migrations: &[String]) -> Result<Self, BackupError> {
        check_baseline(migrations)?;
        let known = known_versions()?;
        if let Some(unknown) = migrations.iter().find(|version| !known.contains(*version)) {
            return Err(BackupError::Newer(unknown.clone()));
        }
        let mut client = connect(&Connector::new(url)?).await?;
        // What is dropped with a table needs no line in the log.
        client.batch_execute("SET client_min_messages = 'warning'").await?;
        clearing::clear(&mut client).await?;
        create_at(url, migrations.iter().cloned().collect()).await?;
        Ok(Self { client, url: url.to_owned() })
    }

    /// Begins the transaction of the rows.
    ///
    /// # Errors
    /// [`BackupError::Shape`] unless the tables are the ones that the migrations made.
    pub async fn tables<'a>(&'a mut self, tables: &'a [TableShape]) -> Result<TableLoad<'a>, BackupError> {
        let made = shape::tables(&self.client).await?;
        if let Some(other) = difference(&made, tables) {
            return Err(BackupError::Shape(other.to_owned()));
        }
        let transaction = self.client.transaction().await?;
        let taken_away = TakenAway::from(&transaction, tables).await?;
        Ok(TableLoad { transaction, taken_away })
    }

    /// Runs the migrations that the backup did not have, and gathers statistics for the planner.
    ///
    /// # Errors
    /// [`BackupError`] when a migration fails; the rows are there.
    pub async fn bring_up_to_date(self) -> Result<(), BackupError> {
        crate::connection::pool::Postgres::migrate(&self.url).await?;
        // By name: of the system's tables, only a superuser may gather statistics, and PostgreSQL would warn of each.
        let tables: Vec<String> = shape::tables(&self.client).await?.iter().map(|table| quoted(&table.name)).collect();
        Ok(self.client.batch_execute(&format!("ANALYZE {}", tables.join(", "))).await?)
    }
}

/// The name of a table that only one side has, or whose columns differ. Their order does not count: rows are copied by the
/// names of columns.
fn difference<'a>(made: &'a [TableShape], told: &'a [TableShape]) -> Option<&'a str> {
    let lacks = |tables: &[TableShape], wanted: &TableShape| !tables.iter().any(|table| table.has_columns_of(wanted));
    let missing = made.iter().find(|table| lacks(told, table)).or_else(|| told.iter().find(|table| lacks(made, table)));
    missing.map(|table| table.name.as_str())
}

/// The transaction that loads the rows. Dropped without [`TableLoad::commit`], it leaves the tables empty.
pub struct TableLoad<'a> {
    transaction: Transaction<'a>,
    taken_away: TakenAway,
}

/// The rows of one table on their way into the database.
pub struct RowSink(Pin<Box<CopyInSink<Bytes>>>);

impl RowSink {
    /// Sends bytes that [`super::TableRows`] read.
    ///
    /// # Errors
    /// [`BackupError`] when the database refuses a row.
    pub async fn send(&mut self, bytes: Vec<u8>) -> Result<(), BackupError> {
        Ok(self.0.send(Bytes::from(bytes)).await?)
    }

    /// Ends the table and answers the number of its rows.
    ///
    /// # Errors
    /// [`BackupError`] when the database refuses a row.
    pub async fn finish(mut self) -> Result<u64, BackupError> {
        Ok(self.0.as_mut().finish().await?)
    }
}

impl TableLoad<'_> {
    /// Begins the rows of a table. One table at a time.
    ///
    /// # Errors
    /// [`BackupError`] when the database fails.
    pub async fn table(&self, table: &TableShape) -> Result<RowSink, BackupError> {
        let statement = format!("COPY {} FROM STDIN (FORMAT binary, FREEZE)", table.as_target());
        Ok(RowSink(Box::pin(self.transaction.copy_in(&statement).await?)))
    }

    /// Puts back indexes, constraints, triggers, sequences and keys, settles the restored rows and commits: sessions are ended, mails of the
    /// outbox held, attempts to pay of the last seven days asked for again.
    ///
    /// # Errors
    /// [`BackupError`] when a constraint does not hold or the database fails; the tables are empty then.
    pub async fn commit(self, sequences: &[SequenceState], keys: &RestoredKeys, times: Settled) -> Result<(), BackupError> {
        let Self { transaction, taken_away } = self;
        taken_away.put_back(&transaction).await?;
        for sequence in sequences {
            let set = "SELECT setval(quote_ident($1)::regclass, $2, $3) WHERE to_regclass(quote_ident($1)) IS NOT NULL";
            transaction.execute(set, &[&sequence.name, &sequence.last_value, &sequence.is_called]).await?;
        }
        write_keys(&transaction, keys, times.now).await?;
        settle(&transaction, times).await?;
        Ok(transaction.commit().await?)
    }
}

async fn write_keys(transaction: &Transaction<'_>, keys: &RestoredKeys, now: DateTime<Utc>) -> Result<(), BackupError> {
    if let Some(secret) = &keys.token_key {
        let write = "INSERT INTO signing_key (secret, generated_at) VALUES ($1, $2::text::timestamptz)";
        transaction.execute(write, &[secret, &now.to_rfc3339()]).await?;
    }
    for (version, secret) in (1_i32..).zip(keys.data_keys.iter().rev()) {
        let write = "INSERT INTO data_keys (version, secret, generated_at) VALUES ($1, $2, $3::text::timestamptz)";
        transaction.execute(write, &[&version, secret, &now.to_rfc3339()]).await?;
    }
    Ok(())
}

/// Runs the statements of [`SETTLE`].
async fn settle(transaction: &Transaction<'_>, times: Settled) -> Result<(), BackupError> {
    let (from, now) = (times.snapshot_at.to_rfc3339(), times.now.max(times.snapshot_at).to_rfc3339());
    for statement in SETTLE {
        let statement = statement.replace("$1", "$1::text::timestamptz").replace("$2", "$2::text::timestamptz");
        transaction.execute(&statement, &[&from, &now]).await?;
    }
    Ok(())
}
