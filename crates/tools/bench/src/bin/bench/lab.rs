//! A shop of a given size on a new database, ready for a load.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use adapter_postgres::{PoolOptions, Postgres};
use bench::figures::Figures;
use bench::requests::Request;
use embedded_postgres::{Cluster, ClusterOptions};
use test_harness::instance::Instance;
use test_harness::shop::{JWT_SECRET, Shop};
use tokio::runtime::Runtime;

use crate::accounts::Users;
use crate::cases::Case;
use crate::cli::Options;
use crate::process::{resident_memory, with_peak_memory};
use crate::products::Item;
use crate::starts::{Starts, start_measured};
use crate::wrk::{Load, Wrk};
use crate::{Error, accounts, history, probe, products, sql};

/// The number of customers; each has at most one order in flight.
const CUSTOMERS: u32 = 2_000;
/// Time from the start to the measurement of idle memory: some caches are filled after the start.
const SETTLED: Duration = Duration::from_secs(4);

/// The size of a shop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) products: u32,
    /// Orders before the first load.
    pub(crate) orders: u32,
}

/// A measured shop. Dropping it ends its processes and deletes its data.
pub(crate) struct Lab {
    // The shop ends before its database.
    instance: Instance,
    shop: Shop,
    /// The times of its starts.
    pub(crate) starts: Starts,
    /// Its resident memory in bytes after the first list of products.
    pub(crate) idle: u64,
    /// Its products.
    pub(crate) items: Vec<Item>,
    pub(crate) users: Users,
    /// The address at which it listens, `host:port`.
    pub(crate) host: String,
    pub(crate) database_url: String,
    /// The runtime of asynchronous calls.
    pub(crate) runtime: Runtime,
    /// The load generator.
    pub(crate) wrk: Wrk,
    _cluster: Cluster,
    folder: Folder,
}

/// A folder that is emptied before and deleted afterwards.
struct Folder(PathBuf);

impl Folder {
    fn fresh(path: PathBuf) -> Result<Self, Error> {
        if path.exists() {
            fs::remove_dir_all(&path)?;
        }
        fs::create_dir_all(&path)?;
        Ok(Self(fs::canonicalize(path)?))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Lab {
    /// Makes a shop of this size and starts it.
    ///
    /// # Errors
    /// When the database or the shop does not start.
    pub(crate) fn open(options: &Options, size: Size) -> Result<Self, Error> {
        let folder = Folder::fresh(options.folder.clone())?;
        let wrk = Wrk::new(&options.wrk, &folder.0.join("wrk"))?;
        // On this thread, because the kernel ends the server with the thread that started it.
        let cluster = Cluster::start(ClusterOptions::durable(folder.0.join("postgres")))?;
        cluster.create_database_if_missing("shop")?;
        let database_url = cluster.url("shop");
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let (items, users) = runtime.block_on(fill(&database_url, size))?;
        let mut shop = Shop::new_in(&fs::canonicalize(&options.api)?, &folder.0);
        shop.set("DATABASE_URL", &database_url);
        let (instance, starts) = runtime.block_on(start_measured(&shop))?;
        std::thread::sleep(SETTLED);
        let (idle, host) = (resident_memory(id(&instance)), instance.address().to_string());
        Ok(Self { instance, shop, starts, idle, items, users, host, database_url, runtime, wrk, _cluster: cluster, folder })
    }

    /// A folder for files of a measurement.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.folder.0.join(name)
    }

    /// The bytes of the index of products on disk.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub(crate) fn index_bytes(&self) -> Result<u64, Error> {
        folder_bytes(&self.shop.data_dir("shop").join("search"))
    }

    /// The shop's resident memory in bytes.
    pub(crate) fn resident(&self) -> u64 {
        resident_memory(id(&self.instance))
    }

    /// The database's version and size in bytes.
    ///
    /// # Errors
    /// When it fails.
    pub(crate) fn database(&self) -> Result<(String, i64), Error> {
        self.runtime.block_on(async {
            let row = sql::connect(&self.database_url).await?;
            let row = row.query_one("SELECT current_setting('server_version'), pg_database_size(current_database())", &[]).await?;
            Ok((row.get::<_, String>(0).split_whitespace().next().unwrap_or_default().to_owned(), row.get(1)))
        })
    }

    /// Sends the first request of a case and checks its status.
    ///
    /// # Errors
    /// When it is not.
    pub(crate) fn probe(&self, case: &Case) -> Result<probe::Answer, Error> {
        let request = case.requests.first().ok_or("there is nothing to ask")?;
        self.runtime.block_on(probe::ask(self.instance.client(), &self.instance.origin(), request, case.status))
    }

    /// Loads the shop with a case for one second without measuring; requests that may be sent once are left out.
    ///
    /// # Errors
    /// When not every request is answered well.
    pub(crate) fn warm_up(&self, case: &Case) -> Result<(), Error> {
        if !case.once {
            self.load(case, case.load(), 1)?;
        }
        Ok(())
    }

    /// Loads the shop with these requests of a case. Returns the figures and the peak memory.
    ///
    /// # Errors
    /// When not every request is answered well.
    pub(crate) fn load(&self, case: &Case, requests: &[Request], seconds: u64) -> Result<(Figures, u64), Error> {
        let load = Load { requests, connections: case.connections, once: case.once };
        let (figures, memory) = with_peak_memory(id(&self.instance), || self.wrk.run(&self.host, &load, seconds));
        Ok((figures.map_err(|e| format!("{} ({} at once): {e}", case.name, case.connections))?, memory))
    }
}

fn folder_bytes(folder: &std::path::Path) -> Result<u64, Error> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        bytes += if entry.file_type()?.is_dir() { folder_bytes(&entry.path())? } else { entry.metadata()?.len() };
    }
    Ok(bytes)
}

fn id(instance: &Instance) -> u32 {
    instance.pid().as_raw_pid().unsigned_abs()
}

async fn fill(url: &str, size: Size) -> Result<(Vec<Item>, Users), Error> {
    Postgres::migrate(url).await?;
    let quick = sql::for_filling(url);
    let postgres = Postgres::connect(&quick, PoolOptions::default()).await?;
    let items = products::fill(&postgres, size.products).await?;
    let users = accounts::fill(&postgres, CUSTOMERS, JWT_SECRET).await?;
    history::fill(&postgres, &quick, &items, users.buyers(size.orders)?, size.orders).await?;
    sql::settle(&sql::connect(url).await?).await?;
    Ok((items, users))
}
