//! Use cases of the shop's settings.

pub mod change_settings;
pub mod current_settings;
pub mod preview_delivery;
pub mod show_settings;
pub mod show_terms;

use self::change_settings::ChangeSettings;
use self::preview_delivery::PreviewDelivery;
use self::show_settings::ShowSettings;
use self::show_terms::ShowTerms;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of the settings.
    SettingsUseCases(ports) {
        show_terms: ShowTerms = ShowTerms::new(ports.current_settings.clone(), ports.settings.has_gateway),
        show_settings: ShowSettings = ShowSettings::new(ports.shop_settings.clone()),
        preview_delivery: PreviewDelivery = PreviewDelivery::new(ports.shop_settings.clone(), ports.clock.clone(), ports.settings.calendar),
        change_settings: ChangeSettings = ChangeSettings::new(ports.shop_settings.clone(), ports.current_settings.clone(), ports.clock.clone()),
    }
}
