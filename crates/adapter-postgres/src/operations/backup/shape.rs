//! The tables, columns and sequences of a database, read from its catalog.

use tokio_postgres::{Client, Row};

use super::{BackupError, LEFT_OUT, quoted};

/// A column that is copied: generated ones are not, because the database computes them again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnShape {
    pub name: String,
    /// Its type as SQL writes it.
    pub type_name: String,
}

/// A table that is copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableShape {
    pub name: String,
    /// Its columns, in their order.
    pub columns: Vec<ColumnShape>,
}

impl TableShape {
    /// Whether it is the same table, with the same columns in any order.
    pub(super) fn has_columns_of(&self, other: &Self) -> bool {
        self.name == other.name
            && self.columns.len() == other.columns.len()
            && self.columns.iter().all(|column| other.columns.contains(column))
    }

    /// A query of no row with the columns of the table.
    pub(super) fn as_empty_query(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(|column| quoted(&column.name)).collect();
        format!("SELECT {} FROM {} WHERE false", columns.join(", "), quoted(&self.name))
    }

    /// The table and its columns, as `COPY` names them.
    pub(super) fn as_target(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(|column| quoted(&column.name)).collect();
        format!("{} ({})", quoted(&self.name), columns.join(", "))
    }
}

/// Where a sequence stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceState {
    pub name: String,
    /// The last number that it gave, or the first one that it will give.
    pub last_value: i64,
    /// Whether it gave that number.
    pub is_called: bool,
}

/// The tables of the present schema in the order of their names, without those of extensions and those that are left out.
const TABLES: &str = "
    SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns,
        array_agg(format_type(a.atttypid, a.atttypmod) ORDER BY a.attnum) AS types
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND c.relkind = 'r'
        AND c.relname::text <> ALL ($1)
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    GROUP BY c.oid, c.relname ORDER BY c.relname";

/// The sequences of the present schema, but for those of tables that are left out.
const SEQUENCES: &str = "
    SELECT s.sequencename::text AS name, coalesce(s.last_value, s.start_value) AS last_value, s.last_value IS NOT NULL AS is_called
    FROM pg_sequences s WHERE s.schemaname = current_schema() ORDER BY s.sequencename";

pub(super) async fn tables(client: &Client) -> Result<Vec<TableShape>, BackupError> {
    client.query(TABLES, &[&LEFT_OUT.as_slice()]).await?.iter().map(|row| Ok(table_of(row)?)).collect()
}

fn table_of(row: &Row) -> Result<TableShape, tokio_postgres::Error> {
    let (names, types): (Vec<String>, Vec<String>) = (row.try_get("columns")?, row.try_get("types")?);
    let columns = names.into_iter().zip(types).map(|(name, type_name)| ColumnShape { name, type_name }).collect();
    Ok(TableShape { name: row.try_get("name")?, columns })
}

/// Where the sequences stand now: they are not part of a snapshot, and never stand before its rows.
pub(super) async fn sequences(client: &Client) -> Result<Vec<SequenceState>, BackupError> {
    let rows = client.query(SEQUENCES, &[]).await?;
    let state = |row: &Row| {
        Ok(SequenceState { name: row.try_get("name")?, last_value: row.try_get("last_value")?, is_called: row.try_get("is_called")? })
    };
    rows.iter().map(state).collect()
}
