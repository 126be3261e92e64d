//! SQL that no port offers: copies, counts and maintenance of measured databases.

use tokio_postgres::{Client, NoTls};

use crate::Error;

/// A new connection.
///
/// # Errors
/// When the database cannot be reached.
pub(crate) async fn connect(url: &str) -> Result<Client, Error> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    // It ends with the client.
    drop(tokio::spawn(connection));
    Ok(client)
}

/// The same URL with asynchronous commits, for filling a database.
pub(crate) fn for_filling(url: &str) -> String {
    format!("{url}?options=-c%20synchronous_commit%3Doff")
}

/// The number of orders.
///
/// # Errors
/// When the database fails.
pub(crate) async fn orders(client: &Client) -> Result<i64, Error> {
    Ok(client.query_one("SELECT count(*) FROM orders", &[]).await?.get(0))
}

/// Vacuums, analyses and writes everything to disk, so that the filling does not affect a load.
///
/// # Errors
/// When the database fails.
pub(crate) async fn settle(client: &Client) -> Result<(), Error> {
    client.batch_execute("VACUUM (ANALYZE)").await?;
    client.batch_execute("CHECKPOINT").await?;
    Ok(())
}
