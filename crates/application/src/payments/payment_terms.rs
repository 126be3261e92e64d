//! The shop's terms for the payment of orders that are placed.

use std::sync::Arc;

use domain::orders::guest_orders::GuestOrders;
use domain::orders::order::Order;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_option::{PaymentOption, PaymentRefusal};
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
    /// Knows the guests who may not pay on delivery.
    pub guests: Arc<dyn GuestOrders>,
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
        let Ok(mut option) = order.payment_option(&settings, self.has_gateway, method) else { return Ok(None) };
        if self.is_refused_cash(order, method).await? {
            option.refusal = Some(PaymentRefusal::NotOffered);
        }
        Ok(Some(Offer { version, settings, option }))
    }

    /// Whether it is the order of a guest who may not pay on delivery, and this would be that method.
    async fn is_refused_cash(&self, order: &Order, method: PaymentMethod) -> Result<bool, PortError> {
        let is_guests = order.user_id.is_none() && method == PaymentMethod::Cod && method != order.payment.method;
        Ok(is_guests && self.guests.is_blocked(&order.email, Some(&order.shipping.phone)).await?)
    }
}
