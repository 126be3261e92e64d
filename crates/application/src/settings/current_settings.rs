//! The present settings, from memory where they are at most a second old.
//!
//! Every quote and order needs them, and they rarely change. A change by this instance is known at once, a change by another one within
//! [`MAX_AGE`] (contract, Conventions). An order names the versions that it was priced with, and the database refuses others.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::accounts::actor::Actor;
use domain::accounts::session::Principal;
use domain::settings::ports::{SettingsError, SettingsStore};
use domain::settings::shop_settings::{SettingsEdit, ShopSettings};
use domain::shared::edit::Saved;
use domain::shared::ports::PortError;
use domain::shared::versioned::SettingsVersion;
use tokio::time::Instant;

use crate::error::ReadError;

/// The number of attempts when an offer changes between pricing and committing.
pub(crate) const ATTEMPTS: u8 = 5;

/// The greatest age of settings in memory.
const MAX_AGE: Duration = Duration::from_secs(1);

/// The settings that are in memory.
#[derive(Default)]
struct Kept {
    /// The settings, and the time before they were read.
    settings: Option<(Arc<ShopSettings>, Instant)>,
    /// Counts the times that they were forgotten: settings that were read before are not kept afterwards.
    forgotten: u64,
}

/// Reads the present settings. Clones share the memory.
#[derive(Clone)]
pub struct CurrentSettings {
    store: Arc<dyn SettingsStore>,
    kept: Arc<Mutex<Kept>>,
}

impl CurrentSettings {
    /// Wires the use case, with nothing in memory.
    #[must_use]
    pub fn new(store: Arc<dyn SettingsStore>) -> Self {
        Self { store, kept: Arc::default() }
    }

    /// The settings, at most [`MAX_AGE`] old.
    pub async fn get(&self) -> Result<Arc<ShopSettings>, PortError> {
        let begun = Instant::now();
        let forgotten = {
            let kept = self.kept();
            match &kept.settings {
                Some((settings, read)) if begun.duration_since(*read) < MAX_AGE => return Ok(settings.clone()),
                _ => kept.forgotten,
            }
        };
        let settings = Arc::new(self.store.load().await?);
        let mut kept = self.kept();
        if kept.forgotten == forgotten {
            kept.settings = Some((settings.clone(), begun));
        }
        Ok(settings)
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
        let mut kept = self.kept();
        kept.settings = None;
        kept.forgotten = kept.forgotten.wrapping_add(1);
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use domain::settings::ports::MockSettingsStore;

    use super::*;
    use crate::samples::away;

    /// Settings that are read this many times.
    fn read(times: usize) -> CurrentSettings {
        let mut store = MockSettingsStore::new();
        store.expect_load().times(times).returning(|| Ok(ShopSettings::default()));
        CurrentSettings::new(Arc::new(store))
    }

    #[tokio::test(start_paused = true)]
    async fn settings_are_read_once_a_second() {
        let settings = read(2);
        for _ in 0..3 {
            settings.get().await.unwrap();
        }
        tokio::time::advance(Duration::from_millis(999)).await;
        settings.clone().get().await.unwrap();
        tokio::time::advance(Duration::from_millis(1)).await;
        settings.get().await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn forgotten_settings_are_read_again() {
        let settings = read(2);
        settings.get().await.unwrap();
        settings.forget();
        settings.get().await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn settings_that_are_forgotten_while_they_are_read_are_not_kept() {
        let current = Arc::new(Mutex::new(None::<CurrentSettings>));
        let mut store = MockSettingsStore::new();
        let reading = current.clone();
        store.expect_load().times(2).returning(move || {
            if let Some(settings) = reading.lock().unwrap().take() {
                settings.forget();
            }
            Ok(ShopSettings::default())
        });
        let settings = CurrentSettings::new(Arc::new(store));
        *current.lock().unwrap() = Some(settings.clone());
        settings.get().await.unwrap();
        settings.get().await.unwrap();
    }

    #[tokio::test]
    async fn a_failing_store_is_an_error() {
        let mut store = MockSettingsStore::new();
        store.expect_load().returning(|| Err(away()));
        assert!(CurrentSettings::new(Arc::new(store)).get().await.is_err());
    }
}
