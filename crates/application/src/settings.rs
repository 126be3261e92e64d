//! Use cases of the shop's settings.

pub mod change_settings;
pub mod current_settings;
pub mod show_settings;

use self::change_settings::ChangeSettings;
use self::current_settings::CurrentSettings;
use self::show_settings::ShowSettings;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of the settings.
    SettingsUseCases(ports) {
        current_settings: CurrentSettings = ports.current_settings.clone(),
        show_settings: ShowSettings = ShowSettings::new(ports.shop_settings.clone()),
        change_settings: ChangeSettings = ChangeSettings::new(ports.shop_settings.clone(), ports.current_settings.clone(), ports.clock.clone()),
    }
}
