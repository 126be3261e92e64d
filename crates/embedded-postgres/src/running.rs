//! The server of another process on this machine: a command that reads the shop beside it connects to that server.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cluster::address;
use crate::options::SOCKET_PORT;
use crate::postmaster;

/// The address of a database of the cluster that another process runs on this data folder; `None` unless one is ready. It lives as long
/// as that process.
#[must_use]
pub fn running_url(data_dir: &Path, database: &str) -> Option<String> {
    let data = data_dir.canonicalize().ok()?.join("pg");
    let pid = postmaster::running(&data).filter(|pid| postmaster::is_ready(&data, *pid))?;
    let text = fs::read_to_string(data.join("postmaster.pid")).ok()?;
    let (socket, port) = socket_of(&text)?;
    tracing::debug!(pid = pid.as_raw_pid(), "using the private PostgreSQL of a running shop");
    Some(address(&socket, Some(port).filter(|port| *port != SOCKET_PORT), database))
}

/// The folder and the port of the socket: lines 5 and 4 of `postmaster.pid`.
fn socket_of(text: &str) -> Option<(PathBuf, u16)> {
    let mut lines = text.lines().map(str::trim).skip(3);
    let port = lines.next()?.parse().ok()?;
    let folder = lines.next().filter(|folder| folder.starts_with('/'))?;
    Some((PathBuf::from(folder), port))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cluster, ClusterOptions};

    #[test]
    fn a_running_cluster_is_found_and_a_stopped_one_is_not() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("data");
        assert_eq!(running_url(&folder, "shop"), None);
        let cluster = Cluster::start(ClusterOptions::throwaway_in(&folder)).unwrap();
        assert_eq!(running_url(&folder, "shop").as_deref(), Some(cluster.url("shop").as_str()));
        cluster.stop().unwrap();
        assert_eq!(running_url(&folder, "shop"), None);
    }

    #[test]
    fn the_socket_is_read_from_the_servers_file() {
        let file = "42\n/data/pg\n1700000000\n8140\n/data/run\n127.0.0.1\n  1234  5678\nready   \n";
        assert_eq!(socket_of(file), Some((PathBuf::from("/data/run"), 8_140)));
        assert_eq!(socket_of("42\n/data/pg\n1700000000\n5432\n\n"), None);
    }
}
