//! Making the tables as they were after certain migrations: those of a backup.

use std::collections::BTreeSet;

use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness};

use super::{CONTRACT_MIGRATIONS, MIGRATIONS, MigrateError, PATIENCE, blocking, encoding, patiently, take_turn};

/// The versions of the migrations that this program can run.
///
/// # Errors
/// [`MigrateError::Failed`] when the program's own migrations cannot be read.
pub(crate) fn known_versions() -> Result<BTreeSet<String>, MigrateError> {
    let mut versions = BTreeSet::new();
    for source in [MIGRATIONS, CONTRACT_MIGRATIONS] {
        versions.extend(all_of(&source)?.iter().map(|migration| migration.name().version().to_string()));
    }
    Ok(versions)
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
            for migration in all_of(&source)? {
                if versions.contains(&migration.name().version().to_string()) {
                    connection.run_migration(&*migration).map_err(MigrateError::Failed)?;
                }
            }
        }
        Ok(())
    })
    .await
}

/// The migrations of a folder, the oldest first.
fn all_of(source: &EmbeddedMigrations) -> Result<Vec<Box<dyn Migration<Pg>>>, MigrateError> {
    let mut migrations = MigrationSource::<Pg>::migrations(source).map_err(MigrateError::Failed)?;
    migrations.sort_by(|one, other| one.name().version().cmp(&other.name().version()));
    Ok(migrations)
}
