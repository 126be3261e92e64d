//! Use cases of the shop's settings.

pub mod change_settings;
pub mod current_settings;
pub mod preview_delivery;

use self::change_settings::ChangeSettings;
use self::current_settings::CurrentSettings;
use self::preview_delivery::PreviewDelivery;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of the settings.
    SettingsUseCases(ports) {
        current: CurrentSettings = ports.current_settings.clone(),
        has_gateway: bool = ports.settings.has_gateway,
        preview_delivery: PreviewDelivery = PreviewDelivery::new(ports.shop_settings.clone(), ports.clock.clone(), ports.settings.calendar),
        change_settings: ChangeSettings = ChangeSettings::new(ports.shop_settings.clone(), ports.current_settings.clone(), ports.clock.clone()),
    }
}
