//! Starting, using and stopping.

use std::{fs, os::unix::fs::MetadataExt, thread};

use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use embedded_postgres::{Cluster, ClusterOptions};

use crate::sql::{ask, ask_url, on_runtime, runs};

#[test]
fn a_cluster_starts_serves_both_clients_and_stops() {
    let root = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(ClusterOptions::durable(root.path().join("deep/data"))).unwrap();
    let version = ask(&cluster, "postgres", "SHOW server_version").unwrap();
    assert!(version.starts_with(&cluster.binaries().major().to_string()), "{version}");
    on_runtime(async {
        let mut diesel = AsyncPgConnection::establish(&cluster.url("postgres")).await.unwrap();
        diesel.batch_execute("CREATE TABLE t (i int); INSERT INTO t VALUES (1)").await.unwrap();
    });
    assert_eq!(ask(&cluster, "postgres", "SELECT i FROM t").as_deref(), Some("1"));

    let (pid, url) = (cluster.pid(), cluster.url("postgres"));
    cluster.stop().unwrap();
    assert!(!runs(pid));
    assert!(ask_url(&url, "SELECT 1").is_err());
    assert!(!root.path().join("deep/data/pg/postmaster.pid").exists(), "it shut down in good order");
}

#[test]
fn a_second_start_keeps_the_data() {
    let root = tempfile::tempdir().unwrap();
    let options = ClusterOptions::durable(root.path().join("data"));
    let first = Cluster::start(options.clone()).unwrap();
    first.create_database_if_missing("kept").unwrap();
    ask(&first, "kept", "CREATE TABLE t AS SELECT 42 AS i");
    first.stop().unwrap();

    let second = Cluster::start(options).unwrap();
    assert_eq!(ask(&second, "kept", "SELECT i FROM t").as_deref(), Some("42"));
}

#[test]
fn only_the_owner_reaches_the_server() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("data");
    let cluster = Cluster::start(ClusterOptions::durable(&data)).unwrap();
    assert_eq!(ask(&cluster, "postgres", "SHOW listen_addresses").as_deref(), Some(""));
    for folder in [&data, &data.join("run"), &data.join("pg")] {
        assert_eq!(fs::metadata(folder).unwrap().mode() & 0o777, 0o700, "{}", folder.display());
    }
    assert_eq!(fs::metadata(data.join("run/.s.PGSQL.5432")).unwrap().mode() & 0o777, 0o700);
}

#[test]
fn dropping_a_cluster_stops_it() {
    let root = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(ClusterOptions::durable(root.path().join("data"))).unwrap();
    let pid = cluster.pid();
    assert!(runs(pid));
    drop(cluster);
    assert!(!runs(pid));
}

#[test]
fn stopping_breaks_off_open_connections() {
    let root = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(ClusterOptions::durable(root.path().join("data"))).unwrap();
    on_runtime(async {
        let mut held = AsyncPgConnection::establish(&cluster.url("postgres")).await.unwrap();
        held.batch_execute("BEGIN").await.unwrap();
        tokio::task::spawn_blocking(|| cluster.stop().unwrap()).await.unwrap();
        held.batch_execute("SELECT 1").await.unwrap_err();
    });
}

#[test]
fn the_server_outlives_the_thread_that_started_it() {
    let root = tempfile::tempdir().unwrap();
    let options = ClusterOptions::durable(root.path().join("data"));
    let cluster = thread::spawn(|| Cluster::start(options).unwrap()).join().unwrap();
    // A server that is shutting down would refuse the second connection.
    for _ in 0..2 {
        assert_eq!(ask(&cluster, "postgres", "SELECT pg_sleep(0.2), 1").as_deref(), Some(""));
    }
    assert!(runs(cluster.pid()));
}

#[test]
fn databases_are_created_once_and_by_any_name() {
    let cluster = Cluster::start(ClusterOptions::throwaway()).unwrap();
    for name in ["shop", "shop", "With \"quotes\", spaces/slashes & අරලිය"] {
        cluster.create_database_if_missing(name).unwrap();
        assert_eq!(ask(&cluster, name, "SELECT current_database()").as_deref(), Some(name));
    }
    // From within a runtime, and refused by the server.
    let error = on_runtime(async { cluster.create_database_if_missing("").unwrap_err() });
    assert_eq!(error.to_string(), "could not create the database \"\"");
}

#[test]
fn simultaneous_creations_of_one_database_agree() {
    let cluster = Cluster::start(ClusterOptions::throwaway()).unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| cluster.create_database_if_missing("contested").unwrap());
        }
    });
    assert!(ask(&cluster, "contested", "SELECT 1").is_some());
}
