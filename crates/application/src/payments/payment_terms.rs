//! The shop's terms for the payment of orders that are placed.

use domain::orders::order::Order;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_option::PaymentOption;
use domain::payments::payment_settings::PaymentSettings;
use domain::shared::ports::PortError;

use crate::settings::current_settings::CurrentSettings;

/// The sources of the terms.
#[derive(Clone)]
pub struct PaymentTerms {
    /// The settings.
    pub settings: CurrentSettings,
    /// Whether the shop is connected to the gateway of payments.
    pub has_gateway: bool,
}

impl PaymentTerms {
    /// The present settings, and a method of payment for an order with the reason where it is not available; `None` where the total
    /// with its fee is too large.
    ///
    /// # Errors
    /// [`PortError`] when the settings cannot be read.
    pub async fn option(&self, order: &Order, method: PaymentMethod) -> Result<Option<(PaymentSettings, PaymentOption)>, PortError> {
        let settings = self.settings.get().await?.payments.value.clone();
        let option = order.payment_option(&settings, self.has_gateway, method).ok();
        Ok(option.map(|option| (settings, option)))
    }
}
