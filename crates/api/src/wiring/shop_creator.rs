//! Creates a shop: the pictures of its data first, then everything else in one transaction.

use async_trait::async_trait;
use domain::accounts::user::User;
use domain::content::repository::{ContentError, ContentRepository as _};
use domain::setup::{NewShop, SetupError, SetupPart, SetupRepository as _, SetupStep, SetupWatcher, ShopCreator, ShopData};
use domain::shared::ports::PortError;

use crate::CommandError;
use crate::demo;
use crate::wiring::adapters::Adapters;

/// Creates shops on these adapters, with the data of the demo shop if that is chosen.
pub(crate) struct DemoShopCreator {
    pub(crate) adapters: Adapters,
    /// Whether the shop has an account at a payment gateway, which the settings of the demo shop use.
    pub(crate) has_gateway: bool,
}

#[async_trait]
impl ShopCreator for DemoShopCreator {
    async fn create_shop(&self, shop: &NewShop, watcher: &SetupWatcher) -> Result<User, SetupError> {
        if shop.data == ShopData::Demo {
            demo::store_pictures(&self.adapters, watcher).await.map_err(port_error)?;
        }
        let work = |postgres| {
            let adapters = self.adapters.on(postgres);
            async move { self.write(&adapters, shop, watcher).await }
        };
        self.adapters.postgres.one_transaction(work).await
    }
}

impl DemoShopCreator {
    /// Writes owner, identity and data. Runs in the transaction of these adapters.
    async fn write(&self, adapters: &Adapters, shop: &NewShop, watcher: &SetupWatcher) -> Result<User, SetupError> {
        watcher(SetupStep { part: SetupPart::Shop, done: 0, of: 1 });
        let owner = adapters.postgres.create_owner(&shop.secret, &shop.owner, &shop.by).await?;
        adapters.postgres.publish(&shop.identity).await.map_err(|error| match error {
            ContentError::Port(error) => error,
            refused => PortError::internal(refused),
        })?;
        watcher(SetupStep { part: SetupPart::Shop, done: 1, of: 1 });
        if shop.data == ShopData::Demo {
            let named = demo::NamedShop { name: shop.name.as_str(), has_gateway: self.has_gateway };
            demo::fill_new_shop(adapters, &named, watcher).await.map_err(port_error)?;
        }
        Ok(owner)
    }
}

/// Keeps whether a retry may succeed.
fn port_error(error: CommandError) -> PortError {
    error.downcast::<PortError>().map_or_else(PortError::internal, |error| *error)
}
