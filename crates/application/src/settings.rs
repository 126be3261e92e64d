//! Use cases of the shop's settings.

pub mod current_settings;
pub mod preview_delivery;

use std::sync::Arc;

use domain::shared::ports::Clock;

use self::current_settings::CurrentSettings;
use self::preview_delivery::PreviewDelivery;
use crate::ports::use_cases;

use_cases! {
    SettingsUseCases(ports) {
        clock: Arc<dyn Clock> = ports.clock.clone(),
        current: CurrentSettings = ports.current_settings.clone(),
        has_gateway: bool = ports.settings.has_gateway,
        preview_delivery: PreviewDelivery = PreviewDelivery::new(ports.shop_settings.clone(), ports.clock.clone(), ports.settings.calendar),
    }
}
