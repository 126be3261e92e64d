//! Changing and storing the settings.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::delivery::tracking::other_couriers;
use crate::settings::shop_settings::{Section, SectionName, SettingsEdit, ShopSettings};
use crate::shared::decide::Decide;
use crate::shared::edit::Saved;
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

    /// Stores the section that `decide` answers for the present settings, with the next version, and answers all settings. One transaction
    /// waits for the orders that are being placed with the present settings, decides, and writes the section and its audit entry.
    ///
    /// The first save by a member of staff is written with the next version even if it changes no value: who looks at the defaults, or at
    /// the demo shop's settings, and saves them, has decided. The owner's first steps ask for that.
    async fn change(
        &self,
        by: &Actor,
        now: DateTime<Utc>,
        decide: Decide<ShopSettings, Section, SettingsError>,
    ) -> Result<Saved<ShopSettings>, SettingsError>;
}

impl ShopSettings {
    /// The section after an edit of its version `seen`. Other addresses of couriers, which customers get as links, need a session that was
    /// confirmed lately.
    ///
    /// # Errors
    /// [`SettingsError`] where the section has another version, its parts do not agree after the edit, or the session must be confirmed.
    pub fn changed(&self, edit: SettingsEdit, seen: SettingsVersion, is_confirmed: bool) -> Result<Section, SettingsError> {
        self.check_version(edit.name(), seen)?;
        let section = self.edited(edit).map_err(SettingsError::Invalid)?;
        if self.moves_links(&section) && !is_confirmed { Err(SettingsError::ConfirmNeeded) } else { Ok(section) }
    }

    fn check_version(&self, name: SectionName, seen: SettingsVersion) -> Result<(), SettingsError> {
        if self.version(name) == seen { Ok(()) } else { Err(SettingsError::Stale(Box::new(self.clone()))) }
    }

    /// Whether customers get other links for their parcels.
    fn moves_links(&self, section: &Section) -> bool {
        let Section::Delivery(delivery) = section else { return false };
        other_couriers(&self.delivery.value.plan().couriers, &delivery.plan().couriers).is_some()
    }
}

/// Decides for a section whose present version is `seen`.
#[must_use]
pub fn replacing(section: Section, seen: SettingsVersion) -> Decide<ShopSettings, Section, SettingsError> {
    Box::new(move |present| {
        present.check_version(section.name(), seen)?;
        Ok(section.clone())
    })
}

#[cfg(test)]
mod tests {
    use chrono::NaiveTime;

    use super::*;
    use crate::delivery::delivery_settings::DeliveryEdit;
    use crate::delivery::tracking::{Courier, CourierName, TrackingTemplate};
    use crate::shared::error::FeatureError as _;

    fn tracked_at(addresses: &[&str]) -> DeliveryEdit {
        let name = CourierName::parse("Domex").unwrap();
        let courier = |address: &&str| Courier { name: name.clone(), tracking: TrackingTemplate::parse(address).unwrap() };
        DeliveryEdit { couriers: Some(addresses.iter().map(courier).collect()), ..DeliveryEdit::default() }
    }

    #[test]
    fn other_addresses_of_couriers_need_a_confirmed_session() {
        let mut present = ShopSettings::default();
        present.delivery.value = present.delivery.value.edited(tracked_at(&["https://a.lk/{number}"])).unwrap();
        let changed = |edit, is_confirmed| present.changed(SettingsEdit::Delivery(edit), SettingsVersion::default(), is_confirmed);
        for couriers in [&["https://b.lk/{number}"][..], &[]] {
            assert_eq!(changed(tracked_at(couriers), false).unwrap_err().code(), "auth.confirm_needed");
            assert!(changed(tracked_at(couriers), true).is_ok());
        }
        let earlier = DeliveryEdit { cut_off: NaiveTime::from_hms_opt(12, 0, 0), ..tracked_at(&["https://a.lk/{number}"]) };
        assert!(changed(earlier, false).is_ok(), "parcels are tracked at the same address");
    }
}
