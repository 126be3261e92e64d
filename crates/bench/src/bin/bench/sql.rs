//! SQL that no port has: copies, counts and housekeeping of measured databases.

use tokio_postgres::{Client, NoTls};

use crate::Error;

/// A connection of its own.
///
/// # Errors
/// When the database cannot be reached.
pub(crate) async fn connect(url: &str) -> Result<Client, Error> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    // It ends with the client.
    drop(tokio::spawn(connection));
    Ok(client)
}

/// The same address for filling a database: what a crash would lose is made anew.
pub(crate) fn for_filling(url: &str) -> String {
    format!("{url}?options=-c%20synchronous_commit%3Doff")
}

/// How many orders there are.
///
/// # Errors
/// When the database fails.
pub(crate) async fn orders(client: &Client) -> Result<i64, Error> {
    Ok(client.query_one("SELECT count(*) FROM orders", &[]).await?.get(0))
}

/// Leaves the tables as autovacuum would have by then, and everything on disk, so that no load pays for the filling.
///
/// # Errors
/// When the database fails.
pub(crate) async fn settle(client: &Client) -> Result<(), Error> {
    client.batch_execute("VACUUM (ANALYZE)").await?;
    client.batch_execute("CHECKPOINT").await?;
    Ok(())
}
