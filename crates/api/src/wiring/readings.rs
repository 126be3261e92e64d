//! The metrics of the adapters, the index of products and the process.

use std::sync::Arc;

use adapter_auth::Argon2Hasher;
use adapter_postgres::{Postgres, WorkLoad};
use adapter_search::ProductIndex;
use application::catalog::catalogue_follower::CatalogueFollower;
use async_trait::async_trait;
use shop_http::middleware::metrics::{Reading, Readings};

/// Reads the database's pool and the shares of it, the passwords that are hashed or wait, the work and
/// the size of the index, the mails that wait and
/// the process.
pub(crate) struct OwnReadings {
    /// The database.
    pub(crate) postgres: Arc<Postgres>,
    /// Hashes passwords.
    pub(crate) hasher: Arc<Argon2Hasher>,
    /// Follows the catalogue.
    pub(crate) follower: CatalogueFollower,
    /// The index of products, if there is one.
    pub(crate) index: Option<Arc<ProductIndex>>,
}

#[async_trait]
impl Readings for OwnReadings {
    async fn read(&self) -> Vec<Reading> {
        let mut readings = self.of_the_pool();
        readings.extend(self.of_the_shares());
        readings.extend(self.of_the_hasher());
        readings.extend(self.of_the_follower());
        readings.extend(self.of_the_index().await);
        readings.extend(self.of_mail().await);
        readings.extend(self.of_the_outbox().await);
        readings.extend(resident_memory());
        readings
    }
}

/// A count as a metric; no count is near the limit of the type.
fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

impl OwnReadings {
    fn of_the_pool(&self) -> Vec<Reading> {
        let load = self.postgres.load();
        let reading = |state, count| Reading {
            name: "database_connections",
            help: "Connections to the database, by what they do; max is how many there may be",
            label: Some(("state", state)),
            value: number(count),
        };
        let waiting = Reading {
            name: "database_waiting_requests",
            help: "Requests that wait for a connection to the database",
            label: None,
            value: number(load.waiting),
        };
        vec![reading("in_use", load.in_use), reading("idle", load.idle), reading("max", load.max), waiting]
    }

    /// The load of each kind of work on the database: its share of the connections, and the waiting and refused requests.
    fn of_the_shares(&self) -> Vec<Reading> {
        let work = self.postgres.work();
        let each = |name, help, count: fn(&WorkLoad) -> i64| {
            work.iter().map(move |load| Reading { name, help, label: Some(("work", load.work)), value: count(load) }).collect::<Vec<_>>()
        };
        [
            each("database_work_in_use", "Work going on in the database, by kind", |load| number(load.in_use)),
            each("database_work_max", "The most of it that may go on at once", |load| number(load.max)),
            each("database_work_waiting", "Requests that wait for a turn at it", |load| number(load.waiting)),
            each("database_work_refused", "Requests since the start that got no turn: told 503, or gone before", |load| {
                i64::try_from(load.refused).unwrap_or(i64::MAX)
            }),
        ]
        .concat()
    }

    fn of_the_hasher(&self) -> [Reading; 2] {
        let load = self.hasher.load();
        [("running", load.running), ("waiting", load.waiting)].map(|(state, count)| Reading {
            name: "password_hashes",
            help: "Passwords that are being hashed, and those that wait for a processor",
            label: Some(("state", state)),
            value: number(count),
        })
    }

    fn of_the_follower(&self) -> [Reading; 3] {
        let counts = self.follower.counts();
        let reading = |name, help, label, count| Reading { name, help, label, value: i64::try_from(count).unwrap_or(i64::MAX) };
        let catch_up = |outcome, count| {
            reading("search_catch_ups", "Catch-ups of the index of products since the start", Some(("outcome", outcome)), count)
        };
        let help = "Changes of single products that the index took since the start; a build of the whole index is not counted";
        [
            catch_up("succeeded", counts.succeeded),
            catch_up("failed", counts.failed),
            reading("search_products_indexed", help, None, counts.products),
        ]
    }

    /// No readings while there is no index.
    async fn of_the_index(&self) -> Vec<Reading> {
        let Some(index) = &self.index else { return Vec::new() };
        let Ok(size) = index.size().await else { return Vec::new() };
        let reading = |name, help, value| Reading { name, help, label: None, value: i64::try_from(value).unwrap_or(i64::MAX) };
        vec![
            reading("search_index_products", "Products in the index", size.products),
            reading("search_index_bytes", "Bytes of the files of the index, on disk or in memory", size.bytes),
        ]
    }

    /// No reading while the database does not answer.
    async fn of_mail(&self) -> Option<Reading> {
        let value = self.postgres.mails_pending().await.ok()?;
        Some(Reading { name: "mails_pending", help: "Messages to the shop that are still to be mailed", label: None, value })
    }

    /// No reading while the database does not answer.
    async fn of_the_outbox(&self) -> Option<Reading> {
        let value = self.postgres.outbox_pending().await.ok()?;
        Some(Reading { name: "outbox_mails_pending", help: "Mails of the outbox that are still to be sent", label: None, value })
    }
}

/// The memory of the process, where the system tells it (Linux).
fn resident_memory() -> Option<Reading> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kib: i64 = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim().strip_suffix(" kB")?.parse().ok()?;
    let value = kib.saturating_mul(1_024);
    Some(Reading { name: "process_resident_memory_bytes", help: "Memory the process holds", label: None, value })
}
