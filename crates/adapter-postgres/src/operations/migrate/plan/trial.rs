//! Running migrations on empty tables, and seeing what each did to the tables that were there before it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use diesel::sql_types::{BigInt, Text};
use diesel::{Connection as _, QueryResult, RunQueryDsl as _};

use super::super::MigrateError;
use super::served::ServedTable;
use super::{AnyMigration, TableLock, TableWork};
use crate::operations::migrate::Blocking;

/// Tables and indexes: their file, which changes when rows are written again, and the number of times that this transaction read all rows.
const RELATIONS: &str = "
    SELECT c.oid::bigint AS id, c.relname::text AS name, coalesce(i.indrelid, 0)::bigint AS index_of,
        coalesce(pg_relation_filenode(c.oid), 0)::bigint AS file, coalesce(pg_stat_get_xact_numscans(c.oid), 0) AS scans
    FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
    WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND c.relkind IN ('r', 'p', 'm', 'i', 'I')
        AND c.relname NOT LIKE '\\_\\_diesel%'
    ORDER BY c.relname";
/// The locks of this session on tables.
const LOCKS: &str = "SELECT relation::bigint AS id, mode AS name FROM pg_locks WHERE pid = pg_backend_pid() AND relation IS NOT NULL";
/// Without this setting the server does not count what is read.
const COUNTS: &str = "SELECT 0::bigint AS id, current_setting('track_counts') AS name";

#[derive(diesel::QueryableByName)]
struct Relation {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    index_of: i64,
    #[diesel(sql_type = BigInt)]
    file: i64,
    #[diesel(sql_type = BigInt)]
    scans: i64,
}

#[derive(diesel::QueryableByName)]
struct Named {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    name: String,
}

/// What one migration did.
pub(super) struct Trial {
    pub(super) name: String,
    pub(super) is_contracting: bool,
    pub(super) is_transaction: bool,
    pub(super) took: Duration,
    pub(super) new_tables: Vec<String>,
    pub(super) tables: Vec<SeenTable>,
}

/// What a migration did to a table.
pub(super) struct SeenTable {
    pub(super) name: String,
    pub(super) lock: Option<TableLock>,
    pub(super) work: TableWork,
}

impl SeenTable {
    /// The bytes that its work reads or writes.
    pub(super) fn bytes_of(&self, present: ServedTable) -> u64 {
        if self.work == TableWork::Rewritten { present.total_bytes } else { present.bytes }
    }
}

/// The names of the tables.
pub(super) fn tables(connection: &mut Blocking) -> QueryResult<BTreeSet<String>> {
    Ok(relations(connection)?.into_values().filter(|relation| relation.index_of == 0).map(|relation| relation.name).collect())
}

/// Runs the migrations one after the other.
///
/// # Errors
/// [`MigrateError::Failed`]
pub(super) fn try_each(connection: &mut Blocking, migrations: Vec<AnyMigration>, is_contracting: bool) -> Result<Vec<Trial>, MigrateError> {
    let counts: Named = diesel::sql_query(COUNTS).get_result(connection).map_err(|e| MigrateError::Failed(e.into()))?;
    if counts.name != "on" {
        return Err(MigrateError::Failed("track_counts is off, so the server does not say which tables a migration reads".into()));
    }
    let each = migrations.into_iter().map(|migration| try_one(connection, &migration, is_contracting).map_err(MigrateError::Failed));
    each.collect()
}

fn try_one(connection: &mut Blocking, migration: &AnyMigration, is_contracting: bool) -> diesel::migration::Result<Trial> {
    let is_transaction = migration.metadata().run_in_transaction();
    let name = migration.name().to_string();
    let observed = |connection: &mut Blocking| -> diesel::migration::Result<Trial> {
        let before = relations(connection)?;
        let begun = Instant::now();
        migration.run(connection)?;
        let took = begun.elapsed();
        let (after, locks) = (relations(connection)?, locks(connection)?);
        let new = after.values().filter(|relation| relation.index_of == 0 && !before.contains_key(&relation.id));
        let new_tables = new.map(|relation| relation.name.clone()).collect();
        Ok(Trial { name, is_contracting, is_transaction, took, new_tables, tables: seen(&before, &after, &locks) })
    };
    if is_transaction { connection.transaction(observed) } else { observed(connection) }
}

fn relations(connection: &mut Blocking) -> QueryResult<BTreeMap<i64, Relation>> {
    let relations: Vec<Relation> = diesel::sql_query(RELATIONS).load(connection)?;
    Ok(relations.into_iter().map(|relation| (relation.id, relation)).collect())
}

/// The strongest lock on each relation.
fn locks(connection: &mut Blocking) -> QueryResult<BTreeMap<i64, TableLock>> {
    let mut strongest = BTreeMap::new();
    for held in diesel::sql_query(LOCKS).load::<Named>(connection)? {
        let Some(lock) = TableLock::of_mode(&held.name) else { continue };
        let entry = strongest.entry(held.id).or_insert(lock);
        *entry = lock.max(*entry);
    }
    Ok(strongest)
}

/// The tables of before that were locked against writing, read or changed.
fn seen(before: &BTreeMap<i64, Relation>, after: &BTreeMap<i64, Relation>, locks: &BTreeMap<i64, TableLock>) -> Vec<SeenTable> {
    let mut tables = Vec::new();
    for (id, table) in before.iter().filter(|(_, relation)| relation.index_of == 0) {
        let work = work_on(table, before, after);
        let lock = locks.get(id).copied();
        let only_looked_at = work == TableWork::Definition && lock.is_none_or(|lock| lock < TableLock::RowExclusive);
        if !only_looked_at {
            tables.push(SeenTable { name: table.name.clone(), lock, work });
        }
    }
    tables.sort_by(|one, other| one.name.cmp(&other.name));
    tables
}

fn work_on(table: &Relation, before: &BTreeMap<i64, Relation>, after: &BTreeMap<i64, Relation>) -> TableWork {
    let Some(now) = after.get(&table.id) else { return TableWork::Dropped };
    let was_read = now.scans > table.scans;
    if now.file != table.file {
        return TableWork::Rewritten;
    }
    let of_table = after.values().filter(|index| index.index_of == table.id);
    let built = of_table.filter(|index| before.get(&index.id).is_none_or(|was| was.file != index.file));
    let indexes: Vec<String> = built.map(|index| index.name.clone()).collect();
    match (indexes.is_empty(), was_read) {
        (false, _) => TableWork::Indexed(indexes),
        (true, true) => TableWork::Read,
        (true, false) => TableWork::Definition,
    }
}

impl TableLock {
    /// The lock that `pg_locks` names so.
    fn of_mode(mode: &str) -> Option<Self> {
        Some(match mode {
            "AccessShareLock" => Self::AccessShare,
            "RowShareLock" => Self::RowShare,
            "RowExclusiveLock" => Self::RowExclusive,
            "ShareUpdateExclusiveLock" => Self::ShareUpdateExclusive,
            "ShareLock" => Self::Share,
            "ShareRowExclusiveLock" => Self::ShareRowExclusive,
            "ExclusiveLock" => Self::Exclusive,
            "AccessExclusiveLock" => Self::AccessExclusive,
            _ => return None,
        })
    }
}
