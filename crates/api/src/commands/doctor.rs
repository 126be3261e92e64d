//! `api doctor`: checks the invariants and lists violations.

use crate::CommandError;
use crate::config::Config;
use crate::database::Database;
use crate::process::telemetry::say;

/// Checks the shop's books.
///
/// # Errors
/// When something is off, or the database fails.
pub(crate) async fn run(config: Config) -> Result<(), CommandError> {
    let database = Database::open(&config).await?;
    let findings = database.postgres.check_invariants().await?;
    database.close().await?;
    for finding in &findings {
        say(&format!("{}: {}", finding.rule, finding.detail));
    }
    if findings.is_empty() {
        say("Everything is in order.");
        Ok(())
    } else {
        Err(format!("{} things are not in order", findings.len()).into())
    }
}
