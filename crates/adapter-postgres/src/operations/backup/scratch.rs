//! A scratch database on the server of the shop, in which a backup is restored to be checked.

use std::sync::atomic::{AtomicU32, Ordering};

use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

use super::{BackupError, connect, quoted};
use crate::connection::connector::Connector;

/// What the names of scratch databases begin with.
const PREFIX: &str = "backup_check_";

/// A database that is dropped with [`ScratchDatabase::remove`].
pub struct ScratchDatabase {
    admin: Client,
    name: String,
    url: String,
}

impl ScratchDatabase {
    /// Creates a database on the server of this address; `None` where its role may not. Those that a killed process left are dropped.
    ///
    /// # Errors
    /// [`BackupError`] when the server fails.
    pub async fn create(url: &str) -> Result<Option<Self>, BackupError> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let admin = connect(&Connector::new(url)?).await?;
        drop_leftovers(&admin).await?;
        let pid: i32 = admin.query_one("SELECT pg_backend_pid()", &[]).await?.try_get(0)?;
        let name = format!("{PREFIX}{pid}_{}", NEXT.fetch_add(1, Ordering::Relaxed));
        match admin.batch_execute(&creation(&admin, &name).await?).await {
            Ok(()) => Ok(Some(Self { url: on_database(url, &name), admin, name })),
            Err(error) if error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Drops it.
    ///
    /// # Errors
    /// [`BackupError`] when the server fails.
    pub async fn remove(self) -> Result<(), BackupError> {
        Ok(self.admin.batch_execute(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", quoted(&self.name))).await?)
    }
}

/// The statement that creates a database in UTF-8, whatever the encoding of the present one, and with its locale.
async fn creation(admin: &Client, name: &str) -> Result<String, BackupError> {
    let locale = "SELECT quote_literal(datcollate), quote_literal(datctype) FROM pg_database WHERE datname = current_database()";
    let row = admin.query_one(locale, &[]).await?;
    let (collation, letters): (String, String) = (row.try_get(0)?, row.try_get(1)?);
    Ok(format!("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE {collation} LC_CTYPE {letters}", quoted(name)))
}

/// Drops scratch databases of this role whose connection that made them has ended: it is named by its process in the name.
async fn drop_leftovers(admin: &Client) -> Result<(), BackupError> {
    let leftovers = "SELECT d.datname::text FROM pg_database d JOIN pg_roles r ON r.oid = d.datdba
        WHERE r.rolname = current_user AND d.datname ~ ('^' || $1::text || '[0-9]+_[0-9]+$')
            AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid::text = split_part(d.datname, '_', 3))";
    for row in admin.query(leftovers, &[&PREFIX]).await? {
        let name: String = row.try_get(0)?;
        tracing::warn!(name, "dropping the scratch database of a check that was broken off");
        admin.batch_execute(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", quoted(&name))).await?;
    }
    Ok(())
}

/// The address of another database of the same server.
fn on_database(url: &str, name: &str) -> String {
    let (address, options) = url.split_once('?').map_or((url, String::new()), |(address, options)| (address, format!("?{options}")));
    let (scheme, rest) = address.split_once("://").unwrap_or(("postgres", address));
    let host = rest.split('/').next().unwrap_or_default();
    format!("{scheme}://{host}/{name}{options}")
}

#[cfg(test)]
mod tests {
    use super::on_database;

    #[test]
    fn the_address_names_another_database() {
        for (url, other) in [
            ("postgres://shop:pw@db:5432/shop?sslmode=require", "postgres://shop:pw@db:5432/x?sslmode=require"),
            ("postgresql://db/shop", "postgresql://db/x"),
            ("postgres://shop@%2Frun%2Fpg", "postgres://shop@%2Frun%2Fpg/x"),
        ] {
            assert_eq!(on_database(url, "x"), other);
        }
    }
}
