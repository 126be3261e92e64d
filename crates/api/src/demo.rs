//! The demo shop: products with pictures, reviews, customers, two months of orders, settings, promotions, and pages
//! of text.
//!
//! All data goes through the ports of the shop. An interrupted filling continues at the next start: users and products are
//! recognised by address and code, orders by their idempotency key, and random values come from a generator with a fixed seed.

mod catalogue;
mod customers;
mod orders;
mod pages;
mod pictures;
mod promotions;
mod reviews;
mod seeded_rng;
mod settings;
mod state;

use std::sync::Arc;

use chrono::TimeDelta;
use domain::accounts::ports::UserDirectory;
use domain::catalog::ports::ProductRepository as _;
use domain::setup::SetupWatcher;
use domain::shared::order_prefix::OrderPrefix;
use domain::shared::page::{PageAnswer, PageLimit, PageRequest};

use crate::CommandError;
use crate::config::Config;
pub(crate) use crate::demo::state::DemoAccounts;
use crate::demo::state::{DemoState, Logins};
use crate::wiring::adapters::Adapters;

/// The shop whose data the demo is.
pub(crate) struct NamedShop<'a> {
    pub(crate) name: &'a str,
    /// Whether it has an account at a payment gateway.
    pub(crate) has_gateway: bool,
}

/// Fills an empty database, or continues an interrupted filling. A database with the complete demo shop stays as it is.
///
/// # Errors
/// When the database holds another shop, or fails.
pub(crate) async fn fill(config: &Config, adapters: &Adapters) -> Result<DemoAccounts, CommandError> {
    let mut state = match DemoState::load(&config.data_dir)? {
        Some(state) if is_empty(adapters).await? => DemoState { complete: false, ..state },
        Some(state) => state,
        None if is_empty(adapters).await? => DemoState::begin(adapters.clock.now()),
        None => return Err("the database is not empty, and it does not hold the demo shop".into()),
    };
    if !state.complete {
        state.save(&config.data_dir)?;
        let watcher = unwatched();
        pictures::fill(adapters, &watcher).await?;
        let shop = NamedShop { name: &config.http.shop.name, has_gateway: config.payments.is_some() };
        fill_data(adapters, &state, Logins::Demo, &shop, &watcher).await?;
        pages::fill(adapters).await?;
        state.complete = true;
        state.save(&config.data_dir)?;
    }
    Ok(DemoAccounts::new(config, &state))
}

/// Stores the demo shop's pictures. They stay if the set-up fails afterwards: the next one finds them.
///
/// # Errors
/// When the store of pictures fails.
pub(crate) async fn store_pictures(adapters: &Adapters, watcher: &SetupWatcher) -> Result<(), CommandError> {
    pictures::fill(adapters, watcher).await
}

/// Fills a shop that has an owner of its own. None of the demo accounts can sign in.
pub(crate) async fn fill_new_shop(adapters: &Adapters, shop: &NamedShop<'_>, watcher: &SetupWatcher) -> Result<(), CommandError> {
    fill_data(adapters, &DemoState::begin(adapters.clock.now()), Logins::None, shop, watcher).await
}

async fn fill_data(
    adapters: &Adapters,
    state: &DemoState,
    logins: Logins,
    shop: &NamedShop<'_>,
    watcher: &SetupWatcher,
) -> Result<(), CommandError> {
    let users = customers::fill(adapters, state, logins, watcher).await?;
    let history = orders::history(state.started_at, &users)?;
    catalogue::fill(adapters, state, &orders::sold(&history), watcher).await?;
    orders::fill(adapters, OrderPrefix::of_shop_name(shop.name), &history, watcher).await?;
    reviews::fill(adapters, state, &users).await?;
    // After the orders, which were placed in a shop without settings of its own.
    settings::fill(adapters, shop).await?;
    promotions::fill(adapters, state.started_at).await
}

/// Whether the shop has neither users nor products.
async fn is_empty(adapters: &Adapters) -> Result<bool, CommandError> {
    let page = PageRequest { limit: PageLimit::parse(1)?, after: None };
    let products = adapters.postgres.newest(None, 1, adapters.clock.now()).await?;
    let users = UserDirectory::list(adapters.postgres.as_ref(), None, &page).await?;
    Ok(products.is_empty() && matches!(users, PageAnswer::Page(page) if page.items.is_empty()))
}

/// A watcher that ignores the progress of filling the shop.
fn unwatched() -> SetupWatcher {
    Arc::new(|_| {})
}

/// `days` days and some minutes before `at`, so that the times of day differ.
fn days_before(at: chrono::DateTime<chrono::Utc>, days: i64, odd_minutes: i64) -> chrono::DateTime<chrono::Utc> {
    at - TimeDelta::days(days) - TimeDelta::minutes(odd_minutes)
}
