//! Calls about the shop's settings, which administrators edit (contract-commerce, section 10).

pub mod delivery_preview;
pub mod delivery_settings;
pub mod delivery_settings_json;
pub mod mail_settings;
pub mod order_settings;
pub mod payment_settings;
pub mod payment_settings_json;
pub mod rates_json;
mod saving;
pub mod security_settings;
pub mod tax_settings;
pub mod tax_settings_json;

use crate::routing::table::RouteTable;

/// The routes of this feature.
pub(crate) fn routes(table: &mut RouteTable) {
    delivery_preview::routes(table);
    delivery_settings::routes(table);
    payment_settings::routes(table);
    order_settings::routes(table);
    mail_settings::routes(table);
    security_settings::routes(table);
    tax_settings::routes(table);
}
