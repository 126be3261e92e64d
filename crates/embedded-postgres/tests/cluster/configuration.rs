//! Options, folders and programs.

use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use embedded_postgres::{Cluster, ClusterOptions, Error, PgBinaries};

use crate::sql::ask;

fn setting(cluster: &Cluster, name: &str) -> String {
    ask(cluster, "postgres", &format!("SHOW {name}")).unwrap()
}

#[test]
fn durable_clusters_write_through() {
    let root = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(ClusterOptions::durable(root.path().join("data"))).unwrap();
    for name in ["fsync", "synchronous_commit", "full_page_writes"] {
        assert_eq!(setting(&cluster, name), "on", "{name}");
    }
}

#[test]
fn throwaway_clusters_are_fast_and_leave_nothing() {
    let cluster = Cluster::start(ClusterOptions::throwaway()).unwrap();
    for name in ["fsync", "synchronous_commit", "full_page_writes"] {
        assert_eq!(setting(&cluster, name), "off", "{name}");
    }
    let folder = cluster.data_dir().to_owned();
    let memory = Path::new("/dev/shm");
    let room = rustix::fs::statvfs(memory).is_ok_and(|fs| fs.f_bavail * fs.f_frsize >= 2 << 30);
    assert_eq!(folder.starts_with(memory), room, "{}", folder.display());
    cluster.stop().unwrap();
    assert!(!folder.exists());
}

#[test]
fn a_throwaway_cluster_in_the_callers_folder_is_kept() {
    let root = tempfile::tempdir().unwrap();
    let options = ClusterOptions::throwaway_in(root.path().join("data"));
    let cluster = Cluster::start(options.clone()).unwrap();
    assert_eq!(setting(&cluster, "fsync"), "off");
    cluster.create_database_if_missing("kept").unwrap();
    cluster.stop().unwrap();
    let again = Cluster::start(options).unwrap();
    assert_eq!(ask(&again, "kept", "SELECT 1").as_deref(), Some("1"));
}

#[test]
fn settings_reach_the_server() {
    let options = ClusterOptions::throwaway().max_connections(17).setting("work_mem", "5MB").setting("jit", "off");
    let cluster = Cluster::start(options).unwrap();
    assert_eq!(setting(&cluster, "max_connections"), "17");
    assert_eq!(setting(&cluster, "work_mem"), "5MB");
    assert_eq!(setting(&cluster, "timezone"), "UTC");
}

#[test]
fn a_setting_that_postgres_refuses_is_reported_with_its_words() {
    let root = tempfile::tempdir().unwrap();
    let options = ClusterOptions::durable(root.path().join("data"));
    let error = Cluster::start(options.clone().setting("no_such_setting", "1")).unwrap_err();
    assert!(matches!(error, Error::StartFailed { .. }), "{error}");
    assert!(error.to_string().contains("unrecognized configuration parameter \"no_such_setting\""), "{error}");
    // No leftover prevents the next start.
    Cluster::start(options).unwrap();
}

#[test]
fn text_sorts_by_bytes_and_knows_letters_beyond_ascii() {
    let cluster = Cluster::start(ClusterOptions::throwaway()).unwrap();
    assert_eq!(ask(&cluster, "postgres", "SHOW server_encoding").as_deref(), Some("UTF8"));
    assert_eq!(ask(&cluster, "postgres", "SELECT lower('CRÈME') || ('B' < 'a')").as_deref(), Some("crèmetrue"));
    let trigrams = "CREATE EXTENSION pg_trgm; SELECT cardinality(show_trgm('අරලිය')) > 0";
    assert_eq!(ask(&cluster, "postgres", trigrams).as_deref(), Some("t"));
}

#[test]
fn a_path_too_long_for_a_socket_gets_a_short_private_one() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("long".repeat(30)).join("data");
    let cluster = Cluster::start(ClusterOptions::durable(&data)).unwrap();
    assert!(ask(&cluster, "postgres", "SELECT 1").is_some());
    let socket = PathBuf::from(setting(&cluster, "unix_socket_directories").trim_matches('"'));
    assert!(!socket.starts_with(root.path()), "{}", socket.display());
    assert_eq!(fs::metadata(&socket).unwrap().mode() & 0o777, 0o700);
    cluster.stop().unwrap();
    assert!(!socket.exists());
}

#[test]
fn a_path_with_every_awkward_character_works() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("a, \"b\"@c/d'e%20?f=g අ");
    let cluster = Cluster::start(ClusterOptions::durable(data)).unwrap();
    assert!(ask(&cluster, "postgres", "SELECT 1").is_some());
}

#[test]
fn data_of_another_major_version_is_refused() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("data");
    fs::create_dir_all(data.join("pg")).unwrap();
    fs::write(data.join("pg/PG_VERSION"), "14\n").unwrap();
    let given = PgBinaries::find().unwrap();
    for options in [ClusterOptions::durable(&data), ClusterOptions::durable(&data).binaries(given.clone())] {
        let error = Cluster::start(options).unwrap_err();
        assert!(matches!(error, Error::VersionMismatch { made_with: 14, .. }), "{error}");
        assert!(error.to_string().contains(&format!("{} in {}", given.major(), given.dir().display())), "{error}");
    }
}
