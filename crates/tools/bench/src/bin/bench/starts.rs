//! Starting the shop, and the times until it answers.

use std::time::{Duration, Instant};

use test_harness::answer::exchange;
use test_harness::instance::Instance;
use test_harness::shop::Shop;

use crate::Error;

/// The times from the start of the process to answers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Starts {
    /// To the first list of products, the median.
    pub(crate) list: Duration,
    /// To the first search, where the index of an earlier start is on disk, the median.
    pub(crate) search: Duration,
    /// To the first search of the first start, which builds the index.
    pub(crate) search_without_index: Duration,
}

/// The number of measured starts.
const STARTS: usize = 5;
/// The time between two searches of a shop that builds its index.
const BETWEEN_SEARCHES: Duration = Duration::from_millis(5);
/// The longest time for building an index.
const BUILDING: Duration = Duration::from_secs(300);

/// Starts the shop several times. Returns the last process and the times.
pub(crate) async fn start_measured(shop: &Shop) -> Result<(Instance, Starts), Error> {
    let (mut lists, mut searches) = (Vec::new(), Vec::new());
    loop {
        let begun = Instant::now();
        let instance = shop.start("shop").await;
        let (status, _, _) = exchange(instance.get("/api/products?limit=24")).await?;
        if status != 200 {
            return Err(format!("the first list of products is answered with {status}").into());
        }
        lists.push(begun.elapsed());
        first_search(&instance).await?;
        searches.push(begun.elapsed());
        if lists.len() == STARTS {
            let search_without_index = searches.remove(0);
            return Ok((instance, Starts { list: middle_time(lists), search: middle_time(searches), search_without_index }));
        }
        // In peace, as an operator does: a large index is merged into one before the process ends.
        instance.terminate().await;
    }
}

/// Searches until the index is built.
async fn first_search(instance: &Instance) -> Result<(), Error> {
    let begun = Instant::now();
    loop {
        match exchange(instance.get("/api/products/search/rose?limit=24")).await?.0.as_u16() {
            200 => return Ok(()),
            503 if begun.elapsed() < BUILDING => tokio::time::sleep(BETWEEN_SEARCHES).await,
            status => return Err(format!("the first search is answered with {status}").into()),
        }
    }
}

fn middle_time(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
