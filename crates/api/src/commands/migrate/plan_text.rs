//! A plan of migrations in words.

use adapter_postgres::{MigrationPlan, PlannedMigration, PlannedTable, TableLock, TableWork};

use crate::backup::progress::megabytes;

pub(super) fn plan_text(plan: &MigrationPlan) -> String {
    let (later, now): (Vec<_>, Vec<_>) = plan.migrations.iter().partition(|migration| migration.is_contracting);
    let mut lines = vec!["Tried in a scratch database; the shop's was only read.".to_owned()];
    if !now.is_empty() {
        lines.push(String::new());
        lines.push(format!("`api migrate` runs {}. The version before keeps serving beside them.", counted(now.len())));
        now.into_iter().for_each(|migration| lines.extend(migration_lines(migration)));
    }
    if !later.is_empty() {
        lines.push(String::new());
        lines.push(format!(
            "`api serve` runs {} by itself, once no instance of the version before is connected. The version before cannot serve after \
             that: it refuses to start, and one that runs says so at /readyz.",
            counted(later.len())
        ));
        later.into_iter().for_each(|migration| lines.extend(migration_lines(migration)));
    }
    lines.push(String::new());
    lines.push("A lock that is not free is waited for, 30 s at most; then the migration is not done, and nothing of it is.".to_owned());
    if plan.is_estimated {
        lines.push("Durations are those of this server with a table in memory: one that is not takes longer.".to_owned());
    }
    if !plan.unknown_tables.is_empty() {
        lines.push(format!(
            "No migration of this version makes {}, so what happens to it is not known here.",
            plan.unknown_tables.join(", ")
        ));
    }
    lines.join("\n")
}

fn counted(migrations: usize) -> String {
    if migrations == 1 { "1 migration".to_owned() } else { format!("{migrations} migrations") }
}

fn migration_lines(migration: &PlannedMigration) -> Vec<String> {
    let mut lines = vec![format!("\n{} ({} ms on empty tables)", migration.name, migration.took.as_millis())];
    if !migration.new_tables.is_empty() {
        lines.push(format!("  makes {}", migration.new_tables.join(", ")));
    }
    lines.extend(migration.tables.iter().map(table_line));
    lines.push(match (migration.is_transaction, migration.takes()) {
        _ if migration.tables.is_empty() => "  locks no table that is there".to_owned(),
        (false, _) => "  runs statement by statement: each lock ends with its statement".to_owned(),
        (true, None) => "  holds its locks to its end: a moment".to_owned(),
        (true, Some(time)) => format!("  holds its locks to its end: about {} s", time.as_secs()),
    });
    lines
}

fn table_line(table: &PlannedTable) -> String {
    let size = format!("about {} rows, {}", table.rows, megabytes(table.bytes));
    let takes = table.takes.map_or_else(|| "a moment".to_owned(), |time| format!("about {} s", time.as_secs()));
    let work = match &table.work {
        TableWork::Definition => format!("only its definition changes, whatever its size ({size})"),
        TableWork::Read => format!("all its rows are read ({size}): {takes}"),
        TableWork::Indexed(indexes) => format!("{} is built from its rows ({size}): {takes}", indexes.join(", ")),
        TableWork::Rewritten => format!("all its rows and indexes are written again, or all deleted ({size}): {takes}"),
        TableWork::Dropped => format!("it is dropped ({size})"),
    };
    let lock = table.lock.map_or_else(String::new, |lock| format!("{}, so {}; ", mode(lock), consequence(lock)));
    format!("  {}: {lock}{work}", table.name)
}

/// The lock as PostgreSQL's documentation names it.
const fn mode(lock: TableLock) -> &'static str {
    match lock {
        TableLock::AccessShare => "ACCESS SHARE",
        TableLock::RowShare => "ROW SHARE",
        TableLock::RowExclusive => "ROW EXCLUSIVE",
        TableLock::ShareUpdateExclusive => "SHARE UPDATE EXCLUSIVE",
        TableLock::Share => "SHARE",
        TableLock::ShareRowExclusive => "SHARE ROW EXCLUSIVE",
        TableLock::Exclusive => "EXCLUSIVE",
        TableLock::AccessExclusive => "ACCESS EXCLUSIVE",
    }
}

/// What the shop does meanwhile.
const fn consequence(lock: TableLock) -> &'static str {
    match lock {
        TableLock::AccessExclusive => "reading and writing wait",
        TableLock::Exclusive | TableLock::ShareRowExclusive | TableLock::Share => "reading goes on and writing waits",
        TableLock::RowExclusive => "reading and writing go on, and a row that it changes is locked",
        TableLock::ShareUpdateExclusive | TableLock::RowShare | TableLock::AccessShare => "reading and writing go on",
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn table(name: &str, lock: TableLock, work: TableWork, takes: Option<u64>) -> PlannedTable {
        PlannedTable {
            name: name.to_owned(),
            lock: Some(lock),
            work,
            rows: 1_200,
            bytes: 2_100_000_000,
            takes: takes.map(Duration::from_secs),
        }
    }

    fn migration(name: &str, is_contracting: bool, tables: Vec<PlannedTable>) -> PlannedMigration {
        let (took, new_tables) = (Duration::from_millis(4), Vec::new());
        PlannedMigration { name: name.to_owned(), is_contracting, is_transaction: true, took, new_tables, tables }
    }

    #[test]
    fn a_plan_says_what_waits_and_how_long() {
        let read = vec![
            table("orders", TableLock::AccessExclusive, TableWork::Definition, None),
            table("order_items", TableLock::Share, TableWork::Indexed(vec!["order_items_x_idx".to_owned()]), Some(12)),
        ];
        let dropped = vec![table("tallies", TableLock::AccessExclusive, TableWork::Dropped, None)];
        let migrations = vec![migration("one", false, read), migration("two", false, Vec::new()), migration("three", true, dropped)];
        let text = plan_text(&MigrationPlan { migrations, unknown_tables: vec!["notes".to_owned()], is_estimated: true });
        for line in [
            "`api migrate` runs 2 migrations. The version before keeps serving beside them.",
            "one (4 ms on empty tables)",
            "  orders: ACCESS EXCLUSIVE, so reading and writing wait; only its definition changes, whatever its size (about 1200 rows, 2100.0 MB)",
            "  order_items: SHARE, so reading goes on and writing waits; order_items_x_idx is built from its rows (about 1200 rows, 2100.0 MB): \
             about 12 s",
            "  holds its locks to its end: about 12 s",
            "  locks no table that is there",
            "  tallies: ACCESS EXCLUSIVE, so reading and writing wait; it is dropped (about 1200 rows, 2100.0 MB)",
            "No migration of this version makes notes, so what happens to it is not known here.",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in:\n{text}");
        }
        assert!(text.find("`api serve` runs 1 migration").unwrap() < text.find("three (").unwrap(), "{text}");
    }
}
