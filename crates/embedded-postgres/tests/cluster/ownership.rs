//! One owner per folder, and the cleanup after a killed owner.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
};

use embedded_postgres::{Cluster, ClusterOptions, Error, PgBinaries};
use rustix::process::{Pid, Signal, kill_process};

use crate::{
    owner_process::Owner,
    sql::{ask, ask_url, runs},
};

fn rows(cluster: &Cluster) -> Option<String> {
    ask(cluster, "postgres", "SELECT count(*) FROM t")
}

#[test]
fn a_second_owner_is_refused_with_a_reason() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("data");
    let owner = Owner::start(Some(&folder), &[]).unwrap();
    let error = Cluster::start(ClusterOptions::durable(&folder)).unwrap_err();
    assert!(matches!(error, Error::InUse { .. }), "{error}");
    assert!(error.to_string().contains("is in use by process"), "{error}");
    assert!(runs(owner.server), "the first goes on");
}

#[test]
fn a_killed_owner_takes_its_server_along_and_the_next_start_is_clean() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("data");
    for generation in 1..=3 {
        let mut owner = Owner::start(Some(&folder), &[]).unwrap();
        owner.kill();
        let next = Cluster::start(ClusterOptions::durable(&folder)).unwrap();
        assert!(!runs(owner.server));
        assert_eq!(rows(&next).unwrap(), generation.to_string());
    }
}

#[test]
fn a_crash_of_owner_and_server_loses_nothing() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("data");
    let mut owner = Owner::start(Some(&folder), &[]).unwrap();
    kill_process(Pid::from_raw(owner.server).unwrap(), Signal::KILL).unwrap();
    owner.kill();
    let next = Cluster::start(ClusterOptions::durable(&folder)).unwrap();
    assert_eq!(rows(&next).as_deref(), Some("1"));
}

/// A statement that is busy notices late that its server was killed, and keeps the shared memory in use.
#[test]
fn a_statement_that_outlives_its_server_is_waited_for() {
    const BUSY: &str = "DO $$ DECLARE until timestamptz := clock_timestamp() + interval '2 s'; \
                        BEGIN WHILE clock_timestamp() < until LOOP END LOOP; END $$";
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("data");
    let mut owner = Owner::start(Some(&folder), &[]).unwrap();
    thread::scope(|scope| {
        let url = owner.url.clone();
        let busy = scope.spawn(move || ask_url(&url, BUSY));
        let active = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'DO %' AND state = 'active'";
        while ask_url(&owner.url, active).unwrap().unwrap() == "0" {
            thread::yield_now();
        }
        kill_process(Pid::from_raw(owner.server).unwrap(), Signal::KILL).unwrap();
        owner.kill();
        let next = Cluster::start(ClusterOptions::durable(&folder)).unwrap();
        assert_eq!(rows(&next).as_deref(), Some("1"));
        let _ = busy.join().unwrap(); // answered or broken off, as it happens
    });
}

#[test]
fn a_process_number_used_again_after_a_crash_does_not_matter() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("data");
    Cluster::start(ClusterOptions::durable(&folder)).unwrap().stop().unwrap();
    let mut stranger = Command::new("sleep").arg("600").stdout(Stdio::null()).spawn().unwrap();
    // The files of a killed server, with a process id that now belongs to another process.
    let left = format!("{}\n{}\n1700000000\n5432\n\n\n1 1\nready\n", stranger.id(), folder.join("pg").display());
    fs::write(folder.join("pg/postmaster.pid"), left).unwrap();
    let started = Cluster::start(ClusterOptions::durable(&folder));
    stranger.kill().unwrap();
    stranger.wait().unwrap();
    started.unwrap();
}

#[test]
fn an_incomplete_cluster_is_created_again() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("data");
    fs::create_dir_all(folder.join("pg.new-1/base")).unwrap();
    let cluster = Cluster::start(ClusterOptions::durable(&folder)).unwrap();
    assert!(ask(&cluster, "postgres", "SELECT 1").is_some());
    assert!(!folder.join("pg.new-1").exists());
}

#[test]
fn folders_of_a_killed_throwaway_owner_are_removed() {
    let mut owner = Owner::start(None, &[]).unwrap();
    owner.kill();
    assert!(Path::new(&owner.folder).exists());
    while runs(owner.server) {
        std::thread::yield_now();
    }
    let next = Cluster::start(ClusterOptions::throwaway()).unwrap();
    assert!(!Path::new(&owner.folder).exists());
    assert!(next.data_dir().exists());
}

#[test]
fn pg_bin_decides() {
    let found = PgBinaries::find().unwrap();
    let owner = Owner::start(None, &[("PG_BIN", found.dir())]).unwrap();
    let program = fs::read_link(format!("/proc/{}/exe", owner.server)).unwrap();
    assert_eq!(program, found.dir().join("postgres"));

    let nowhere = tempfile::tempdir().unwrap();
    let complaint = Owner::start(None, &[("PG_BIN", nowhere.path())]).err().unwrap();
    assert!(complaint.contains("there is no initdb"), "{complaint}");
}
