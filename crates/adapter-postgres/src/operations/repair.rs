//! Repairs of broken invariants: rows that are computed again from others, and rights that are ended.

use chrono::{DateTime, Utc};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::shared::ports::PortError;
use serde_json::json;

use super::invariants::{Finding, RULES, Remedy, Rule, STATEMENT_TIMEOUT, with_limits};
use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::error::{DbError, retrying};
use crate::query::settings::set_for_transaction;

/// The end of one rule's repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    pub rule: &'static str,
    /// What the repair does.
    pub what: &'static str,
    /// At most 20 of the rows that broke it.
    pub before: Vec<Finding>,
    /// At most 20 rows that still do.
    pub after: Vec<Finding>,
}

impl Postgres {
    /// Repairs what can be computed again, one rule after the other, each in a transaction with an entry of the audit log: what was broken
    /// before, and what is still. Rules that are kept are left alone. May run while the shop is open; orders may wait for a moment.
    ///
    /// # Errors
    /// [`PortError`] when the database fails. The rules that were repaired before stay repaired.
    pub async fn repair_invariants(&self, by: &Actor, now: DateTime<Utc>) -> Result<Vec<Repaired>, PortError> {
        let mut repaired = Vec::new();
        for rule in &RULES {
            if let Remedy::Repair { statements, what } = rule.remedy {
                repaired.extend(retrying(|| self.repair(rule, statements, what, by, now)).await?);
            }
        }
        Ok(repaired)
    }

    async fn repair(
        &self,
        rule: &Rule,
        statements: &'static str,
        what: &'static str,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<Option<Repaired>, DbError> {
        let connection = &mut *self.connection().await?;
        connection
            .transaction(async |connection| {
                set_for_transaction(connection, "statement_timeout", STATEMENT_TIMEOUT).await?;
                let before = rule.findings(connection).await?;
                if before.is_empty() {
                    return Ok(None);
                }
                for statement in statements.split(';') {
                    with_limits(rule.computed).append(with_limits(statement)).execute(connection).await?;
                }
                let after = rule.findings(connection).await?;
                record(connection, rule.name, &before, &after, by, now).await?;
                Ok(Some(Repaired { rule: rule.name, what, before, after }))
            })
            .await
    }
}

async fn record(
    connection: &mut AsyncPgConnection,
    rule: &str,
    before: &[Finding],
    after: &[Finding],
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let details = |findings: &[Finding]| json!({ "broken": findings.iter().map(|finding| finding.detail.as_str()).collect::<Vec<_>>() });
    let (before, after) = (Some(details(before)), Some(details(after)));
    audit::record(connection, by, now, Entry { action: "repair", entity: "invariant", entity_id: rule, before, after }).await
}
