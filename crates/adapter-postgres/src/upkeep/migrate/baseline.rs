//! Databases and backups of before the baseline, which this program cannot bring up to date (docs/adr/0019-one-baseline.md).

use super::exact::known_versions;
use super::plan::versions_of;
use super::{MIGRATIONS, MigrateError};

/// Refuses applied migrations that the baseline replaced: versions that are older than it and unknown. A known one contracts.
///
/// # Errors
/// [`MigrateError::BeforeBaseline`]; [`MigrateError::Failed`] when the program's own migrations cannot be read.
pub(crate) fn check_baseline(applied: impl IntoIterator<Item = impl AsRef<str>>) -> Result<(), MigrateError> {
    let (known, first) = (known_versions()?, versions_of(&MIGRATIONS)?.into_iter().min().unwrap_or_default());
    let is_replaced = |version: &str| version < first.as_str() && !known.contains(version);
    if applied.into_iter().any(|version| is_replaced(version.as_ref())) { Err(MigrateError::BeforeBaseline) } else { Ok(()) }
}
