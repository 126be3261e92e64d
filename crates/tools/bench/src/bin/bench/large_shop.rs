//! `bench shop`: makes a large shop of a demo shop, to be looked at and measured.

use adapter_postgres::{PoolOptions, Postgres};
use embedded_postgres::{Cluster, ClusterOptions};
use test_harness::shop::JWT_SECRET;

use crate::accounts::SignUp;
use crate::cli::ShopOptions;
use crate::{Error, history, products, sql};

/// Gives the new products the pictures of the demo shop's.
const PICTURES: &str = include_str!("large_shop/pictures.sql");
/// Pays orders, leaves some products scarce, and adds reviews.
const HISTORY: &str = include_str!("large_shop/history.sql");

/// Fills the shop. A filling that was interrupted cannot be continued: the data folder has to be deleted then.
///
/// # Errors
/// When the database does not start, or has such products or customers already.
pub(crate) fn run(options: &ShopOptions) -> Result<(), Error> {
    let cluster = Cluster::start(ClusterOptions::durable(options.data_dir.join("postgres")))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(fill(&sql::for_filling(&cluster.url("shop")), options))?;
    Ok(cluster.stop()?)
}

async fn fill(url: &str, options: &ShopOptions) -> Result<(), Error> {
    let postgres = Postgres::connect(url, PoolOptions::default()).await?;
    let client = sql::connect(url).await?;
    let items = products::fill(&postgres, options.products).await?;
    client.batch_execute(PICTURES).await?;
    let customers = SignUp::new(&postgres, JWT_SECRET).await?.customers(options.customers).await?;
    history::fill(&postgres, url, &items, &customers, options.orders).await?;
    client.batch_execute(HISTORY).await?;
    sql::settle(&client).await
}
