//! Storing the settings.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::settings::shop_settings::{Section, ShopSettings};
use crate::shared::edit::Edited;
use crate::shared::error::feature_error;
use crate::shared::faults::Faults;
use crate::shared::ports::PortError;
use crate::shared::versioned::SettingsVersion;

feature_error! {
    /// Why settings were not changed.
    pub enum SettingsError {
        /// Parts of the section do not agree after the edit.
        Invalid(Faults) => Invalid, "request.invalid", "Please check the highlighted fields.";
        /// The section has another version than the one that was seen; these are the present settings.
        Stale(Box<ShopSettings>) => Conflict, "settings.changed", "The settings have changed meanwhile. Please check them and try again.";
        /// The edit changes where parcels are tracked, and the session was not confirmed lately.
        ConfirmNeeded => Forbidden, "auth.confirm_needed", "Please confirm with your password to go on.";
    } port "Failed to change the settings. Please try again."
}

/// Reads and writes the settings.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait SettingsStore: Send + Sync {
    /// All sections, read in one snapshot; the defaults of those that are not stored.
    async fn load(&self) -> Result<ShopSettings, PortError>;

    /// Stores a section whose present version is `seen`, with the next version, and answers all settings. One transaction waits for the orders that are
    /// being placed with the present settings, writes the section and its audit entry, or changes nothing.
    ///
    /// The first save by a member of staff is written with the next version even if it changes no value: who looks at the defaults, or at
    /// the demo shop's settings, and saves them, has decided. The owner's first steps ask for that.
    async fn save(
        &self,
        section: &Section,
        seen: SettingsVersion,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<Edited<ShopSettings>, SettingsError>;
}
