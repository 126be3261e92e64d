//! Taking over a database of the 39 former migrations, which one baseline by feature replaced.
//!
//! The former migrations are no longer part of the program. A database that has all of them differs from the baseline only in a
//! few tables and functions. One transaction brings it to the baseline and records the baseline's versions as run. The rows
//! of the former versions stay, so that the former program finds nothing to run on this database. What the baseline lacks stays too,
//! until `contract-migrations/` drop it: the tables and functions by which the former program searches.

use std::collections::BTreeSet;
use std::error::Error as StdError;

use diesel::connection::SimpleConnection;
use diesel::migration::{Migration, MigrationSource, MigrationVersion, Result};
use diesel::pg::Pg;
use diesel::{Connection, ExpressionMethods, RunQueryDsl};
use diesel_async::AsyncPgConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness};

/// The blocking connection that Diesel's migrations run on.
pub(super) type Blocking = AsyncConnectionWrapper<AsyncPgConnection>;

/// The versions of the former migrations.
pub(super) const FORMER: [&str; 39] = [
    "20261120090000",
    "20261120090100",
    "20261120090200",
    "20261120090300",
    "20261120090400",
    "20261120090500",
    "20261120090600",
    "20261120090700",
    "20261120091000",
    "20261120091100",
    "20261120091200",
    "20261120091300",
    "20261121002500",
    "20261121004500",
    "20261121010000",
    "20261121014500",
    "20261121015500",
    "20261121040000",
    "20261121040100",
    "20261121041000",
    "20261121041100",
    "20261121041200",
    "20261121041300",
    "20261121080000",
    "20261121080100",
    "20261121100000",
    "20261121110000",
    "20261121110100",
    "20261121110200",
    "20261121110300",
    "20261121110400",
    "20261122200000",
    "20261122201000",
    "20261122210000",
    "20261122300000",
    "20261122400000",
    "20261122410000",
    "20261122500000",
    "20261122510000",
];

/// The end of the baseline's versions: later migrations run on every database.
const LAST_OF_BASELINE: &str = "20261123999999";

/// Migrations of the baseline whose tables a former database lacks.
const NEW_TABLES: [&str; 2] = ["2026-11-23-000205_price_history", "2026-11-23-000505_idempotency_keys"];
/// The end of the names of migrations that hold functions and triggers only, and can be run again.
const FUNCTIONS: &str = "_functions";

const PREPARE: &str = include_str!("takeover/prepare.sql");
const FILL: &str = include_str!("takeover/fill.sql");

diesel::table! {
    /// Diesel's own list of the migrations that have run.
    __diesel_schema_migrations (version) {
        version -> VarChar,
    }
}

/// A database was not taken over, and is unchanged.
#[derive(Debug)]
pub(super) enum TakeoverError {
    /// It lacks some of the former migrations.
    TooOld,
    /// A statement failed.
    Failed(Box<dyn StdError + Send + Sync>),
}

/// The migrations that a database has run, as far as they matter here.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// None of the former ones, or the baseline too.
    Current,
    /// All former ones, and not the baseline.
    Former,
    /// Some of the former ones.
    Older,
}

impl Standing {
    /// That of a database with these versions.
    pub(super) fn of(applied: &BTreeSet<String>) -> Self {
        let has_baseline = applied.iter().any(|version| !FORMER.contains(&version.as_str()));
        match FORMER.iter().filter(|version| applied.contains(**version)).count() {
            0 => Self::Current,
            _ if has_baseline => Self::Current,
            all if all == FORMER.len() => Self::Former,
            _ => Self::Older,
        }
    }
}

/// Brings a database of the former migrations to the baseline, and answers the number of versions that were recorded: 0 for a
/// database that needs no takeover.
///
/// # Errors
/// [`TakeoverError`]
pub(super) fn take_over(connection: &mut Blocking, migrations: &EmbeddedMigrations) -> std::result::Result<usize, TakeoverError> {
    let applied = connection.applied_migrations().map_err(TakeoverError::Failed)?;
    match Standing::of(&applied.iter().map(MigrationVersion::to_string).collect()) {
        Standing::Current => Ok(0),
        Standing::Older => Err(TakeoverError::TooOld),
        Standing::Former => bring_to_baseline(connection, migrations).map_err(TakeoverError::Failed),
    }
}

/// The takeover itself, in one transaction.
fn bring_to_baseline(connection: &mut Blocking, migrations: &EmbeddedMigrations) -> Result<usize> {
    let baseline = baseline(migrations)?;
    tracing::info!("taking over the database of the release before");
    connection.transaction(|connection| {
        connection.batch_execute(PREPARE)?;
        for migration in baseline.iter().filter(|migration| is_missing(&migration.name().to_string())) {
            migration.run(connection)?;
        }
        connection.batch_execute(FILL)?;
        let versions = baseline.iter().map(|migration| migration.name().version().to_string());
        let rows: Vec<_> = versions.map(|version| __diesel_schema_migrations::version.eq(version)).collect();
        Ok(diesel::insert_into(__diesel_schema_migrations::table).values(rows).execute(connection)?)
    })
}

/// The migrations of the baseline, in their order.
fn baseline(migrations: &EmbeddedMigrations) -> Result<Vec<Box<dyn Migration<Pg>>>> {
    let mut all = MigrationSource::<Pg>::migrations(migrations)?;
    all.retain(|migration| migration.name().version().to_string().as_str() <= LAST_OF_BASELINE);
    all.sort_by_key(|migration| migration.name().version().to_string());
    Ok(all)
}

/// Whether a former database lacks what this migration of the baseline makes.
fn is_missing(name: &str) -> bool {
    name.ends_with(FUNCTIONS) || NEW_TABLES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(versions: &[&str]) -> Standing {
        Standing::of(&versions.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_database_is_known_by_its_versions() {
        let (last, all_but_one) = FORMER.split_last().unwrap();
        assert_eq!(standing(&[]), Standing::Current);
        assert_eq!(standing(&["20261123000000"]), Standing::Current);
        assert_eq!(standing(&FORMER), Standing::Former);
        assert_eq!(standing(all_but_one), Standing::Older);
        assert_eq!(standing(&[last]), Standing::Older);
        assert_eq!(standing(&[&FORMER[..], &["20261123000000"]].concat()), Standing::Current);
    }
}
