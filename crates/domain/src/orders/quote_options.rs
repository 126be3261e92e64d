//! Delivery and payment in a quote.

use chrono::{DateTime, TimeDelta, Utc};

use crate::catalog::product_code::ProductCode;
use crate::delivery::delivery_method::DeliveryMethod;
use crate::delivery::delivery_option::{DeliveryOption, NotOffered, Parcel};
use crate::delivery::delivery_settings::DeliverySettings;
use crate::delivery::district::District;
use crate::delivery::rate::DeliveryFee;
use crate::invoices::tax_settings::TaxSettings;
use crate::orders::explanation::{ExplanationCode, ExplanationLine};
use crate::orders::new_customer::NewCustomerLimits;
use crate::orders::order_settings::OrderSettings;
use crate::payments::payment_method::PaymentMethod;
use crate::payments::payment_option::{Payable, PaymentOption, PaymentRefusal};
use crate::payments::payment_settings::PaymentSettings;
use crate::promotions::applied::{AppliedPromotion, Hint};
use crate::promotions::choose::Choice;
use crate::promotions::customer::CustomerHistory;
use crate::promotions::hint::of_free_delivery;
use crate::promotions::judge::PromotionContext;
use crate::promotions::promotion::ActivePromotions;
use crate::promotions::terms::EnteredCode;
use crate::shared::calendar::ShopCalendar;
use crate::shared::money::{Money, MoneyError};
use crate::shared::order_prefix::OrderPrefix;
use crate::shared::versioned::{SettingsVersion, Versioned};

/// What a customer chose; without a choice the shop's defaults hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuoteChoices {
    /// The district of the parcel.
    pub district: Option<District>,
    pub delivery_method: Option<DeliveryMethod>,
    pub payment_method: Option<PaymentMethod>,
    pub coupon: Option<EnteredCode>,
}

/// The versions of the settings that an order was priced with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeenSettings {
    pub delivery: SettingsVersion,
    pub payments: SettingsVersion,
}

/// What a price depends on besides the cart and the choices.
#[derive(Clone, Copy, Debug)]
pub struct PricingContext<'a> {
    pub delivery: &'a Versioned<DeliverySettings>,
    pub payments: &'a Versioned<PaymentSettings>,
    pub orders: &'a OrderSettings,
    pub tax: &'a TaxSettings,
    /// The shop's days.
    pub calendar: ShopCalendar,
    pub now: DateTime<Utc>,
    /// Whether the shop is connected to the gateway of payments.
    pub has_gateway: bool,
    pub promotions: &'a ActivePromotions,
    /// `None` where the customer is not known.
    pub customer: Option<&'a CustomerHistory>,
}

/// The goods of a quote, as their delivery and payment depend on them.
#[derive(Clone, Debug)]
pub(super) struct PricedGoods<'a> {
    pub(super) grams: u64,
    /// After promotions.
    pub(super) value: Money,
    pub(super) choice: &'a Choice<'a>,
}

/// Delivery and payment of a quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoteOptions {
    /// The district of the parcel, where it is known.
    pub district: Option<District>,
    /// The chosen method of delivery; `None` where none is offered.
    pub delivery: Option<DeliveryOption>,
    /// The promotion that takes off its charge, which is a part of what is waived.
    pub delivery_promotion: Option<AppliedPromotion>,
    /// What is missing for a delivery that the rate makes free.
    pub free_delivery: Option<Hint>,
    /// The methods that are offered.
    pub delivery_options: Vec<DeliveryOption>,
    /// The chosen method of payment, which may not be available.
    pub payment: PaymentOption,
    /// Whether an order needs a district: the chosen method goes to an address, and its charge differs between districts.
    pub needs_district: bool,
    /// The methods of payment that the shop offers.
    pub payment_options: Vec<PaymentOption>,
    /// The time in which an order by the chosen method is paid; `None` where it is paid on delivery.
    pub time_to_pay: Option<TimeDelta>,
    /// The total above which an order that is paid on delivery is confirmed by telephone.
    pub confirm_above: Option<Money>,
    pub new_customer: NewCustomerLimits,
    /// The prefix of an order's number, where the shop has chosen one.
    pub order_prefix: Option<OrderPrefix>,
    /// The versions of the settings.
    pub seen: SeenSettings,
}

impl PricingContext<'_> {
    /// What decides over promotions.
    pub(super) fn of_promotions<'b>(&'b self, choices: &'b QuoteChoices) -> PromotionContext<'b> {
        PromotionContext {
            known: self.promotions,
            coupon: choices.coupon.as_ref(),
            customer: self.customer,
            today: self.calendar.day_of(self.now),
        }
    }
}

