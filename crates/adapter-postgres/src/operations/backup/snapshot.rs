//! One snapshot of a database, read while the shop takes orders.

use std::pin::Pin;

use bytes::Bytes;
use futures_util::StreamExt as _;
use tokio_postgres::types::Oid;
use tokio_postgres::{Client, CopyOutStream};

use super::shape::{self, SequenceState, TableShape};
use super::{BackupError, connect, quoted};
use crate::connection::pool::Postgres;
use crate::operations::migrate::{check_baseline, known_versions};

/// The longest wait for the locks of the snapshot. They keep migrations out, and nothing else.
const LOCK_TIMEOUT: &str = "SET lock_timeout = '30s'";

/// The names of all pictures that something shows, and of uploads that nothing shows yet. Addresses of other hosts may end in names too:
/// their pictures are not in the store, and are told from missing ones by `is_registered`.
const PICTURES: &str = "
    WITH shown AS (
        SELECT picture_name(p.profile_picture) AS name FROM users p WHERE p.profile_picture IS NOT NULL
        UNION SELECT picture_name(image) FROM products p CROSS JOIN LATERAL unnest(p.images) AS image
        UNION SELECT picture_name(part #>> '{}') FROM (SELECT body FROM content_drafts UNION ALL SELECT body FROM content_versions) AS c
            CROSS JOIN LATERAL jsonb_path_query(c.body, 'strict $.**') AS part WHERE jsonb_typeof(part) = 'string'
        UNION SELECT u.name FROM uploads u WHERE u.condemned_at IS NULL
    )
    SELECT s.name, EXISTS (SELECT FROM uploads u WHERE u.name = s.name AND u.condemned_at IS NULL) AS is_registered
    FROM shown s WHERE s.name ~ '^[0-9]{1,15}-[a-z0-9_-]{1,80}[.]webp$' ORDER BY s.name";

/// The tables whose rows are worth nothing without the data key, and are a way around the second factor beside it.
pub const SECOND_FACTOR_TABLES: [&str; 2] = ["second_factors", "recovery_codes"];

/// The keys that a database keeps for all its instances.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredKeys {
    /// The key that signs tokens, if one is kept here.
    pub token_key: Option<String>,
    /// The keys that encrypt secrets, the newest first.
    pub data_keys: Vec<String>,
}

/// A snapshot: all its reads see the database as it was at one moment. It ends when it is dropped.
pub struct Snapshot {
    client: Client,
    tables: Vec<TableShape>,
    migrations: Vec<String>,
}

impl Postgres {
    /// Takes a snapshot. Orders, sign-ins and all other work of the shop go on; migrations that change tables wait until it is dropped.
    ///
    /// # Errors
    /// [`BackupError`]: the database has no shop, is newer than this program or of before the baseline, or fails.
    pub async fn snapshot(&self) -> Result<Snapshot, BackupError> {
        let client = connect(self.connector()).await?;
        let seen = shape::tables(&client).await?;
        if seen.is_empty() || !exists(&client, "__diesel_schema_migrations").await? {
            return Err(BackupError::NoShop);
        }
        let all: Vec<String> = seen.iter().map(|table| quoted(&table.name)).collect();
        let locks =
            format!("{LOCK_TIMEOUT}; BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; LOCK TABLE {} IN ACCESS SHARE MODE", all.join(", "));
        client.batch_execute(&locks).await?;
        let tables = shape::tables(&client).await?;
        let migrations = migrations(&client).await?;
        if tables != seen {
            return Err(BackupError::Migrated);
        }
        Ok(Snapshot { client, tables, migrations })
    }
}

impl Snapshot {
    /// The migrations that the database has run.
    #[must_use]
    pub fn migrations(&self) -> &[String] {
        &self.migrations
    }

    /// The tables to copy.
    #[must_use]
    pub fn tables(&self) -> &[TableShape] {
        &self.tables
    }

    /// The bytes that the tables take on the disk, without their indexes: about twice those of their rows.
    ///
    /// # Errors
    /// [`BackupError`] when the database fails.
    pub async fn size(&self) -> Result<u64, BackupError> {
        let names: Vec<&str> = self.tables.iter().map(|table| table.name.as_str()).collect();
        let sum = "SELECT coalesce(sum(pg_table_size(quote_ident(name)::regclass)), 0)::bigint FROM unnest($1::text[]) AS name";
        let bytes: i64 = self.client.query_one(sum, &[&names]).await?.try_get(0)?;
        Ok(bytes.unsigned_abs())
    }

