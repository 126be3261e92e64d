//! Saying what the pending migrations will do to a database, without touching it.
//!
//! The migrations run in a scratch database with the tables of the served one and none of its rows. Each runs in a transaction, at whose
//! end the server is asked which locks it holds and which tables it read, wrote again or dropped: `trial.rs`. How long that takes
//! follows from the sizes of the served tables (`served.rs`) and from how fast this server reads and writes (`pace.rs`).

mod pace;
mod served;
mod trial;

use std::collections::BTreeSet;
use std::time::Duration;

use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;

use self::pace::Pace;
use self::served::{Served, ServedTable};
use self::trial::{Trial, try_each};
use super::versions::{check_baseline, create_at, in_order, versions_of};
use super::{CONTRACT_MIGRATIONS, MIGRATIONS, MigrateError, PATIENCE, blocking, patiently, take_turn};

/// Tables below this size, in bytes, are read and written again within a moment.
const SMALL: u64 = 16 << 20;

/// A migration of a list.
type AnyMigration = Box<dyn Migration<Pg>>;

/// What migrating a database means.
#[derive(Debug)]
pub enum Pending {
    Nothing,
    /// The database has no tables: this number of migrations makes them.
    AllTables(usize),
    /// Some migrations are pending.
    Migrations(PendingMigrations),
}

/// The pending migrations of a database, and the sizes of its tables.
#[derive(Debug)]
pub struct PendingMigrations {
    served: Served,
    versions: BTreeSet<String>,
}

/// What the pending migrations do, in the order in which they run.
#[derive(Debug)]
pub struct MigrationPlan {
    pub migrations: Vec<PlannedMigration>,
    /// Tables that no migration of this program made: the plan cannot say what is done to them.
    pub unknown_tables: Vec<String>,
    /// Whether durations were estimated from the server's pace: a table is large.
    pub is_estimated: bool,
}

/// What one migration does.
#[derive(Debug)]
pub struct PlannedMigration {
    pub name: String,
    /// Whether it removes what the release before needs: an instance runs it once none of that release is connected.
    pub is_contracting: bool,
    /// Whether it runs in one transaction, which keeps its locks to its end.
    pub is_transaction: bool,
    /// How long it took on empty tables.
    pub took: Duration,
    /// The tables that it makes.
    pub new_tables: Vec<String>,
    /// The tables that it locks or reads.
    pub tables: Vec<PlannedTable>,
}

/// What a migration does to a table that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedTable {
    pub name: String,
    /// The strongest lock, as PostgreSQL names it: `ACCESS EXCLUSIVE`. `None` where locks end with each statement.
    pub lock: Option<TableLock>,
    pub work: TableWork,
    /// Its present rows, about.
    pub rows: u64,
    /// The bytes that are read or written.
    pub bytes: u64,
    /// How long that takes, about; `None` for a moment.
    pub takes: Option<Duration>,
}

/// What is done to the rows of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableWork {
    /// Nothing: the catalogue of the database changes.
    Definition,
    /// They are read, and perhaps some are changed.
    Read,
    /// They are read to build these indexes.
    Indexed(Vec<String>),
    /// They are all written again, or all deleted.
    Rewritten,
    /// The table is dropped.
    Dropped,
}

/// A lock on a table, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableLock {
    AccessShare,
    RowShare,
    RowExclusive,
    ShareUpdateExclusive,
    Share,
    ShareRowExclusive,
    Exclusive,
    AccessExclusive,
}

impl PlannedMigration {
    /// How long its work takes, about; `None` for a moment.
    #[must_use]
    pub fn takes(&self) -> Option<Duration> {
        self.tables.iter().filter_map(|table| table.takes).reduce(Duration::saturating_add)
    }
}

impl Pending {
    /// Looks at a database, in a transaction that may only read.
    ///
    /// # Errors
    /// [`MigrateError`] when it cannot be reached, was contracted by a later release, or is of before the baseline.
    pub async fn of(url: &str) -> Result<Self, MigrateError> {
        let versions = versions_of(&MIGRATIONS)?.into_iter().chain(versions_of(&CONTRACT_MIGRATIONS)?);
        let served = Served::look(url).await?;
        if served.applied.is_empty() {
            return Ok(Self::AllTables(versions_of(&MIGRATIONS)?.len()));
        }
        check_baseline(&served.applied)?;
        let versions: BTreeSet<String> = versions.filter(|version| !served.applied.contains(version)).collect();
        Ok(if versions.is_empty() { Self::Nothing } else { Self::Migrations(PendingMigrations { served, versions }) })
    }
}

