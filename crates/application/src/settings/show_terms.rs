//! Showing the shop's terms to everyone.

use std::sync::Arc;

use domain::settings::shop_settings::ShopSettings;

use crate::error::ReadError;
use crate::settings::current_settings::CurrentSettings;

/// The shop's terms at present.
#[derive(Clone, Debug)]
pub struct ShopTerms {
    /// The settings, at most a second old.
    pub settings: Arc<ShopSettings>,
    /// Whether the shop is connected to the gateway of payments.
    pub has_gateway: bool,
}

/// Shows the shop's terms.
#[derive(Clone)]
pub struct ShowTerms {
    settings: CurrentSettings,
    has_gateway: bool,
}

impl ShowTerms {
    /// Wires the use case.
    #[must_use]
    pub fn new(settings: CurrentSettings, has_gateway: bool) -> Self {
        Self { settings, has_gateway }
    }

    /// Whether the shop is connected to the gateway of payments.
    #[must_use]
    pub const fn has_gateway(&self) -> bool {
        self.has_gateway
    }

    /// The terms.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self) -> Result<ShopTerms, ReadError> {
        Ok(ShopTerms { settings: self.settings.get().await?, has_gateway: self.has_gateway })
    }
}
