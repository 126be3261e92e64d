//! `api doctor`: checks the invariants and lists violations; `--repair` mends those that can be computed again.

use adapter_postgres::{Finding, Postgres};
use domain::accounts::actor::Actor;
use domain::shared::ports::Clock as _;

use crate::CommandError;
use crate::backup::database::Place;
use crate::config::Config;
use crate::process::telemetry::say;
use crate::wiring::system::SystemClock;

/// What the doctor does about violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Treatment {
    None,
    /// It says what it would repair, and changes nothing.
    DryRun,
    /// It repairs what can be computed again.
    Repair,
}

/// Checks the invariants of the shop's data. It makes no tables: a database without them has no shop that could be in order.
///
/// # Errors
/// When something is not in order at the end, there is no shop, its tables are of an earlier version, or the database fails.
pub(crate) async fn run(config: Config, treatment: Treatment) -> Result<(), CommandError> {
    let place = Place::of_current_shop(&config).await?;
    let findings = findings_at(&place, treatment).await;
    place.close().await?;
    let findings = findings?;
    if findings.is_empty() {
        say("Everything is in order.");
        Ok(())
    } else {
        Err(format!("{} things are not in order", findings.len()).into())
    }
}

async fn findings_at(place: &Place, treatment: Treatment) -> Result<Vec<Finding>, CommandError> {
    let postgres = place.connect().await?;
    treat(&postgres, treatment).await
}

/// Treats the shop, and answers what is not in order at the end.
async fn treat(postgres: &Postgres, treatment: Treatment) -> Result<Vec<Finding>, CommandError> {
    if treatment == Treatment::Repair {
        for repaired in postgres.repair_invariants(&Actor::operator("doctor --repair"), SystemClock.now()).await? {
            let outcome = if repaired.after.is_empty() { "repaired" } else { "repaired in part" };
            say(&format!("{outcome}: {}. {}", repaired.rule, repaired.what));
            list(&repaired.before);
        }
    }
    let findings = postgres.check_invariants().await?;
    for same in findings.chunk_by(|one, next| one.rule == next.rule) {
        for finding in same {
            say(&format!("{}: {}", finding.rule, finding.detail));
        }
        if let Some(first) = same.first() {
            say(&advice(first, treatment));
        }
    }
    Ok(findings)
}

fn list(findings: &[Finding]) {
    findings.iter().for_each(|finding| say(&format!("    {}", finding.detail)));
}

/// What happens next about the violations of a rule.
fn advice(finding: &Finding, treatment: Treatment) -> String {
    match (finding.is_repairable, treatment) {
        (true, Treatment::None) => format!("  -> api doctor --repair: {}", finding.advice),
        (true, Treatment::DryRun) => format!("  -> would be repaired: {}", finding.advice),
        (true, Treatment::Repair) => format!("  -> is not repaired by this, a person has to look: {}", finding.advice),
        (false, _) => format!("  -> a person has to look: {}", finding.advice),
    }
}
