//! Changes of the catalogue while its server crashes or is stopped.

use std::path::PathBuf;
use std::time::Duration;

use adapter_postgres::{PoolOptions, Postgres};
use domain::catalog::ports::{CatalogueChange, ChangeFeed as _, ChangedProducts, FeedBatch, FeedCursor};
use embedded_postgres::{Cluster, ClusterOptions};

use super::{add_product, cursor};

/// The first answer once the server is back.
async fn answer(postgres: &Postgres, cursor: &FeedCursor) -> FeedBatch {
    for _ in 0..300 {
        match postgres.since(Some(cursor)).await {
            Ok(batch) => return batch,
            Err(error) => assert!(error.is_unavailable(), "{error:?}"),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    unreachable!("the server did not come back");
}

async fn start(folder: PathBuf) -> Cluster {
    tokio::task::spawn_blocking(move || Cluster::start(ClusterOptions::throwaway_in(folder)).unwrap()).await.unwrap()
}

/// After SIGKILL of one server process PostgreSQL restarts the others, and the notes are empty.
#[tokio::test(flavor = "multi_thread")]
async fn a_crash_of_the_server_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = start(folder.path().join("data")).await;
    let url = cluster.url("postgres");
    Postgres::migrate(&url).await.unwrap();
    let postgres = Postgres::connect(&url, PoolOptions::default()).await.unwrap();
    add_product(&postgres, "Rose water").await;
    let before = cursor(&postgres).await;
    add_product(&postgres, "Lip balm").await;
    assert!(matches!(postgres.since(Some(&before)).await.unwrap().products, ChangedProducts::Known { edited, .. } if edited.len() == 1));

    // The first child of the server's first process, which is no session.
    let children = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", cluster.pid())).unwrap();
    assert!(std::process::Command::new("kill").arg("-9").arg(children.split_whitespace().next().unwrap()).status().unwrap().success());
    let batch = answer(&postgres, &before).await;
    let batch = if batch.products == ChangedProducts::Unknown {
        batch
    } else {
        // The question was answered before the server noticed its loss.
        tokio::time::sleep(Duration::from_secs(1)).await;
        answer(&postgres, &before).await
    };
    assert_eq!((batch.change, batch.products), (Some(CatalogueChange::Content), ChangedProducts::Unknown));
    add_product(&postgres, "Soap").await;
    assert!(matches!(answer(&postgres, &batch.cursor).await.products, ChangedProducts::Known { edited, .. } if edited.len() == 1));
}

/// A server may have been stopped to restore a copy of its files.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_was_started_again_is_not_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = start(folder.path().join("data")).await;
    let url = cluster.url("postgres");
    Postgres::migrate(&url).await.unwrap();
    let postgres = Postgres::connect(&url, PoolOptions::default()).await.unwrap();
    let before = cursor(&postgres).await;
    tokio::task::spawn_blocking(|| cluster.stop().unwrap()).await.unwrap();
    let again = start(folder.path().join("data")).await;
    let batch = answer(&Postgres::connect(&again.url("postgres"), PoolOptions::default()).await.unwrap(), &before).await;
    assert_eq!((batch.change, batch.products), (Some(CatalogueChange::Content), ChangedProducts::Unknown));
}
