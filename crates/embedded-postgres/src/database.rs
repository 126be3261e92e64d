//! Creating databases in a running cluster.

use std::thread;

use tokio_postgres::{Client, NoTls, error::SqlState};

use crate::Error;

/// Creates the database unless it is there. Works on a thread and runtime of its own, so that it may be
/// called from anywhere.
///
/// # Errors
/// [`Error::CreateDatabase`] when the server refuses, [`Error::Io`] when the system starts no thread.
pub(crate) fn create_if_missing(maintenance_url: &str, name: &str) -> Result<(), Error> {
    let failed = Error::io("start a thread for", "postgres");
    let run = || -> Result<(), Error> {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Error::io("start a runtime for", "postgres"))?;
        runtime
            .block_on(connect_and_create(maintenance_url, name))
            .map_err(|source| Error::CreateDatabase { name: name.to_owned(), source })
    };
    thread::scope(|scope| {
        let worker = thread::Builder::new().name("postgres-create".to_owned()).spawn_scoped(scope, run);
        match worker.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(failed(error)),
        }
    })
}

async fn connect_and_create(maintenance_url: &str, name: &str) -> Result<(), tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(maintenance_url, NoTls).await?;
    let driver = tokio::spawn(connection);
    let created = create(&client, name).await;
    drop(client);
    let _ = driver.await; // says goodbye to the server
    created
}

async fn create(client: &Client, name: &str) -> Result<(), tokio_postgres::Error> {
    if client.query_opt("SELECT 1 FROM pg_database WHERE datname = $1", &[&name]).await?.is_some() {
        return Ok(());
    }
    match client.batch_execute(&format!("CREATE DATABASE {}", quoted(name))).await {
        // Another process created it first.
        Err(error) if error.code() == Some(&SqlState::DUPLICATE_DATABASE) || error.code() == Some(&SqlState::UNIQUE_VIOLATION) => Ok(()),
        result => result,
    }
}

/// An identifier in double quotes: CREATE DATABASE takes no parameters.
fn quoted(identifier: &str) -> String {
    format!("\"{}\"", identifier.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn quotes_cannot_be_left() {
        assert_eq!(quoted("shop"), r#""shop""#);
        assert_eq!(quoted(r#"a"; DROP DATABASE b; --"#), r#""a""; DROP DATABASE b; --""#);
    }
}
