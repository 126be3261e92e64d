//! Pricing a cart.

use std::sync::Arc;

use domain::catalog::ports::ProductRepository;
use domain::catalog::product_code::ProductCode;
use domain::orders::cart::Cart;
use domain::orders::quote::Quote;
use domain::orders::quote_options::{PricingContext, QuoteChoices, QuoteError};
use domain::settings::shop_settings::ShopSettings;
use domain::shared::calendar::ShopCalendar;
use domain::shared::error::feature_error;
use domain::shared::money::MoneyError;
use domain::shared::ports::Clock;
use domain::shared::trace::TRACE_TARGET;
use tracing::instrument;

use crate::settings::current_settings::CurrentSettings;

feature_error! {
    /// Why a cart has no price.
    pub enum QuoteCartError {
        /// Products the shop does not sell.
        UnknownProducts(Vec<ProductCode>) => Invalid, "order.unknown_product", "Some products in the cart are no longer available.";
        TotalTooLarge => Invalid, "order.total_too_large", "The total of the order is too large.";
        DeliveryNotOffered => Invalid, "order.delivery_not_offered", "This method of delivery is not offered for your district.";
        PaymentNotOffered => Invalid, "order.payment_unavailable", "This method of payment is not available for your order.";
    }
}

impl From<QuoteError> for QuoteCartError {
    fn from(error: QuoteError) -> Self {
        match error {
            QuoteError::UnknownProducts(codes) => Self::UnknownProducts(codes),
            QuoteError::Total(MoneyError::Negative | MoneyError::TooLarge | MoneyError::FractionOfCent) => Self::TotalTooLarge,
            QuoteError::Delivery(_) => Self::DeliveryNotOffered,
            QuoteError::Payment => Self::PaymentNotOffered,
        }
    }
}

/// The sources of what a price depends on.
#[derive(Clone)]
pub struct PricingSource {
    pub settings: CurrentSettings,
    /// The shop's days.
    pub calendar: ShopCalendar,
    /// The present time.
    pub clock: Arc<dyn Clock>,
    /// Whether the shop is connected to the gateway of payments.
    pub has_gateway: bool,
}

#[derive(Clone)]
pub struct QuoteCart {
    products: Arc<dyn ProductRepository>,
    pricing: PricingSource,
}

impl QuoteCart {
    /// Wires the use case.
    #[must_use]
    pub fn new(products: Arc<dyn ProductRepository>, pricing: PricingSource) -> Self {
        Self { products, pricing }
    }

    /// The present price of a cart with delivery and payment, and whether the stock covers it.
    ///
    /// # Errors
    /// [`QuoteCartError`] for unknown products, a method of delivery or payment that is not offered, a total out of range, or a failing store.
    #[instrument(target = TRACE_TARGET, name = "quote_cart", skip_all)]
    pub async fn run(&self, cart: &Cart, choices: &QuoteChoices) -> Result<Quote, QuoteCartError> {
        let codes: Vec<_> = cart.lines().iter().map(|l| l.code.clone()).collect();
        let goods = Quote::of(cart, &self.products.offers(&codes).await?)?;
        let PricingSource { settings, calendar, clock, has_gateway } = &self.pricing;
        let settings = settings.get().await?;
        let ShopSettings { delivery, payments, orders, .. } = &*settings;
        let context =
            PricingContext { delivery, payments, orders: &orders.value, calendar: *calendar, now: clock.now(), has_gateway: *has_gateway };
        Ok(goods.with_options(choices, &context)?)
    }

    /// Makes the next quote read the settings from the store.
    pub(super) fn forget_settings(&self) {
        self.pricing.settings.forget();
    }
}
