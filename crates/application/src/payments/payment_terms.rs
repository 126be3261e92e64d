//! The shop's terms for the payment of orders that are placed.

use domain::orders::order::Order;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_option::PaymentOption;
use domain::payments::payment_settings::PaymentSettings;
use domain::shared::ports::PortError;
use domain::shared::versioned::{SettingsVersion, Versioned};

use crate::settings::current_settings::CurrentSettings;

/// The sources of the terms.
#[derive(Clone)]
pub struct PaymentTerms {
    pub settings: CurrentSettings,
    /// Whether the shop is connected to the gateway of payments.
    pub has_gateway: bool,
}

/// A method of payment that is offered for an order.
#[derive(Clone, Debug)]
pub struct Offer {
    pub version: SettingsVersion,
    pub settings: PaymentSettings,
    /// The method, with the reason where it is not available.
    pub option: PaymentOption,
}

impl PaymentTerms {
    /// A method of payment for an order by the settings in memory; `None` where the total with its fee is too large.
    ///
    /// # Errors
    /// [`PortError`] when the settings cannot be read.
    pub async fn option(&self, order: &Order, method: PaymentMethod) -> Result<Option<Offer>, PortError> {
        let Versioned { version, value: settings } = self.settings.get().await?.payments.clone();
        let option = order.payment_option(&settings, self.has_gateway, method).ok();
        Ok(option.map(|option| Offer { version, settings, option }))
    }
}
