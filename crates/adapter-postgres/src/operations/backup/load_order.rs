//! What stands in the way of loading rows fast and in any order: indexes, foreign keys and triggers. They are taken away in the transaction
//! of the restore and put back in it, so that each constraint is checked once for all rows. Needs the owner of the tables, no superuser.

use tokio_postgres::Transaction;

use super::shape::TableShape;
use super::{BackupError, quoted};

const FOREIGN_KEYS: &str = "
    SELECT k.conrelid::regclass::text AS of_table, quote_ident(k.conname) AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k
    WHERE k.contype = 'f' AND k.connamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
    ORDER BY k.conrelid::regclass::text, k.conname";

/// Indexes that belong to no constraint. Those of constraints stay: they are few, and their order is that of the rows.
const INDEXES: &str = "
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND c.relname::text = ANY ($1)
        AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
    ORDER BY 1";

/// The memory for making an index.
const MEMORY: &str = "SET LOCAL maintenance_work_mem = '128MB'";

/// What is put back.
pub(super) struct TakenAway {
    tables: Vec<String>,
    /// Statements that make an index each.
    indexes: Vec<String>,
    /// Statements that add a foreign key each.
    foreign_keys: Vec<String>,
}

impl TakenAway {
    /// Takes it away, and empties the tables: migrations add a few rows.
    pub(super) async fn from(transaction: &Transaction<'_>, tables: &[TableShape]) -> Result<Self, BackupError> {
        let names: Vec<String> = tables.iter().map(|table| table.name.clone()).collect();
        let tables: Vec<String> = names.iter().map(|name| quoted(name)).collect();
        for table in &tables {
            transaction.batch_execute(&format!("ALTER TABLE {table} DISABLE TRIGGER USER")).await?;
        }
        let mut foreign_keys = Vec::new();
        for row in transaction.query(FOREIGN_KEYS, &[]).await? {
            let (table, name, definition): (String, String, String) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            transaction.batch_execute(&format!("ALTER TABLE {table} DROP CONSTRAINT {name}")).await?;
            foreign_keys.push(format!("ALTER TABLE {table} ADD CONSTRAINT {name} {definition}"));
        }
        let mut indexes = Vec::new();
        for row in transaction.query(INDEXES, &[&names]).await? {
            let (name, definition): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            transaction.batch_execute(&format!("DROP INDEX {name}")).await?;
            indexes.push(definition);
        }
        transaction.batch_execute(&format!("TRUNCATE {}", tables.join(", "))).await?;
        Ok(Self { tables, indexes, foreign_keys })
    }

    pub(super) async fn put_back(&self, transaction: &Transaction<'_>) -> Result<(), BackupError> {
        transaction.batch_execute(MEMORY).await?;
        for statement in self.indexes.iter().chain(&self.foreign_keys) {
            transaction.batch_execute(statement).await?;
        }
        for table in &self.tables {
            transaction.batch_execute(&format!("ALTER TABLE {table} ENABLE TRIGGER USER")).await?;
        }
        Ok(())
    }
}
