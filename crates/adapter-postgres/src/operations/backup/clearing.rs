//! The place for a restore: a database without a shop.

use std::time::Duration;

use tokio_postgres::Client;

use super::snapshot::exists;
use super::{BackupError, quoted};

/// Tables that the first start of a program fills: the name of the catalogue, keys, the link of the set-up, summed sales, which
/// releases may serve, and the first scheduled backup. A shop with rows in these tables alone counts as empty.
const OF_A_START: [&str; 12] = [
    "__diesel_schema_migrations",
    "backup_runs",
    "catalogue_changes",
    "catalogue_identity",
    "data_keys",
    "mail_hold",
    "sales_days",
    "sales_spans",
    "schema_compatibility",
    "shop_setup",
    "signing_key",
    "tallies",
];

const TABLES: &str = "
    SELECT c.relname::text AS name FROM pg_class c
    WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND c.relkind IN ('r', 'p', 'f', 'm')
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    ORDER BY c.relname";

/// The sessions of other processes of the shop on this database: they have the name of this one.
const SHOPS: &str = "
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()";

/// The number of looks whether a shop runs on the database, and the pause between two.
const LOOKS: u32 = 20;
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Drops the tables, types and functions of a shop that was never used.
const DROP_ALL: &str = "
    DO $$
    DECLARE
        here CONSTANT oid := (SELECT oid FROM pg_namespace WHERE nspname = current_schema());
        gone text;
    BEGIN
        FOR gone IN SELECT c.oid::regclass::text FROM pg_class c WHERE c.relnamespace = here AND c.relkind = 'r'
            AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') LOOP
            EXECUTE 'DROP TABLE IF EXISTS ' || gone || ' CASCADE';
        END LOOP;
        FOR gone IN SELECT p.oid::regprocedure::text FROM pg_proc p WHERE p.pronamespace = here AND p.prokind = 'f'
            AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e') LOOP
            EXECUTE 'DROP FUNCTION IF EXISTS ' || gone || ' CASCADE';
        END LOOP;
        FOR gone IN SELECT t.oid::regtype::text FROM pg_type t WHERE t.typnamespace = here AND t.typtype IN ('e', 'd')
            AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e') LOOP
            EXECUTE 'DROP TYPE IF EXISTS ' || gone || ' CASCADE';
        END LOOP;
    END $$";

/// Makes room: nothing to do in a database without tables; the empty tables of a shop that was started and never used are dropped.
///
/// # Errors
/// [`BackupError::InUse`] while a shop runs on it, [`BackupError::NotEmpty`] for a table with rows, or one that is not the shop's; nothing
/// is changed then.
pub(super) async fn clear(client: &mut Client) -> Result<(), BackupError> {
    wait_until_unused(client).await?;
    let tables = names(client).await?;
    if tables.is_empty() {
        return Ok(());
    }
    if !exists(client, "__diesel_schema_migrations").await? {
        return Err(BackupError::NotEmpty(format!("it has the table {}, which is not the shop's", tables.join(", "))));
    }
    let transaction = client.transaction().await?;
    for table in tables.iter().filter(|table| !OF_A_START.contains(&table.as_str())) {
        // No other program may write a row between the look and the end.
        let look = format!("SELECT EXISTS (SELECT FROM {})", quoted(table));
        transaction.batch_execute(&format!("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE NOWAIT", quoted(table))).await?;
        if transaction.query_one(&look, &[]).await?.try_get(0)? {
            return Err(BackupError::NotEmpty(format!("the table {table} has rows")));
        }
    }
    transaction.batch_execute(DROP_ALL).await?;
    Ok(transaction.commit().await?)
}

/// Waits a moment for the sessions of a process that has just ended.
async fn wait_until_unused(client: &Client) -> Result<(), BackupError> {
    for _ in 0..LOOKS {
        let shops: i64 = client.query_one(SHOPS, &[]).await?.try_get(0)?;
        if shops == 0 {
            return Ok(());
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    Err(BackupError::InUse)
}

async fn names(client: &Client) -> Result<Vec<String>, BackupError> {
    let rows = client.query(TABLES, &[]).await?;
    Ok(rows.iter().map(|row| row.try_get("name")).collect::<Result<_, _>>()?)
}
