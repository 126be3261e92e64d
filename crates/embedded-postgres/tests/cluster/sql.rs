//! Speaking to a cluster.

use embedded_postgres::Cluster;
use tokio_postgres::{Client, NoTls};

/// Runs one statement on a database and returns the first column of the first row as text.
pub(crate) fn ask(cluster: &Cluster, database: &str, sql: &str) -> Option<String> {
    ask_url(&cluster.url(database), sql).unwrap()
}

/// As [`ask`], with an address.
pub(crate) fn ask_url(url: &str, sql: &str) -> Result<Option<String>, tokio_postgres::Error> {
    on_runtime(async {
        let rows = connect(url).await?.simple_query(sql).await?;
        Ok(rows.iter().find_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        }))
    })
}

pub(crate) fn on_runtime<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap().block_on(work)
}

async fn connect(url: &str) -> Result<Client, tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// Whether a process of this number runs (a zombie has no command line).
pub(crate) fn runs(pid: i32) -> bool {
    std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty())
}
