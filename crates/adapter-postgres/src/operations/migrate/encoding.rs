//! The encoding of the database. A shop has texts in all scripts, and PostgreSQL cuts and compares them by letters only in UTF-8.

use diesel::sql_types::Text;
use diesel::{QueryResult, QueryableByName};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::shared::ports::PortError;

use super::MigrateError;
use crate::connection::pool::Postgres;
use crate::error::DbError;
use crate::query::sql::{Number, Sql};

/// PostgreSQL's name of the encoding.
const UTF8: &str = "UTF8";
/// 1 in a database with the tables of a shop.
const HAS_SHOP: &str = "SELECT count(*) AS n FROM pg_class WHERE oid = to_regclass('__diesel_schema_migrations')";

#[derive(QueryableByName)]
struct Encoding {
    #[diesel(sql_type = Text)]
    name: String,
}

impl Postgres {
    /// Refuses a database whose encoding is not UTF-8.
    ///
    /// # Errors
    /// [`MigrateError::Encoding`]; [`MigrateError::Failed`] when the database fails.
    pub async fn require_utf8(&self) -> Result<(), MigrateError> {
        let failed = |error: PortError| MigrateError::Failed(error.into());
        let mut connection = self.connection().await.map_err(|error| failed(error.into()))?;
        match other(&mut connection).await.map_err(|error| failed(DbError::from(error).into()))? {
            Some(other) => Err(MigrateError::Encoding(other)),
            None => Ok(()),
        }
    }
}

/// Refuses to make the tables of a shop in a database whose encoding is not UTF-8. A shop that is in one already goes on.
///
/// # Errors
/// [`MigrateError::Encoding`]; [`MigrateError::Failed`] when the database fails.
pub(super) async fn check_new(connection: &mut AsyncPgConnection) -> Result<(), MigrateError> {
    let failed = |error: diesel::result::Error| MigrateError::Failed(error.into());
    let Some(other) = other(connection).await.map_err(failed)? else { return Ok(()) };
    let shops: Number = Sql::new(HAS_SHOP).get_result(connection).await.map_err(failed)?;
    if shops.n == 0 {
        return Err(MigrateError::Encoding(other));
    }
    tracing::warn!(encoding = other, "the database cannot keep every text: dump it, and load it into a database with the encoding UTF8");
    Ok(())
}

/// The encoding, unless it is UTF-8.
async fn other(connection: &mut AsyncPgConnection) -> QueryResult<Option<String>> {
    let Encoding { name } = Sql::new("SELECT current_setting('server_encoding') AS name").get_result(connection).await?;
    Ok((name != UTF8).then_some(name))
}
