//! The versions of migrations: those that this program knows, those of before the baseline (docs/adr/0019-one-baseline.md), and a database
//! at certain ones, such as those of a backup.

use std::collections::BTreeSet;

use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel_migrations::MigrationHarness;

use super::{CONTRACT_MIGRATIONS, MIGRATIONS, MigrateError, PATIENCE, blocking, encoding, patiently, take_turn};

/// The versions of the migrations that this program can run.
///
/// # Errors
/// [`MigrateError::Failed`] when the program's own migrations cannot be read.
pub(crate) fn known_versions() -> Result<BTreeSet<String>, MigrateError> {
    let mut versions = BTreeSet::new();
    for source in [MIGRATIONS, CONTRACT_MIGRATIONS] {
        versions.extend(versions_of(&source)?);
    }
    Ok(versions)
}

/// Refuses applied migrations that the baseline replaced: versions that are older than it and unknown. A known one contracts.
///
/// # Errors
/// [`MigrateError::BeforeBaseline`]; [`MigrateError::Failed`] when the program's own migrations cannot be read.
pub(crate) fn check_baseline(applied: impl IntoIterator<Item = impl AsRef<str>>) -> Result<(), MigrateError> {
    let (known, first) = (known_versions()?, versions_of(&MIGRATIONS)?.into_iter().min().unwrap_or_default());
    let is_replaced = |version: &str| version < first.as_str() && !known.contains(version);
    if applied.into_iter().any(|version| is_replaced(version.as_ref())) { Err(MigrateError::BeforeBaseline) } else { Ok(()) }
}

/// Runs exactly these migrations on a database without tables, in the order in which an instance runs them.
///
/// # Errors
/// [`MigrateError`] when the database cannot be reached or a migration fails.
pub(crate) async fn create_at(url: &str, versions: BTreeSet<String>) -> Result<(), MigrateError> {
    let mut connection = patiently(url, PATIENCE).await?;
    take_turn(&mut connection).await.map_err(|e| MigrateError::Failed(e.into()))?;
    encoding::check_new(&mut connection).await?;
    blocking(connection, move |connection| {
        // Makes the list of migrations, where there is none.
        let present = connection.applied_migrations().map_err(MigrateError::Failed)?.len();
        if present > 0 {
            return Err(MigrateError::Failed("another program migrated the database at this moment".into()));
        }
        for source in [MIGRATIONS, CONTRACT_MIGRATIONS] {
            for migration in in_order(&source)? {
                if versions.contains(&migration.name().version().to_string()) {
                    connection.run_migration(&*migration).map_err(MigrateError::Failed)?;
                }
            }
        }
        Ok(())
    })
    .await
}

/// The versions of the migrations of a folder, the oldest first.
pub(super) fn versions_of(source: &impl MigrationSource<Pg>) -> Result<Vec<String>, MigrateError> {
    Ok(in_order(source)?.iter().map(|migration| migration.name().version().to_string()).collect())
}

/// The migrations of a folder, the oldest first.
pub(super) fn in_order(source: &impl MigrationSource<Pg>) -> Result<Vec<Box<dyn Migration<Pg>>>, MigrateError> {
    let mut migrations = source.migrations().map_err(MigrateError::Failed)?;
    migrations.sort_by_key(|migration| migration.name().version().to_string());
    Ok(migrations)
}
