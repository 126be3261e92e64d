//! The delivery of an order, and the parts of its total.

use crate::delivery::address::DeliveryAddress;
use crate::delivery::delivery_method::DeliveryMethod;
use crate::delivery::district::District;
use crate::delivery::rate::DeliveryFee;
use crate::delivery::working_days::Estimate;
use crate::invoices::vat::{Vat, VatPercent};
use crate::orders::explanation::{ExplanationCode, ExplanationLine};
use crate::orders::order::{Order, OrderItem};
use crate::orders::quote::Quote;
use crate::orders::quote_options::SeenSettings;
use crate::payments::payment_method::PaymentMethod;
use crate::promotions::applied::AppliedPromotion;
use crate::shared::money::{Money, MoneyError};

/// The delivery of an order. The default is that of orders from before there was a choice: standard delivery, to an address in one
/// text, at no charge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderDelivery {
    pub method: DeliveryMethod,
    /// The district, where it is known.
    pub district: Option<District>,
    /// The address in its parts; `None` where only text came, and for orders that are fetched.
    pub address: Option<DeliveryAddress>,
    /// The days that the customer was told.
    pub estimate: Option<Estimate>,
    /// The parts of the total; `None` where it is goods at full price alone, paid on delivery.
    pub pricing: Option<OrderPricing>,
}

/// The parts of an order's total, as they were when the order was placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderPricing {
    /// Before discounts: goods at full price, delivery and fee.
    pub labeled_total: Money,
    pub charge: DeliveryFee,
    /// The method of payment whose fee is in the total.
    pub payment_method: PaymentMethod,
    /// The fee of the method of payment.
    pub payment_fee: Money,
    /// The lines that sum to the total.
    pub explanation: Vec<ExplanationLine>,
    /// At most one of goods and one of delivery.
    pub promotions: Vec<AppliedPromotion>,
    /// The rate of the VAT that the total includes; `None` where the shop was not registered.
    pub vat: Option<VatPercent>,
}

impl OrderDelivery {
    /// The delivery of an order that accepts a quote, to an address in its parts where there is one. Where the shop has no settings
    /// of its own and the customer named no method, district or parts, nothing is kept but the parts of the total.
    #[must_use]
    pub fn of(quote: &Quote, address: Option<DeliveryAddress>) -> Self {
        let pricing = OrderPricing::of(quote);
        let district = quote.options.district;
        let Some(option) = quote.options.delivery else { return Self { pricing, ..Self::default() } };
        let is_plain = quote.options.seen == SeenSettings::default() && district.is_none() && option.method == DeliveryMethod::default();
        if is_plain {
            return Self { pricing, ..Self::default() };
        }
        let address = address.filter(|_| option.method.needs_address());
        Self { method: option.method, district, address, estimate: Some(option.estimate), pricing }
    }
}

impl Order {
    /// Before discounts. Of an order from before there was a choice it is the total (contract-commerce, section 2).
    #[must_use]
    pub fn labeled_total(&self) -> Money {
        self.delivery.pricing.as_ref().map_or(self.total, |pricing| pricing.labeled_total)
    }

    /// The goods at their prices in this order: Σ price × quantity.
    #[must_use]
    pub fn items_total(&self) -> Money {
        let sum = |sum: Money, item: &OrderItem| sum.plus(item.price.times(item.quantity)?);
        self.items.iter().try_fold(Money::ZERO, sum).unwrap_or(self.total)
    }

    /// `labeled_total − total`.
    #[must_use]
    pub fn discount(&self) -> Money {
        self.labeled_total().minus(self.total).unwrap_or(Money::ZERO)
    }

    #[must_use]
    pub fn delivery_charge(&self) -> DeliveryFee {
        self.delivery.pricing.as_ref().map_or(DeliveryFee::NONE, |pricing| pricing.charge)
    }

    /// The VAT that the total includes, as the customer was told it; `None` where the shop was not registered.
    #[must_use]
    pub fn vat(&self) -> Option<Vat> {
        let percent = self.delivery.pricing.as_ref()?.vat?;
        Some(percent.of(self.total))
    }

    #[must_use]
    pub fn promotions(&self) -> &[AppliedPromotion] {
        self.delivery.pricing.as_ref().map_or(&[], |pricing| &pricing.promotions)
    }

    /// The lines that sum to the total.
    #[must_use]
    pub fn explanation(&self) -> Vec<ExplanationLine> {
        let pricing = self.delivery.pricing.as_ref();
        pricing.map_or_else(|| vec![ExplanationLine::goods(self.total.cents())], |pricing| pricing.explanation.clone())
    }
}

impl OrderPricing {
    /// The parts of the total of a quote; `None` where it is goods at full price alone, paid on delivery.
    #[must_use]
    pub fn of(quote: &Quote) -> Option<Self> {
        let pricing = Self {
            labeled_total: quote.labeled_total,
            charge: quote.charge(),
            payment_method: quote.options.payment.method,
            payment_fee: quote.options.payment.fee,
            explanation: quote.explanation.clone(),
            promotions: quote.promotions.applied.clone(),
            vat: quote.vat.map(|vat| vat.percent),
        };
        (!pricing.is_plain(quote.total)).then_some(pricing)
    }

    /// The parts and the total of an order after another method of payment is chosen: only its fee differs (contract-commerce,
    /// section 2). `parts` are those of an order with this `total`.
    ///
    /// # Errors
    /// [`MoneyError`] where the total would be past [`Money::MAX`].
    pub fn with_method(parts: Option<Self>, total: Money, method: PaymentMethod, fee: Money) -> Result<(Option<Self>, Money), MoneyError> {
        let had_parts = parts.is_some();
        let before = parts.unwrap_or_else(|| Self::of_goods(total));
        let with_fee = |amount: Money| amount.minus(before.payment_fee)?.plus(fee);
        let (labeled_total, total) = (with_fee(before.labeled_total)?, with_fee(total)?);
        let mut explanation = before.explanation;
        explanation.retain(|line| line.code != ExplanationCode::CodFee);
        if fee > Money::ZERO {
            explanation.push(ExplanationLine::cod_fee(fee.cents()));
        }
        let parts = Self {
            labeled_total,
            payment_method: method,
            payment_fee: fee,
            explanation,
            charge: before.charge,
            promotions: before.promotions,
            vat: before.vat,
        };
        // Parts that are stored stay.
        let are_kept = had_parts || !parts.is_plain(total);
        Ok((are_kept.then_some(parts), total))
    }

    /// The parts of a total of goods at full price, paid on delivery.
    fn of_goods(total: Money) -> Self {
        Self {
            labeled_total: total,
            charge: DeliveryFee::NONE,
            payment_method: PaymentMethod::Cod,
            payment_fee: Money::ZERO,
            explanation: vec![ExplanationLine::goods(total.cents())],
            promotions: Vec::new(),
            vat: None,
        }
    }

    /// Whether these are the parts of a total of goods at full price, paid on delivery.
    fn is_plain(&self, total: Money) -> bool {
        self.labeled_total == total
            && self.charge == DeliveryFee::NONE
            && self.payment_fee == Money::ZERO
            && self.payment_method == PaymentMethod::Cod
            && self.vat.is_none()
    }
}
