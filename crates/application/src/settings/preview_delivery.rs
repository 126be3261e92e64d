//! Trying settings of delivery on a parcel, before they are saved.

use std::sync::Arc;

use domain::delivery::delivery_option::{DeliveryOption, Parcel};
use domain::delivery::delivery_settings::DeliveryEdit;
use domain::delivery::zone::ZoneOf;
use domain::settings::ports::SettingsStore;
use domain::shared::calendar::ShopCalendar;
use domain::shared::faults::Faults;
use domain::shared::money::MoneyError;
use domain::shared::ports::Clock;

use domain::shared::error::feature_error;

feature_error! {
    /// Why a parcel has no options.
    pub enum PreviewDeliveryError {
        /// Parts of the settings do not agree after the edit.
        Invalid(Faults) => Invalid, "request.invalid", "Please check the highlighted fields.";
        TooLarge => Invalid, "delivery.price_too_large", "The price of this parcel is too large.";
    } port "Failed to find the price of the parcel. Please try again."
}

impl From<MoneyError> for PreviewDeliveryError {
    fn from(error: MoneyError) -> Self {
        match error {
            MoneyError::Negative | MoneyError::TooLarge | MoneyError::FractionOfCent => Self::TooLarge,
        }
    }
}

/// How a parcel that is ordered now would be delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryPreview {
    /// The zone of the parcel's district.
    pub zone: ZoneOf,
    /// The methods that are offered there, with price and days.
    pub options: Vec<DeliveryOption>,
}

/// Tries settings of delivery on a parcel. It stores nothing.
#[derive(Clone)]
pub struct PreviewDelivery {
    store: Arc<dyn SettingsStore>,
    clock: Arc<dyn Clock>,
    calendar: ShopCalendar,
}

impl PreviewDelivery {
    /// Wires the use case.
    #[must_use]
    pub fn new(store: Arc<dyn SettingsStore>, clock: Arc<dyn Clock>, calendar: ShopCalendar) -> Self {
        Self { store, clock, calendar }
    }

    /// The options of a parcel by the stored settings after `edit`, computed as those of a quote are.
    ///
    /// # Errors
    /// [`PreviewDeliveryError`] where the parts do not agree after the edit, a price is out of range, or the store fails.
    pub async fn run(&self, edit: DeliveryEdit, parcel: &Parcel) -> Result<DeliveryPreview, PreviewDeliveryError> {
        let present = self.store.load().await?;
        let settings = present.delivery.value.edited(edit).map_err(PreviewDeliveryError::Invalid)?;
        let options = DeliveryOption::all(&settings, parcel, self.clock.now(), self.calendar)?;
        Ok(DeliveryPreview { zone: settings.zone_of(parcel.district), options })
    }
}

#[cfg(test)]
mod tests {
    use domain::delivery::district::District;
    use domain::delivery::rate::Tariff;
    use domain::settings::ports::MockSettingsStore;
    use domain::settings::shop_settings::ShopSettings;
    use domain::shared::error::{ErrorKind, FeatureError as _};
    use domain::shared::money::Money;

    use super::*;
    use crate::samples::clock;

    fn use_case(store: MockSettingsStore) -> PreviewDelivery {
        PreviewDelivery::new(Arc::new(store), clock(), ShopCalendar::default())
    }

    /// The default shop. Its store is read, and never written.
    fn default_shop() -> PreviewDelivery {
        let mut store = MockSettingsStore::new();
        store.expect_load().returning(|| Ok(ShopSettings::default()));
        use_case(store)
    }

    fn parcel(grams: u64) -> Parcel {
        Parcel { district: Some(District::Kandy), grams, value: Money::ZERO }
    }

    fn rate_of(tariff: Tariff) -> DeliveryEdit {
        let mut rates = ShopSettings::default().delivery.value.plan().rates.clone();
        rates.iter_mut().for_each(|rate| rate.tariff = tariff.clone());
        DeliveryEdit { rates: Some(rates), ..DeliveryEdit::default() }
    }

    #[tokio::test]
    async fn a_price_past_the_limit_is_refused() {
        let steps = vec![domain::delivery::rate::WeightStep { up_to_grams: 1, amount: Money::MAX }];
        let edit = rate_of(Tariff::ByWeight { steps, per_extra_kg: Money::from_cents(1).unwrap() });
        let refused = default_shop().run(edit, &parcel(200)).await.unwrap_err();
        assert_eq!((refused.kind(), refused.code()), (ErrorKind::Invalid, "delivery.price_too_large"));
    }
}
