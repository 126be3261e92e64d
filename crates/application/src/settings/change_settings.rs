//! Changing a section of the settings.

use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::accounts::session::Principal;
use domain::delivery::tracking::other_couriers;
use domain::settings::ports::{SettingsError, SettingsStore};
use domain::settings::shop_settings::{Section, SettingsEdit, ShopSettings};
use domain::shared::edit::Edited;
use domain::shared::ports::Clock;
use domain::shared::versioned::SettingsVersion;

use crate::settings::current_settings::CurrentSettings;

#[derive(Clone)]
pub struct ChangeSettings {
    store: Arc<dyn SettingsStore>,
    current: CurrentSettings,
    clock: Arc<dyn Clock>,
}

impl ChangeSettings {
    /// Wires the use case.
    #[must_use]
    pub fn new(store: Arc<dyn SettingsStore>, current: CurrentSettings, clock: Arc<dyn Clock>) -> Self {
        Self { store, current, clock }
    }

    /// Edits a section whose present version is `seen`; answers all settings as they are then. Other addresses of couriers, which
    /// customers get as links, need a confirmed session.
    ///
    /// # Errors
    /// [`SettingsError`] where the section has another version, its parts do not agree after the edit, the session must be
    /// confirmed, or the store fails.
    pub async fn run(
        &self,
        who: &Principal,
        by: &Actor,
        seen: SettingsVersion,
        edit: SettingsEdit,
    ) -> Result<Edited<ShopSettings>, SettingsError> {
        let present = self.store.load().await?;
        if present.version(edit.name()) != seen {
            return Err(SettingsError::Stale(Box::new(present)));
        }
        let section = present.edited(edit).map_err(SettingsError::Invalid)?;
        let now = self.clock.now();
        if moves_links(&present, &section) && who.session.confirmed_until(now).is_none() {
            return Err(SettingsError::ConfirmNeeded);
        }
        let saved = self.store.save(&section, seen, by, now).await;
        // Also after a failure: the section may be stored.
        self.current.forget();
        saved
    }
}

/// Whether customers get other links for their parcels.
fn moves_links(present: &ShopSettings, section: &Section) -> bool {
    let Section::Delivery(delivery) = section else { return false };
    other_couriers(&present.delivery.value.plan().couriers, &delivery.plan().couriers).is_some()
}

#[cfg(test)]
mod tests {
    use chrono::NaiveTime;
    use domain::accounts::session::Session;
    use domain::delivery::delivery_settings::DeliveryEdit;
    use domain::delivery::tracking::{Courier, CourierName, TrackingTemplate};
    use domain::settings::ports::MockSettingsStore;
    use domain::shared::error::{ErrorKind, FeatureError as _};
    use testkit::moments;

    use super::*;
    use crate::samples::{actor, admin, clock};

    fn use_case(store: MockSettingsStore) -> ChangeSettings {
        let store: Arc<dyn SettingsStore> = Arc::new(store);
        ChangeSettings::new(store.clone(), CurrentSettings::new(store), clock())
    }

    /// An edit of these couriers' addresses, by a session that is confirmed or not.
    async fn tracked(couriers: &[&str], cut_off: Option<NaiveTime>, confirmed: bool) -> Result<Edited<ShopSettings>, SettingsError> {
        let all = |addresses: &[&str]| -> Vec<Courier> {
            let name = CourierName::parse("Domex").unwrap();
            addresses.iter().map(|address| Courier { name: name.clone(), tracking: TrackingTemplate::parse(address).unwrap() }).collect()
        };
        let mut present = ShopSettings::default();
        let former = DeliveryEdit { couriers: Some(all(&["https://a.lk/{number}"])), ..DeliveryEdit::default() };
        present.delivery.value = present.delivery.value.edited(former).unwrap();
        let mut store = MockSettingsStore::new();
        store.expect_load().returning(move || Ok(present.clone()));
        store.expect_save().returning(|_, _, _, _| Ok(Edited { thing: ShopSettings::default(), is_changed: true }));
        let who = admin();
        let who = Principal { session: Session { confirmed_at: confirmed.then(moments::now), ..who.session.clone() }, ..who };
        let edit = SettingsEdit::Delivery(DeliveryEdit { couriers: Some(all(couriers)), cut_off, ..DeliveryEdit::default() });
        use_case(store).run(&who, &actor(&who), SettingsVersion::default(), edit).await
    }

    #[tokio::test]
    async fn other_addresses_of_couriers_need_a_confirmed_session() {
        for couriers in [&["https://b.lk/{number}"][..], &[]] {
            let refused = tracked(couriers, None, false).await.unwrap_err();
            assert_eq!((refused.kind(), refused.code()), (ErrorKind::Forbidden, "auth.confirm_needed"));
            assert!(tracked(couriers, None, true).await.is_ok());
        }
        let noon = NaiveTime::from_hms_opt(12, 0, 0);
        assert!(tracked(&["https://a.lk/{number}"], noon, false).await.is_ok(), "parcels are tracked at the same address");
    }
}
