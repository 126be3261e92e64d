//! The metrics of the adapters, the index of products and the process.

mod process;
mod replica;
mod waiting;

use std::path::PathBuf;
use std::sync::Arc;

use adapter_auth::Argon2Hasher;
use adapter_postgres::{Postgres, WorkLoad};
use adapter_search::ProductIndex;
use application::catalog::catalogue_follower::CatalogueFollower;
use async_trait::async_trait;
use domain::backups::backup_run::BackupRuns as _;
use domain::shared::ports::Readiness as _;
use rustix::fs::statvfs;
use shop_http::metrics::readings::{Reading, Readings};

/// Reads the database's pool and the shares of it, the passwords that are hashed or wait, the work and the size of the index, the work
/// that waits in the database, and the process.
pub(crate) struct ProcessGauges {
    pub(crate) postgres: Arc<Postgres>,
    pub(crate) hasher: Arc<Argon2Hasher>,
    pub(crate) follower: CatalogueFollower,
    /// The index of products, if there is one.
    pub(crate) index: Option<Arc<ProductIndex>>,
    pub(crate) data_dir: PathBuf,
    /// Whether a schedule of backups is configured.
    pub(crate) backs_up: bool,
}

#[async_trait]
impl Readings for ProcessGauges {
    async fn read(&self) -> Vec<Reading> {
        let mut readings = self.of_the_pool();
        let up = i64::from(self.postgres.check().await.is_ok());
        readings.push(Reading::gauge("database_up", "1 while the database answers this instance, else 0", up));
        readings.extend(replica::read(&self.postgres).await);
        readings.extend(self.of_the_shares());
        readings.extend(self.of_the_hasher());
        readings.extend(self.of_the_follower());
        readings.extend(self.of_the_index().await);
        readings.extend(self.of_mail().await);
        readings.extend(waiting::read(&self.postgres).await);
        readings.extend(self.of_backups().await);
        readings.extend(self.of_the_data_folder());
        readings.extend(process::read());
        readings
    }
}

/// A count as a metric; no count is near the limit of the type.
fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn count(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

impl ProcessGauges {
    fn of_the_pool(&self) -> Vec<Reading> {
        let load = self.postgres.load();
        let help = "Connections to the database, by what they do; max is how many there may be";
        let reading = |state, count| Reading::gauge("database_connections", help, number(count)).labelled("state", state);
        let help = "Requests that wait for a connection to the database";
        let waiting = Reading::gauge("database_waiting_requests", help, number(load.waiting));
        vec![reading("in_use", load.in_use), reading("idle", load.idle), reading("max", load.max), waiting]
    }

    /// The load of each kind of work on the database: its share of the connections, and the waiting and refused requests.
    fn of_the_shares(&self) -> Vec<Reading> {
        let work = self.postgres.work();
        let each = |of: Reading, count: fn(&WorkLoad) -> i64| {
            work.iter().map(move |load| Reading { value: count(load), ..of }.labelled("work", load.work)).collect::<Vec<_>>()
        };
        let gauge = |name, help| Reading::gauge(name, help, 0);
        let help = "Requests since the start that got no turn: told 503, or gone before";
        [
            each(gauge("database_work_in_use", "Work going on in the database, by kind"), |load| number(load.in_use)),
            each(gauge("database_work_max", "The most of it that may go on at once"), |load| number(load.max)),
            each(gauge("database_work_waiting", "Requests that wait for a turn at it"), |load| number(load.waiting)),
            each(Reading::counter("database_work_refused", help, 0), |load| count(load.refused)),
        ]
        .concat()
    }

    fn of_the_hasher(&self) -> [Reading; 2] {
        let load = self.hasher.load();
        let help = "Passwords that are being hashed, and those that wait for a processor";
        [("running", load.running), ("waiting", load.waiting)]
            .map(|(state, passwords)| Reading::gauge("password_hashes", help, number(passwords)).labelled("state", state))
    }

    fn of_the_follower(&self) -> [Reading; 4] {
        let counts = self.follower.counts();
        let help = "Catch-ups of the index of products since the start";
        let catch_up = |outcome, value| Reading::counter("search_catch_ups", help, count(value)).labelled("outcome", outcome);
        let help = "Changes of single products that the index took since the start; a build of the whole index is not counted";
        let indexed = Reading::counter("search_products_indexed", help, count(counts.products));
        let help = "Seconds since the beginning of the last catch-up that succeeded: searches may lack the changes of this time";
        let age = Reading::gauge("search_index_age_seconds", help, count(counts.age.as_secs()));
        [catch_up("succeeded", counts.succeeded), catch_up("failed", counts.failed), indexed, age]
    }

    /// No readings while there is no index.
    async fn of_the_index(&self) -> Vec<Reading> {
        let Some(index) = &self.index else { return Vec::new() };
        let Ok(size) = index.size().await else { return Vec::new() };
        let help = "Bytes of the files of the index, on disk or in memory";
        vec![
            Reading::gauge("search_index_products", "Products in the index", count(size.products)),
            Reading::gauge("search_index_bytes", help, count(size.bytes)),
        ]
    }

    /// No readings while the folder cannot be read.
    fn of_the_data_folder(&self) -> Vec<Reading> {
        let Ok(volume) = statvfs(&self.data_dir) else { return Vec::new() };
        let bytes = |blocks: u64| count(blocks.saturating_mul(volume.f_frsize));
        vec![
            Reading::gauge("data_folder_free_bytes", "Free bytes of the disk of DATA_DIR", bytes(volume.f_bavail)),
            Reading::gauge("data_folder_size_bytes", "Bytes of the disk of DATA_DIR", bytes(volume.f_blocks)),
        ]
    }

    /// No reading while the database does not answer.
    async fn of_mail(&self) -> Option<Reading> {
        let value = self.postgres.mails_pending().await.ok()?;
        Some(Reading::gauge("mails_pending", "Messages to the shop that are still to be mailed", value))
    }

    /// The moments are 0 where there is none, so that an alert on the age fires.
    async fn of_backups(&self) -> Vec<Reading> {
        let Ok(summary) = self.postgres.summary().await else { return Vec::new() };
        let (done, size) = summary.last_in_order.map_or((0, 0), |(at, bytes)| (at.timestamp(), i64::try_from(bytes).unwrap_or(i64::MAX)));
        let verified = summary.last_verified.map_or(0, |at| at.timestamp());
        vec![
            Reading::gauge("backup_scheduled", "1 where a schedule of backups is configured, else 0", i64::from(self.backs_up)),
            Reading::gauge("backup_last_success_timestamp_seconds", "When the last scheduled backup in order was made, 0 for never", done),
            Reading::gauge("backup_last_verified_timestamp_seconds", "When a scheduled backup was last verified, 0 for never", verified),
            Reading::gauge("backup_last_size_bytes", "The size of the last scheduled backup in order", size),
        ]
    }
}
