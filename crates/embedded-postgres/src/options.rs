//! The options of a cluster.

use std::path::PathBuf;

use crate::PgBinaries;

/// The port that only names the socket.
pub(crate) const SOCKET_PORT: u16 = 5432;

/// How much the data is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// A committed transaction survives a crash of the machine.
    Durable,
    /// For tests: fast, and lost or damaged when the machine crashes. fsync, synchronous commit and full
    /// page writes are off.
    Throwaway,
}

/// Where a cluster's files live.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// In the caller's folder.
    Folder(PathBuf),
    /// In a new folder that is removed when the cluster stops.
    Scratch,
}

/// The options of [`Cluster::start`](crate::Cluster::start).
#[derive(Clone, Debug)]
pub struct ClusterOptions {
    pub(crate) place: Place,
    pub(crate) durability: Durability,
    pub(crate) max_connections: u16,
    pub(crate) loopback_port: Option<u16>,
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) binaries: Option<PgBinaries>,
}

impl ClusterOptions {
    /// A cluster whose data survives the process and crashes of the machine. The folder is created if it is missing; later it
    /// is used with the major version that created it.
    #[must_use]
    pub fn durable(data_dir: impl Into<PathBuf>) -> Self {
        Self::new(Place::Folder(data_dir.into()), Durability::Durable)
    }

    /// A cluster for tests, in a new folder in memory (`/dev/shm`) if there is room, else in the system's temporary folder. The
    /// folder is removed when the cluster stops; the next start removes folders of killed processes.
    #[must_use]
    pub fn throwaway() -> Self {
        Self::new(Place::Scratch, Durability::Throwaway)
    }

    /// Like [`throwaway`](Self::throwaway), but in a folder that the caller keeps and clears.
    #[must_use]
    pub fn throwaway_in(data_dir: impl Into<PathBuf>) -> Self {
        Self::new(Place::Folder(data_dir.into()), Durability::Throwaway)
    }

    /// The largest number of concurrent connections; 100 by default.
    #[must_use]
    pub fn max_connections(mut self, connections: u16) -> Self {
        self.max_connections = connections;
        self
    }

    /// Also listens on this port of the loopback interface, without authentication: for tests that need a network, such as
    /// those of TLS.
    #[must_use]
    pub fn loopback_port(mut self, port: u16) -> Self {
        self.loopback_port = Some(port);
        self
    }

    /// One more server setting, as in `postgresql.conf`. The last value for a name applies.
    #[must_use]
    pub fn setting(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.settings.push((name.into(), value.into()));
        self
    }

    /// Uses these programs instead of searching for some.
    #[must_use]
    pub fn binaries(mut self, binaries: PgBinaries) -> Self {
        self.binaries = Some(binaries);
        self
    }

    fn new(place: Place, durability: Durability) -> Self {
        Self { place, durability, max_connections: 100, loopback_port: None, settings: Vec::new(), binaries: None }
    }

    /// The addresses on which the server listens, regardless of other settings: its socket, and the loopback interface on
    /// request.
    pub(crate) fn listening(&self) -> [String; 2] {
        let (addresses, port) = self.loopback_port.map_or(("", SOCKET_PORT), |port| ("127.0.0.1", port));
        [format!("listen_addresses={addresses}"), format!("port={port}")]
    }

    /// All settings in the order in which PostgreSQL reads them: the caller's come last and win.
    pub(crate) fn server_settings(&self) -> Vec<(String, String)> {
        let mut settings = vec![
            ("max_connections".to_owned(), self.max_connections.to_string()),
            ("timezone".to_owned(), "UTC".to_owned()),
            ("log_timezone".to_owned(), "UTC".to_owned()),
        ];
        if self.durability == Durability::Throwaway {
            for name in ["fsync", "synchronous_commit", "full_page_writes"] {
                settings.push((name.to_owned(), "off".to_owned()));
            }
        }
        settings.extend(self.settings.iter().cloned());
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(options: &ClusterOptions, name: &str) -> Option<String> {
        options.server_settings().into_iter().rev().find(|(n, _)| n == name).map(|(_, v)| v)
    }

    #[test]
    fn only_throwaway_gives_up_safety() {
        for name in ["fsync", "synchronous_commit", "full_page_writes"] {
            assert_eq!(value(&ClusterOptions::durable("x"), name), None);
            assert_eq!(value(&ClusterOptions::throwaway(), name).as_deref(), Some("off"));
            assert_eq!(value(&ClusterOptions::throwaway_in("x"), name).as_deref(), Some("off"));
        }
    }

    #[test]
    fn the_network_is_closed_unless_asked_for() {
        assert_eq!(ClusterOptions::durable("x").listening(), ["listen_addresses=", "port=5432"]);
        let open = ClusterOptions::throwaway().loopback_port(8140);
        assert_eq!(open.listening(), ["listen_addresses=127.0.0.1", "port=8140"]);
    }

    #[test]
    fn the_callers_setting_wins() {
        let options = ClusterOptions::durable("x").max_connections(7).setting("timezone", "Asia/Colombo");
        assert_eq!(value(&options, "max_connections").as_deref(), Some("7"));
        assert_eq!(value(&options, "timezone").as_deref(), Some("Asia/Colombo"));
    }
}
