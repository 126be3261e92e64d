//! Showing the settings to those who edit them.

use std::sync::Arc;

use domain::settings::ports::SettingsStore;
use domain::settings::shop_settings::ShopSettings;

use crate::error::ReadError;

/// Shows settings, read from the store: an edit names the version that its editor saw.
#[derive(Clone)]
pub struct ShowSettings(Arc<dyn SettingsStore>);

impl ShowSettings {
    /// Wires the use case.
    #[must_use]
    pub fn new(store: Arc<dyn SettingsStore>) -> Self {
        Self(store)
    }

    /// All settings.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self) -> Result<ShopSettings, ReadError> {
        Ok(self.0.load().await?)
    }
}
