//! The database that is to be migrated: its migrations, and the sizes of its tables.

use std::collections::{BTreeMap, BTreeSet};

use tokio_postgres::Client;

use super::super::{MigrateError, PATIENCE, compatibility, patiently};
use crate::connection::connector::Connector;

/// Nothing that this session does writes, and it waits for no lock of a migration that runs.
const ONLY_READ: &str = "SET default_transaction_read_only = on; SET lock_timeout = '5s'";
/// Whether there is a list of migrations.
const HAS_LIST: &str = "SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL";
const APPLIED: &str = "SELECT version::text FROM __diesel_schema_migrations";
/// The tables with their rows, about: those of the last ANALYZE or VACUUM, or those that were counted as they came.
const TABLES: &str = "
    SELECT c.relname::text, greatest(c.reltuples::bigint, pg_stat_get_live_tuples(c.oid), 0), pg_table_size(c.oid), pg_total_relation_size(c.oid)
    FROM pg_class c
    WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND c.relkind IN ('r', 'p', 'm')
        AND c.relname <> '__diesel_schema_migrations'";

/// What the plan knows of the served database.
#[derive(Debug, Default)]
pub(super) struct Served {
    /// The versions of the migrations that it has run.
    pub(super) applied: BTreeSet<String>,
    pub(super) tables: BTreeMap<String, ServedTable>,
}

/// The size of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ServedTable {
    pub(super) rows: u64,
    /// The bytes of its rows.
    pub(super) bytes: u64,
    /// The same with its indexes.
    pub(super) total_bytes: u64,
}

impl Served {
    /// Looks at a database. Nothing is written.
    ///
    /// # Errors
    /// [`MigrateError`] when it cannot be reached, or was contracted by a later release.
    pub(super) async fn look(url: &str) -> Result<Self, MigrateError> {
        // The connection of Diesel waits for a server that starts, and knows the table of releases.
        compatibility::check(&mut patiently(url, PATIENCE).await?).await?;
        let unreachable = |error: crate::connection::connector::OpenError| MigrateError::Unreachable(error.into());
        let (client, wire) = Connector::new(url).map_err(unreachable)?.open().await.map_err(unreachable)?;
        tokio::spawn(async move {
            if let Err(error) = wire.await {
                tracing::debug!(%error, "the connection of a plan ended");
            }
        });
        read(&client).await.map_err(|e| MigrateError::Failed(e.into()))
    }

    /// The size of a table; nothing for one that is made by a migration before.
    pub(super) fn table(&self, name: &str) -> ServedTable {
        self.tables.get(name).copied().unwrap_or_default()
    }
}

async fn read(client: &Client) -> Result<Served, tokio_postgres::Error> {
    client.batch_execute(ONLY_READ).await?;
    let mut served = Served::default();
    if !client.query_one(HAS_LIST, &[]).await?.try_get::<_, bool>(0)? {
        return Ok(served);
    }
    for row in client.query(APPLIED, &[]).await? {
        served.applied.insert(row.try_get(0)?);
    }
    for row in client.query(TABLES, &[]).await? {
        let size = |column| row.try_get(column).map(i64::unsigned_abs);
        served.tables.insert(row.try_get(0)?, ServedTable { rows: size(1)?, bytes: size(2)?, total_bytes: size(3)? });
    }
    Ok(served)
}