    /// The rows of a table in PostgreSQL's binary format.
    ///
    /// # Errors
    /// [`BackupError`] when the database fails.
    pub async fn rows(&self, table: &TableShape) -> Result<TableRows, BackupError> {
        let statement = format!("COPY {} TO STDOUT (FORMAT binary)", table.as_target());
        Ok(TableRows { stream: Box::pin(self.client.copy_out(&statement).await?), messages: 0 })
    }

    /// The same form without any row, for a table that is left out of a backup.
    ///
    /// # Errors
    /// [`BackupError`] when the database fails.
    pub async fn no_rows(&self, table: &TableShape) -> Result<TableRows, BackupError> {
        let statement = format!("COPY ({}) TO STDOUT (FORMAT binary)", table.as_empty_query());
        Ok(TableRows { stream: Box::pin(self.client.copy_out(&statement).await?), messages: 0 })
    }

    /// The names of the pictures that were shown at this moment or may be soon, and whether each must be in the store.
    ///
    /// # Errors
    /// [`BackupError`] when the database fails.
    pub async fn pictures(&self) -> Result<Vec<(String, bool)>, BackupError> {
        let rows = self.client.query(PICTURES, &[]).await?;
        rows.iter().map(|row| Ok((row.try_get("name")?, row.try_get("is_registered")?))).collect()
    }

    /// The keys that the database keeps.
    ///
    /// # Errors
    /// [`BackupError`] when the database fails.
    pub async fn keys(&self) -> Result<StoredKeys, BackupError> {
        let token_key = self.client.query_opt("SELECT secret FROM signing_key", &[]).await?;
        let token_key = token_key.map(|row| row.try_get("secret")).transpose()?;
        let newest_first = self.client.query("SELECT secret FROM data_keys ORDER BY version DESC", &[]).await?;
        let data_keys = newest_first.iter().map(|row| row.try_get("secret")).collect::<Result<_, _>>()?;
        Ok(StoredKeys { token_key, data_keys })
    }

    /// The number of second factors, those that were begun alone too: their secrets are encrypted with the data key.
    ///
    /// # Errors
    /// [`BackupError`] when the database fails.
    pub async fn second_factors(&self) -> Result<u64, BackupError> {
        let count: i64 = self.client.query_one("SELECT count(*) FROM second_factors", &[]).await?.try_get(0)?;
        Ok(count.unsigned_abs())
    }

    /// Where the sequences stand. To be read after the rows.
    ///
    /// # Errors
    /// [`BackupError`] when the database fails.
    pub async fn sequences(&self) -> Result<Vec<SequenceState>, BackupError> {
        shape::sequences(&self.client).await
    }
}

/// Whether there is a table of this name.
pub(super) async fn exists(client: &Client, table: &str) -> Result<bool, BackupError> {
    let found: Option<Oid> = client.query_one("SELECT to_regclass($1)::oid", &[&table]).await?.try_get(0)?;
    Ok(found.is_some())
}

async fn migrations(client: &Client) -> Result<Vec<String>, BackupError> {
    let known = known_versions()?;
    let rows = client.query("SELECT version FROM __diesel_schema_migrations ORDER BY version", &[]).await?;
    let versions: Vec<String> = rows.iter().map(|row| row.try_get("version")).collect::<Result<_, _>>()?;
    check_baseline(&versions)?;
    if let Some(unknown) = versions.iter().find(|version| !known.contains(*version)) {
        return Err(BackupError::Newer(unknown.clone()));
    }
    if versions.is_empty() { Err(BackupError::NoShop) } else { Ok(versions) }
}

pub struct TableRows {
    stream: Pin<Box<CopyOutStream>>,
    messages: u64,
}

impl TableRows {
    /// The next bytes; `None` at the end.
    ///
    /// # Errors
    /// [`BackupError`] when the database fails.
    pub async fn next(&mut self) -> Result<Option<Bytes>, BackupError> {
        let next = self.stream.next().await.transpose()?;
        self.messages += u64::from(next.is_some());
        Ok(next)
    }

    /// The number of rows, once all of them were read: the server sends each in a message of its own, and one at the end.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.messages.saturating_sub(1)
    }
}
