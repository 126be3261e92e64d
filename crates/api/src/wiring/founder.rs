//! Setting up a shop: the pictures of its data first, then everything else in one transaction.

use application::content::current_content::ConfiguredDetails;
use application::setup::name_shop::name_shop;
use async_trait::async_trait;
use domain::setup::new_shop::{NewShop, SetupPart, SetupStep, SetupWatcher, ShopData};
use domain::setup::ports::{FoundingOutcome, SetupStore as _, ShopFounder};
use domain::shared::ports::PortError;

use crate::CommandError;
use crate::demo;
use crate::wiring::adapters::Adapters;

/// Sets up shops on these adapters.
pub(crate) struct Founder {
    pub(crate) adapters: Adapters,
    /// The shop's details until the owner changes them.
    pub(crate) configured: ConfiguredDetails,
    /// Whether the shop has an account at a payment gateway, which the settings of the demo shop use.
    pub(crate) has_gateway: bool,
}

#[async_trait]
impl ShopFounder for Founder {
    async fn found_shop(&self, shop: &NewShop, watcher: &SetupWatcher) -> Result<FoundingOutcome, PortError> {
        self.found(shop, watcher).await.map_err(port_error)
    }
}

impl Founder {
    async fn found(&self, shop: &NewShop, watcher: &SetupWatcher) -> Result<FoundingOutcome, CommandError> {
        if shop.data == ShopData::Demo {
            demo::store_pictures(&self.adapters, watcher).await?;
        }
        let work = |postgres| {
            let adapters = self.adapters.on(postgres);
            async move { self.write(&adapters, shop, watcher).await }
        };
        self.adapters.postgres.one_transaction(work).await
    }

    /// Writes owner, name and data. Runs in the transaction of these adapters.
    async fn write(&self, adapters: &Adapters, shop: &NewShop, watcher: &SetupWatcher) -> Result<FoundingOutcome, CommandError> {
        watcher(SetupStep { part: SetupPart::Shop, done: 0, of: 1 });
        let outcome = adapters.postgres.found(&shop.secret, &shop.owner, &shop.by).await?;
        if matches!(outcome, FoundingOutcome::Founded(_)) {
            name_shop(&*adapters.postgres, &self.configured, shop).await?;
            watcher(SetupStep { part: SetupPart::Shop, done: 1, of: 1 });
            if shop.data == ShopData::Demo {
                let named = demo::NamedShop { name: shop.name.as_str(), has_gateway: self.has_gateway };
                demo::fill_new_shop(adapters, &named, watcher).await?;
            }
        }
        Ok(outcome)
    }
}

/// Keeps whether a retry may succeed.
fn port_error(error: CommandError) -> PortError {
    error.downcast::<PortError>().map_or_else(PortError::internal, |error| *error)
}
