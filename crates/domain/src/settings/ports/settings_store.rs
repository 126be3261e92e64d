//! Storing the settings.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::reports::audit::Actor;
use crate::settings::shop_settings::{Section, SettingsVersion, ShopSettings};
use crate::shared::ports::PortError;

/// The outcome of `save`. Only [`SaveSettingsOutcome::Saved`] wrote to the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveSettingsOutcome {
    /// The section is stored, with this version.
    Saved(SettingsVersion),
    /// The section has these values already, and is stored as a decision of staff.
    Unchanged,
    /// The section has another version.
    Stale,
}

/// Reads and writes the settings.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait SettingsStore: Send + Sync {
    /// All sections, of one moment; the defaults of those that are not stored.
    async fn load(&self) -> Result<ShopSettings, PortError>;

    /// Stores a section whose present version is `seen`, with the next version. One transaction waits for the orders that are
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
    ) -> Result<SaveSettingsOutcome, PortError>;
}
