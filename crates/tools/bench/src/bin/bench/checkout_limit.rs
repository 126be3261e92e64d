//! The limit of a checkout: `place_order` with decided orders, by PostgreSQL's own load generator, on the same database.

use std::fs;
use std::path::Path;
use std::time::Duration;

use bench::figures::{Figures, of_times, read_pgbench_log};
use tokio_postgres::Client;

use crate::cases::ORDERS_PER_SECOND;
use crate::process::bare;
use crate::{Error, sql};

/// The table of decided orders, and the sequence by which each session takes the next one.
const DRAFTS: &str = include_str!("checkout_limit/drafts.sql");
/// Decided orders as the shop sends them (version 1 of the drafts): `$1` copies of orders that the shop placed, under new numbers and
/// keys, which depend on `$2`.
const FILL: &str = include_str!("checkout_limit/fill.sql");
/// The script of pgbench: places the next decided order now, as the shop does. An order that is dated back changes sums as well.
const PLACE: &str = include_str!("checkout_limit/place.sql");

/// Program, folder and database of pgbench.
pub(crate) struct Pgbench<'a> {
    pub(crate) program: &'a Path,
    /// The folder of its files.
    pub(crate) folder: &'a Path,
    /// The shop's database.
    pub(crate) database_url: &'a str,
}

impl Pgbench<'_> {
    /// Makes drafts from the orders in the database, enough for `seconds`. `salt` makes their numbers differ from those of another call.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn prepare(&self, salt: &str, seconds: u64) -> Result<(), Error> {
        let client = sql::connect(self.database_url).await?;
        let drafts = i64::try_from(ORDERS_PER_SECOND * seconds)?;
        client.batch_execute(DRAFTS).await?;
        client.execute(FILL, &[&drafts, &salt]).await?;
        Ok(client.batch_execute("ANALYZE bench_drafts; CHECKPOINT").await?)
    }

    /// Places prepared orders for `seconds`, `at_once` at a time.
    ///
    /// # Errors
    /// When pgbench fails, or not every order was placed.
    pub(crate) async fn measure(&self, at_once: u32, seconds: u64) -> Result<Figures, Error> {
        let client = sql::connect(self.database_url).await?;
        let before = sql::orders(&client).await?;
        let (figures, calls) = self.run(at_once, seconds)?;
        all_placed(&client, before, calls, at_once).await?;
        Ok(figures)
    }

    fn run(&self, at_once: u32, seconds: u64) -> Result<(Figures, usize), Error> {
        let folder = self.folder.join("pgbench");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("place.sql"), PLACE)?;
        let mut command = bare(self.program);
        command.current_dir(&folder).args(["--no-vacuum", "--protocol=prepared", "--log", "--jobs=1", "--file=place.sql"]);
        command.arg(format!("--client={at_once}")).arg(format!("--time={seconds}")).arg(self.database_url);
        let output = command.output().map_err(|e| format!("{}: {e}", self.program.display()))?;
        if !output.status.success() {
            return Err(format!("pgbench: {}", String::from_utf8_lossy(&output.stderr)).into());
        }
        let mut times = Vec::new();
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("pgbench_log.")) {
                times.extend(read_pgbench_log(&fs::read_to_string(&path)?));
            }
        }
        fs::remove_dir_all(&folder)?;
        let count = times.len();
        Ok((of_times(times, Duration::from_secs(seconds))?, count))
    }
}

/// Checks the number of new orders, because a refusal is an answer of the function too. Each client may have placed one more order at
/// the end of its time.
async fn all_placed(client: &Client, before: i64, calls: usize, clients: u32) -> Result<(), Error> {
    let (placed, calls) = (sql::orders(client).await? - before, i64::try_from(calls)?);
    if (calls..=calls + i64::from(clients)).contains(&placed) {
        Ok(())
    } else {
        Err(format!("pgbench placed {placed} orders in {calls} calls").into())
    }
}