impl PendingMigrations {
    /// The versions of the migrations.
    pub fn versions(&self) -> impl Iterator<Item = &str> {
        self.versions.iter().map(String::as_str)
    }

    /// Whether all of them only take away what nothing but the version before needs: the tables are those of this version.
    ///
    /// # Errors
    /// [`MigrateError::Failed`] when the list of migrations cannot be read.
    pub fn only_contract(&self) -> Result<bool, MigrateError> {
        Ok(self.versions.is_subset(&versions_of(&CONTRACT_MIGRATIONS)?.into_iter().collect()))
    }

    /// Runs them in a scratch database without tables.
    ///
    /// # Errors
    /// [`MigrateError`] when a migration fails there, or the server does.
    pub async fn plan(self, scratch: &str) -> Result<MigrationPlan, MigrateError> {
        plan(self.served, scratch, MIGRATIONS, CONTRACT_MIGRATIONS).await
    }
}

/// Tries the migrations of these lists that the served database lacks.
async fn plan<S>(served: Served, scratch: &str, expanding: S, contracting: S) -> Result<MigrationPlan, MigrateError>
where
    S: MigrationSource<Pg> + Send + 'static,
{
    create_at(scratch, served.applied.clone()).await?;
    let mut connection = patiently(scratch, PATIENCE).await?;
    take_turn(&mut connection).await.map_err(|e| MigrateError::Failed(e.into()))?;
    blocking(connection, move |connection| {
        let known = trial::tables(connection).map_err(|e| MigrateError::Failed(e.into()))?;
        let mut trials = Vec::new();
        for (source, is_contracting) in [(expanding, false), (contracting, true)] {
            trials.extend(try_each(connection, pending_of(&source, &served)?, is_contracting)?);
        }
        let is_estimated =
            trials.iter().flat_map(|trial| &trial.tables).any(|seen| is_long(seen.bytes_of(served.table(&seen.name)), &seen.work));
        let pace = if is_estimated { Some(Pace::measure(connection).map_err(|e| MigrateError::Failed(e.into()))?) } else { None };
        let unknown_tables = served.tables.keys().filter(|name| !known.contains(*name)).cloned().collect();
        let migrations = trials.into_iter().map(|trial| planned(trial, &served, pace)).collect();
        Ok(MigrationPlan { migrations, unknown_tables, is_estimated })
    })
    .await
}

/// The migrations of a list that the served database lacks, the oldest first.
fn pending_of(source: &impl MigrationSource<Pg>, served: &Served) -> Result<Vec<AnyMigration>, MigrateError> {
    let mut migrations = in_order(source)?;
    migrations.retain(|migration| !served.applied.contains(&migration.name().version().to_string()));
    Ok(migrations)
}

/// Whether the work on a table of this size takes longer than a moment.
fn is_long(bytes: u64, work: &TableWork) -> bool {
    bytes >= SMALL && matches!(work, TableWork::Read | TableWork::Indexed(_) | TableWork::Rewritten)
}

/// What a trial means for the rows of the served tables.
fn planned(trial: Trial, served: &Served, pace: Option<Pace>) -> PlannedMigration {
    let table = |seen: trial::SeenTable| {
        let present: ServedTable = served.table(&seen.name);
        let bytes = seen.bytes_of(present);
        let takes = pace.filter(|_| is_long(bytes, &seen.work)).map(|pace| pace.of(&seen.work, bytes));
        PlannedTable { name: seen.name, lock: seen.lock, work: seen.work, rows: present.rows, bytes, takes }
    };
    PlannedMigration {
        name: trial.name,
        is_contracting: trial.is_contracting,
        is_transaction: trial.is_transaction,
        took: trial.took,
        new_tables: trial.new_tables,
        tables: trial.tables.into_iter().map(table).collect(),
    }
}

#[cfg(test)]
mod tests;