/// Why a cart has no price.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuoteError {
    /// Products the shop does not sell.
    #[error("unknown products")]
    UnknownProducts(Vec<ProductCode>),
    /// The total exceeds [`Money::MAX`].
    #[error("the total {0}")]
    Total(#[from] MoneyError),
    /// The wanted method of delivery is not offered in the district.
    #[error("the method of delivery {0}")]
    Delivery(#[from] NotOffered),
    /// The shop does not offer the wanted method of payment.
    #[error("the method of payment is not offered")]
    Payment,
}

/// No delivery, and cash on delivery without a fee.
impl Default for QuoteOptions {
    fn default() -> Self {
        Self {
            district: None,
            delivery: None,
            delivery_promotion: None,
            free_delivery: None,
            delivery_options: Vec::new(),
            payment: PaymentOption { method: PaymentMethod::Cod, fee: Money::ZERO, refusal: None },
            needs_district: false,
            payment_options: Vec::new(),
            time_to_pay: None,
            confirm_above: None,
            new_customer: NewCustomerLimits::default(),
            order_prefix: None,
            seen: SeenSettings::default(),
        }
    }
}

impl QuoteOptions {
    /// The options for these goods.
    ///
    /// # Errors
    /// [`QuoteError`] where the wanted method of delivery or payment is not offered, or a price is past [`Money::MAX`].
    pub(super) fn of(choices: &QuoteChoices, context: &PricingContext<'_>, goods: &PricedGoods<'_>) -> Result<Self, QuoteError> {
        let (delivery, payments) = (&context.delivery.value, &context.payments.value);
        let parcel = Parcel { district: choices.district, grams: goods.grams, value: goods.value };
        let at_rates = DeliveryOption::all(delivery, &parcel, context.now, context.calendar)?;
        let delivery_options = at_rates.iter().map(|option| promoted(*option, goods.choice)).collect::<Result<Vec<_>, _>>()?;
        let chosen = DeliveryOption::choose(&delivery_options, choices.delivery_method, delivery.plan().default_method)?;
        let at_rate = at_rates.into_iter().find(|option| chosen.is_some_and(|chosen| chosen.method == option.method));
        let total = goods.value.plus(chosen.map_or(Money::ZERO, |option| option.charge.paid()))?;
        let payable = Payable { total, district: choices.district, has_gateway: context.has_gateway };
        let method = choices.payment_method.unwrap_or_else(|| payments.default_method());
        let payment = PaymentOption::of(payments, &payable, method)?;
        // A limit that the order does not keep is the refusal of the option; the shop's own default is not refused.
        if choices.payment_method.is_some() && payment.refusal == Some(PaymentRefusal::NotOffered) {
            return Err(QuoteError::Payment);
        }
        let is_sent = |option: DeliveryOption| option.method.needs_address() && delivery.charges_differ(option.method);
        Ok(Self {
            district: choices.district,
            delivery: chosen,
            delivery_promotion: at_rate.and_then(|option| goods.choice.delivery(option.charge.paid())),
            free_delivery: chosen.and_then(|option| free_delivery(&option, choices.district, context, goods.value)),
            delivery_options,
            needs_district: choices.district.is_none() && chosen.is_some_and(is_sent),
            payment,
            payment_options: PaymentOption::all(payments, &payable)?,
            time_to_pay: payments.time_to_pay(method),
            confirm_above: payments.plan().cod_confirm_above,
            new_customer: context.orders.new_customer,
            order_prefix: context.orders.prefix,
            seen: SeenSettings { delivery: context.delivery.version, payments: context.payments.version },
        })
    }

    /// The lines of delivery and payment in the explanation of a total; amounts of 0 have none.
    pub(super) fn explained(&self) -> Vec<ExplanationLine> {
        let charge = self.delivery.map(|option| (option.method.label(), option.charge));
        let delivery = charge.map(|(label, charge)| ExplanationLine::new(ExplanationCode::Delivery, label, charge.full.cents()));
        let promotion = self.delivery_promotion.as_ref().map(ExplanationLine::promotion);
        let by_promotion = promotion.as_ref().map_or(0, |line| line.cents);
        let free = charge.map(|(_, charge)| {
            let by_rate = charge.waived.cents().saturating_add(by_promotion);
            ExplanationLine::new(ExplanationCode::FreeDelivery, "Free delivery", -by_rate)
        });
        let fee = ExplanationLine::cod_fee(self.payment.fee.cents());
        [delivery, free, promotion, Some(fee)].into_iter().flatten().filter(|line| line.cents != 0).collect()
    }
}

/// The option with what a promotion takes off its charge.
fn promoted(option: DeliveryOption, choice: &Choice<'_>) -> Result<DeliveryOption, MoneyError> {
    let off = choice.delivery(option.charge.paid()).map_or(Money::ZERO, |promotion| promotion.amount);
    let charge = DeliveryFee { waived: option.charge.waived.plus(off)?, ..option.charge };
    Ok(DeliveryOption { charge, ..option })
}

/// What is missing for a delivery that the rate makes free, where the parcel is not free already.
fn free_delivery(option: &DeliveryOption, district: Option<District>, context: &PricingContext<'_>, value: Money) -> Option<Hint> {
    let offered = context.delivery.value.offered(district);
    let rate = offered.into_iter().find(|rate| rate.method == option.method)?;
    of_free_delivery(rate.free_from?, value).filter(|_| option.charge.paid() > Money::ZERO)
}

#[cfg(test)]
mod tests;
