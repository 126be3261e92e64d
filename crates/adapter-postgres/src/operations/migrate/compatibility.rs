//! The lowest generation of releases that may serve a database: `migrations/contract/` raise it, and an older release refuses to start.
//!
//! Migrations that this program does not know are no reason to refuse: those of `migrations/schema/` only add (docs/CONTRIBUTING.md).

use diesel::connection::LoadConnection;
use diesel::pg::Pg;
use diesel::upsert::excluded;
use diesel::{ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::shared::ports::PortError;

use super::MigrateError;
use crate::connection::connector::GENERATION;
use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::query::sql::{Number, Sql};
use crate::schema::schema_compatibility::dsl::{id, lowest_generation, schema_compatibility, version};

/// 1 where there is the table.
const HAS_TABLE: &str = "SELECT count(*) AS n FROM pg_class WHERE oid = to_regclass('schema_compatibility')";

impl Postgres {
    /// The version that removed from the database what this program needs; `None` while this program may serve it.
    pub async fn contracted_by(&self) -> Result<Option<String>, PortError> {
        let mut connection = self.connection().await?;
        Ok(contracted_by(&mut connection).await.map_err(DbError::from)?)
    }
}

/// Refuses a database that a later release contracted. One without the table is of an earlier release.
///
/// # Errors
/// [`MigrateError::Contracted`], or [`MigrateError::Failed`] when the database fails.
pub(super) async fn check(connection: &mut AsyncPgConnection) -> Result<(), MigrateError> {
    match contracted_by(connection).await {
        Ok(None) => Ok(()),
        Ok(Some(by)) => Err(MigrateError::Contracted(by)),
        Err(error) => Err(MigrateError::Failed(error.into())),
    }
}

async fn contracted_by(connection: &mut AsyncPgConnection) -> QueryResult<Option<String>> {
    let tables: Number = Sql::new(HAS_TABLE).get_result(connection).await?;
    if tables.n == 0 {
        return Ok(None);
    }
    let later = schema_compatibility.filter(lowest_generation.gt(own())).select(version);
    later.first(connection).await.optional()
}

/// Notes that releases before this one may not serve the database. A higher number stays.
pub(super) fn note_own<C: LoadConnection<Backend = Pg>>(connection: &mut C) -> QueryResult<usize> {
    let row = (id.eq(true), lowest_generation.eq(own()), version.eq(env!("CARGO_PKG_VERSION")));
    let insert = diesel::insert_into(schema_compatibility).values(row).on_conflict(id).do_update();
    let newer = insert.set((lowest_generation.eq(excluded(lowest_generation)), version.eq(excluded(version))));
    diesel::RunQueryDsl::execute(diesel::query_dsl::methods::FilterDsl::filter(newer, lowest_generation.lt(own())), connection)
}

/// The generation of this program.
fn own() -> i32 {
    i32::try_from(GENERATION).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_contracting_migration_has_a_generation() {
        let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations/contract")).unwrap().count();
        assert_eq!(usize::try_from(GENERATION).unwrap(), folders + 1);
    }
}
