//! The present settings, from memory where they are at most a second old ([`crate::short_memory`]): every quote and order needs them.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::accounts::actor::Actor;
use domain::accounts::session::Principal;
use domain::settings::ports::{SettingsError, SettingsStore};
use domain::settings::shop_settings::{SettingsEdit, ShopSettings};
use domain::shared::edit::Saved;
use domain::shared::ports::PortError;
use domain::shared::versioned::SettingsVersion;

use crate::error::ReadError;
use crate::short_memory::ShortMemory;

/// The number of attempts when an offer changes between pricing and committing.
pub(crate) const ATTEMPTS: u8 = 5;

/// Reads the present settings. Clones share the memory.
#[derive(Clone)]
pub struct CurrentSettings {
    store: Arc<dyn SettingsStore>,
    kept: ShortMemory<ShopSettings>,
}

impl CurrentSettings {
    /// Wires the use case, with nothing in memory.
    #[must_use]
    pub fn new(store: Arc<dyn SettingsStore>) -> Self {
        Self { store, kept: ShortMemory::default() }
    }

    /// The settings, at most a second old.
    pub async fn get(&self) -> Result<Arc<ShopSettings>, PortError> {
        self.kept.get(self.store.load()).await
    }

    /// The settings, for a call that shows them.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn show(&self) -> Result<Arc<ShopSettings>, ReadError> {
        Ok(self.get().await?)
    }

    /// Edits a section ([`ShopSettings::changed`]); answers all settings as they are then.
    ///
    /// # Errors
    /// [`SettingsError`] when the edit is refused or the store fails.
    pub async fn change(
        &self,
        who: &Principal,
        by: &Actor,
        now: DateTime<Utc>,
        seen: SettingsVersion,
        edit: SettingsEdit,
    ) -> Result<Saved<ShopSettings>, SettingsError> {
        let is_confirmed = who.session.confirmed_until(now).is_some();
        let decide = move |present: &ShopSettings| present.changed(edit.clone(), seen, is_confirmed);
        let changed = self.store.change(by, now, Box::new(decide)).await;
        // Also after a failure: the section may be stored.
        self.forget();
        changed
    }

    /// Forgets the settings in memory: the next call of [`CurrentSettings::get`] reads them.
    pub fn forget(&self) {
        self.kept.forget();
    }
}
