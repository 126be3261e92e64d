//! A shop of some size on a database of its own, ready to be loaded.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use adapter_postgres::{PoolOptions, Postgres};
use bench::figures::Figures;
use bench::requests::Request;
use embedded_postgres::{Cluster, ClusterOptions};
use tokio::runtime::Runtime;

use crate::accounts::People;
use crate::cases::Case;
use crate::cli::Options;
use crate::process::Process;
use crate::products::Item;
use crate::shop::{Recipe, free_address};
use crate::wrk::{Load, Wrk};
use crate::{Error, accounts, history, probe, products, sql};

/// What the tokens of measured shops are signed with: they live for minutes, on a port of this machine alone.
const KEY: &str = "a key for shops that are measured and then deleted";
/// How many customers there are; each has one order in flight at most.
const CUSTOMERS: u32 = 2_000;
/// How long a shop is left alone after its start before it is called idle: it makes some things after it has opened.
const SETTLED: Duration = Duration::from_secs(4);

/// How large a shop is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// Products.
    pub(crate) products: u32,
    /// Orders before the first load.
    pub(crate) orders: u32,
}

/// A shop that is measured. Dropping it ends everything and deletes its data.
pub(crate) struct Lab {
    // The shop ends before its database.
    shop: Process,
    /// How long it took to start.
    pub(crate) start: Duration,
    /// Its resident memory in bytes before anybody but the first list was asked for.
    pub(crate) idle: u64,
    /// Its products.
    pub(crate) items: Vec<Item>,
    /// Its people.
    pub(crate) people: People,
    /// Where it listens, `host:port`.
    pub(crate) host: String,
    /// Its database.
    pub(crate) database_url: String,
    /// For what waits.
    pub(crate) runtime: Runtime,
    /// Asks before a load.
    client: reqwest::Client,
    /// Loads.
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
        // On this thread: the server lives as long as the thread that starts it.
        let cluster = Cluster::start(ClusterOptions::durable(folder.0.join("postgres")))?;
        cluster.create_database_if_missing("shop")?;
        let (database_url, address) = (cluster.url("shop"), free_address()?);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let (items, people) = runtime.block_on(fill(&database_url, size))?;
        let recipe = Recipe {
            api: options.api.clone(),
            database_url: database_url.clone(),
            address,
            folder: folder.0.join("data"),
            key: KEY.into(),
        };
        let (shop, start) = recipe.start_measured()?;
        std::thread::sleep(SETTLED);
        let idle = shop.resident();
        let (client, host) = (reqwest::Client::new(), address.to_string());
        Ok(Self { shop, start, idle, items, people, host, database_url, runtime, client, wrk, _cluster: cluster, folder })
    }

    /// A folder for files of a measurement.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.folder.0.join(name)
    }

    /// The shop's resident memory in bytes.
    pub(crate) fn resident(&self) -> u64 {
        self.shop.resident()
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

    /// Asks the first request of a case, which must be answered as the case says.
    ///
    /// # Errors
    /// When it is not.
    pub(crate) fn probe(&self, case: &Case) -> Result<probe::Answer, Error> {
        let request = case.requests.first().ok_or("there is nothing to ask")?;
        self.runtime.block_on(probe::ask(&self.client, &format!("http://{}", self.host), request, case.status))
    }

    /// Loads the shop with a case for a second that does not count; what can be asked once only is spared.
    ///
    /// # Errors
    /// When not every request is answered well.
    pub(crate) fn warm_up(&self, case: &Case) -> Result<(), Error> {
        if !case.once {
            self.load(case, case.load(), 1)?;
        }
        Ok(())
    }

    /// Loads the shop with these requests of a case and answers the figures and the most memory it took.
    ///
    /// # Errors
    /// When not every request is answered well.
    pub(crate) fn load(&self, case: &Case, requests: &[Request], seconds: u64) -> Result<(Figures, u64), Error> {
        let load = Load { requests, connections: case.connections, once: case.once };
        let (figures, memory) = self.shop.watched(|| self.wrk.run(&self.host, &load, seconds));
        Ok((figures.map_err(|e| format!("{} ({} at once): {e}", case.name, case.connections))?, memory))
    }
}

async fn fill(url: &str, size: Size) -> Result<(Vec<Item>, People), Error> {
    Postgres::migrate(url).await?;
    let quick = sql::for_filling(url);
    let postgres = Postgres::connect(&quick, PoolOptions::default()).await?;
    let items = products::fill(&postgres, size.products).await?;
    let people = accounts::fill(&postgres, CUSTOMERS, KEY).await?;
    history::fill(&postgres, &quick, &items, people.buyers(size.orders)?, size.orders).await?;
    sql::settle(&sql::connect(url).await?).await?;
    Ok((items, people))
}
