//! A demo shop of any size: two years of orders by many customers for many products, for seeing how the shop grows.
//!
//! All data comes from a generator with a fixed seed: two shops of one size differ only in their dates. Many rows are written
//! at a time, with the values that the shop would have written, so the doctor finds no violation.

mod planned_order;
mod products;
mod purchases;
mod users;

use clap::Args;

use crate::CommandError;
use crate::config::Config;
use crate::demo::accounts::DemoAccounts;
use crate::demo::seeded_rng::SeededRng;
use crate::demo::state::DemoState;
use crate::demo::{is_empty, pictures, unwatched};
use crate::maintenance;
use crate::process::telemetry::say;
use crate::wiring::adapters::Adapters;

/// How many days the orders are spread over.
const DAYS: i64 = 730;

/// How large the shop is.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct LargeShop {
    /// How many products it has.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    pub(crate) products: u32,
    /// How many customers.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    pub(crate) customers: u32,
    /// How many orders, over two years.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(100..=10_000_000))]
    pub(crate) orders: u32,
}

/// Fills an empty database with a large shop. A filling that is broken off cannot be taken up again: the data folder has to
/// be deleted then.
///
/// # Errors
/// When the database is not empty, or fails.
pub(crate) async fn fill(config: &Config, adapters: &Adapters, size: LargeShop) -> Result<DemoAccounts, CommandError> {
    if !is_empty(adapters).await? {
        return Err("the database is not empty: a large demo shop needs a data folder (DATA_DIR) of its own".into());
    }
    let mut state = DemoState::begin(adapters.clock.now());
    pictures::fill(adapters, &unwatched()).await?;
    let mut rng = SeededRng(20_261_121);
    let mut customers = users::customers(&state, size.customers, &mut rng)?;
    users::fill(adapters, &state, &mut customers, &mut rng).await?;
    say(&format!("{} customers", customers.len()));
    let plans = purchases::plan(&state, size, &mut rng);
    let stocked = products::products(&state, size.products, &plans, &mut rng)?;
    adapters.postgres.load_products(&stocked.products, &stocked.shelf).await?;
    say(&format!("{} products", stocked.products.len()));
    purchases::fill(adapters, &plans, &stocked, &customers).await?;
    say(&format!("{} orders", plans.len()));
    maintenance::sum_up(adapters, config.calendar).await?;
    adapters.postgres.settle().await?;
    state.complete = true;
    state.save(&config.data_dir)?;
    Ok(DemoAccounts::new(config, &state))
}

/// A random index below `many`; low indexes are much more frequent: best sellers and regular customers.
fn favoured(rng: &mut SeededRng, many: u32) -> u32 {
    let chance = u64::from(u32::try_from(rng.roll() >> 32).unwrap_or_default());
    let squared = (chance * chance) >> 32;
    u32::try_from((squared * u64::from(many)) >> 32).unwrap_or_default()
}
