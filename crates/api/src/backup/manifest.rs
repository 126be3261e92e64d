//! The parts that describe a backup, as JSON.

use adapter_postgres::{ColumnShape, SequenceState, TableShape};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The version of the format. A program reads those up to its own.
pub(super) const FORMAT: u32 = 1;

/// The names of the parts.
pub(super) mod part {
    /// [`super::Manifest`], the first part.
    pub(in crate::backup) const MANIFEST: &str = "manifest.json";
    /// [`super::Keys`], in encrypted files alone.
    pub(in crate::backup) const KEYS: &str = "keys.json";
    /// [`super::Summary`], the last part.
    pub(in crate::backup) const SUMMARY: &str = "summary.json";
    /// The folder of the rows: `tables/<table>/<number>.copy.gz`, PostgreSQL's binary copy format.
    pub(in crate::backup) const TABLES: &str = "tables/";
    /// The folder of the pictures: `pictures/<name>`, and narrower ones `pictures/w320/<name>`.
    pub(in crate::backup) const PICTURES: &str = "pictures/";
}

/// What a backup is of.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Manifest {
    /// [`FORMAT`].
    pub(super) format: u32,
    /// The version of the program that wrote it.
    pub(super) program: String,
    /// The moment of the snapshot.
    pub(super) snapshot_at: DateTime<Utc>,
    /// The migrations of the database, the oldest first.
    pub(super) migrations: Vec<String>,
    /// The tables, in the order of their parts.
    pub(super) tables: Vec<Table>,
}

/// A table of a backup.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Table {
    name: String,
    columns: Vec<Column>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
struct Column {
    name: String,
    #[serde(rename = "type")]
    type_name: String,
}

impl From<&TableShape> for Table {
    fn from(table: &TableShape) -> Self {
        let column = |column: &ColumnShape| Column { name: column.name.clone(), type_name: column.type_name.clone() };
        Self { name: table.name.clone(), columns: table.columns.iter().map(column).collect() }
    }
}

impl From<&Table> for TableShape {
    fn from(table: &Table) -> Self {
        let column = |column: &Column| ColumnShape { name: column.name.clone(), type_name: column.type_name.clone() };
        Self { name: table.name.clone(), columns: table.columns.iter().map(column).collect() }
    }
}

/// The keys of the shop.
#[derive(Clone, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Keys {
    /// The key that signs tokens.
    pub(crate) token_key: Option<String>,
    /// The keys that encrypt secrets, the newest first.
    pub(crate) data_keys: Vec<String>,
    /// Whether a secret of the backup is encrypted with one of them.
    pub(crate) uses_data_key: bool,
}

/// What a backup has, known when all of it is written.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Summary {
    /// The number of rows of each table, in the order of the manifest.
    pub(super) rows: Vec<u64>,
    /// Where the sequences stood after the rows were read.
    pub(super) sequences: Vec<Sequence>,
    /// The number of pictures.
    pub(super) pictures: u64,
    /// Pictures that were shown at the moment of the snapshot and are not in the store.
    pub(super) missing_pictures: Vec<String>,
    /// The number of second factors that a file without encryption leaves out; files of former releases had none to leave out.
    #[serde(default)]
    pub(super) second_factors_left_out: u64,
}

/// Where a sequence stood.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sequence {
    name: String,
    last_value: i64,
    is_called: bool,
}

impl From<SequenceState> for Sequence {
    fn from(SequenceState { name, last_value, is_called }: SequenceState) -> Self {
        Self { name, last_value, is_called }
    }
}

impl From<&Sequence> for SequenceState {
    fn from(Sequence { name, last_value, is_called }: &Sequence) -> Self {
        Self { name: name.clone(), last_value: *last_value, is_called: *is_called }
    }
}
