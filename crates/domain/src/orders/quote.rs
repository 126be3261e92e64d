//! The cart (the products a customer wants to order, and the quantity of each) and its present price.
//!
//! The web app edits the cart; the server receives its lines.

use crate::catalog::product::Offer;
use crate::catalog::product_code::ProductCode;
use crate::delivery::rate::DeliveryFee;
use crate::invoices::vat::Vat;
use crate::orders::explanation::{ExplanationCode, ExplanationLine};
use crate::orders::quote_options::{PricedGoods, PricingContext, QuoteChoices, QuoteError, QuoteOptions};
use crate::payments::payment_method::PaymentMethod;
use crate::payments::payment_option::PaymentRefusal;
use crate::promotions::applied::QuotePromotions;
use crate::promotions::choose::Choice;
use crate::promotions::scope::MatchedLine;
use crate::shared::money::{Money, MoneyError};
use crate::shared::quantity::{Quantity, QuantityError};

/// The most different products in one quote or order (contract, Orders).
pub const MAX_LINES: usize = 100;

/// One product in the cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartLine {
    pub code: ProductCode,
    pub quantity: Quantity,
}

/// Lines in the order in which they were first added, one per product (`spec.md` §4, cart line).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Cart {
    lines: Vec<CartLine>,
}

/// Why lines do not make a cart that can be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CartError {
    /// Not a single line.
    #[error("There Are No Items In The Cart")]
    Empty,
    /// More than [`MAX_LINES`] lines.
    #[error("must have at most {} lines, one for each product; order the others separately", MAX_LINES)]
    TooManyLines,
    /// The lines of one product add up to too many.
    #[error("{error}")]
    Quantity {
        /// The place of the line that passed the limit, counted from 0.
        line: usize,
        /// The error of the sum.
        error: QuantityError,
    },
}

impl Cart {
    /// Makes a cart of 1 to 100 lines and merges the lines of each product.
    ///
    /// # Errors
    /// [`CartError`] when there is no line, too many, or too many units of one product.
    pub fn from_lines(lines: impl IntoIterator<Item = CartLine>) -> Result<Self, CartError> {
        let mut cart = Self::default();
        for (index, line) in lines.into_iter().enumerate() {
            if index >= MAX_LINES {
                return Err(CartError::TooManyLines);
            }
            cart.add(line.code, line.quantity).map_err(|error| CartError::Quantity { line: index, error })?;
        }
        if cart.lines.is_empty() { Err(CartError::Empty) } else { Ok(cart) }
    }

    /// Adds units of a product: to its line when there is one, else as a new last line.
    ///
    /// # Errors
    /// [`QuantityError::TooLarge`] past the largest quantity; the cart is unchanged then.
    fn add(&mut self, code: ProductCode, quantity: Quantity) -> Result<(), QuantityError> {
        match self.lines.iter_mut().find(|l| l.code == code) {
            Some(line) => line.quantity = line.quantity.plus(quantity)?,
            None => self.lines.push(CartLine { code, quantity }),
        }
        Ok(())
    }

    /// The lines, one per product.
    #[must_use]
    pub fn lines(&self) -> &[CartLine] {
        &self.lines
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoteLine {
    /// The product as it is offered now.
    pub offer: Offer,
    pub quantity: Quantity,
    /// Their present price: `last_price × quantity`.
    pub line_total: Money,
    /// Its part of what the promotion takes off the goods.
    pub discount: Money,
}

impl QuoteLine {
    /// Whether there is stock for it.
    #[must_use]
    pub const fn available(&self) -> bool {
        self.offer.stock.covers(self.quantity)
    }

    /// What is paid for it: `line_total − discount`.
    #[must_use]
    pub fn net_total(&self) -> Money {
        self.line_total.minus(self.discount).unwrap_or(Money::ZERO)
    }

    /// The grams of all units.
    fn grams(&self) -> u64 {
        u64::from(self.offer.weight.grams()).saturating_mul(u64::from(self.quantity.get()))
    }

    /// What the price of the product is reduced by, for all units.
    fn markdown(&self) -> Result<Money, MoneyError> {
        self.offer.prices.price().times(self.quantity)?.minus(self.line_total)
    }
}

/// The present price of a cart (contract, `POST /api/orders/quote`; contract-commerce, section 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// One line per product, in the cart's order.
    pub lines: Vec<QuoteLine>,
    /// The goods: `Σ last_price × quantity`.
    pub items_total: Money,
    /// Before discount: `Σ price × quantity`, delivery and the fee of the method of payment.
    pub labeled_total: Money,
    /// What is paid: `labeled_total − discount`.
    pub total: Money,
    /// What goods and delivery are reduced by (`spec.md` §9).
    pub discount: Money,
    /// The lines that sum to `total`.
    pub explanation: Vec<ExplanationLine>,
    /// The VAT that `total` includes; `None` where the shop is not registered.
    pub vat: Option<Vat>,
    /// Delivery and payment.
    pub options: QuoteOptions,
    pub promotions: QuotePromotions,
}

impl Quote {
    /// Prices the goods of `cart` with the `offers` of its products, in any order; delivery is free.
    ///
    /// # Errors
    /// [`QuoteError`] for a product without an offer or a total past [`Money::MAX`].
    pub fn of(cart: &Cart, offers: &[Offer]) -> Result<Self, QuoteError> {
        let offer_of = |code: &ProductCode| offers.iter().find(|o| o.code == *code);
        let unknown: Vec<_> = cart.lines().iter().filter(|l| offer_of(&l.code).is_none()).map(|l| l.code.clone()).collect();
        if !unknown.is_empty() {
            return Err(QuoteError::UnknownProducts(unknown));
        }
        let (mut lines, mut labeled_total, mut total) = (Vec::new(), Money::ZERO, Money::ZERO);
        for line in cart.lines() {
            let Some(offer) = offer_of(&line.code) else { continue };
            let line_total = offer.prices.last_price().times(line.quantity)?;
            labeled_total = labeled_total.plus(offer.prices.price().times(line.quantity)?)?;
            total = total.plus(line_total)?;
            lines.push(QuoteLine { offer: offer.clone(), quantity: line.quantity, line_total, discount: Money::ZERO });
        }
        let explanation = explained(&lines, labeled_total)?;
        let discount = labeled_total.minus(total)?;
        let (options, promotions) = (QuoteOptions::default(), QuotePromotions::default());
        Ok(Self { lines, items_total: total, labeled_total, total, discount, explanation, vat: None, options, promotions })
    }

    /// Adds promotions, delivery and payment to a quote of goods.
    ///
    /// # Errors
    /// [`QuoteError`] where the wanted method of delivery or payment is not offered, or the total is past [`Money::MAX`].
    pub fn with_options(mut self, choices: &QuoteChoices, context: &PricingContext<'_>) -> Result<Self, QuoteError> {
        let of_cart = self.lines.clone();
        let choice = Choice::of(&context.of_promotions(choices), &matched(&of_cart))?;
        let value = self.take_off(&choice)?;
        let grams = self.lines.iter().fold(0, |sum: u64, line| sum.saturating_add(line.grams()));
        self.options = QuoteOptions::of(choices, context, &PricedGoods { grams, value, choice: &choice })?;
        let (charge, payment) = (self.charge(), self.options.payment);
        self.labeled_total = self.labeled_total.plus(charge.full)?.plus(payment.fee)?;
        self.total = value.plus(charge.paid())?.plus(payment.fee)?;
        self.discount = self.labeled_total.minus(self.total)?;
        self.explanation.extend(self.options.explained());
        self.vat = context.tax.vat_on(context.calendar.day_of(context.now)).map(|percent| percent.of(self.total));
        self.promotions.applied.extend(self.options.delivery_promotion.clone());
        self.promotions.coupon = choice.coupon(&self.promotions.applied);
        self.promotions.hints = choice.hints(self.options.free_delivery.clone(), charge.paid() == Money::ZERO);
        self.promotions.seen = context.promotions.seen(&self.promotions.applied);
        Ok(self)
    }

    /// The quote for a customer who may not pay on delivery: the shop does not offer it to them.
    ///
    /// # Errors
    /// [`QuoteError::Payment`] where they chose it.
    pub fn without_cash_on_delivery(mut self, choices: &QuoteChoices) -> Result<Self, QuoteError> {
        if choices.payment_method == Some(PaymentMethod::Cod) {
            return Err(QuoteError::Payment);
        }
        self.options.payment_options.retain(|option| option.method != PaymentMethod::Cod);
        if self.options.payment.method == PaymentMethod::Cod {
            self.options.payment.refusal = Some(PaymentRefusal::NotOffered);
        }
        Ok(self)
    }

    /// Whether the history of the customer decides over the price.
    #[must_use]
    pub fn asks_for_customer(&self, choices: &QuoteChoices, context: &PricingContext<'_>) -> bool {
        context.of_promotions(choices).asks_for_customer(&matched(&self.lines))
    }

    /// Takes the chosen promotion off the goods; answers their value after it.
    fn take_off(&mut self, choice: &Choice<'_>) -> Result<Money, MoneyError> {
        let Some(goods) = choice.goods() else { return Ok(self.items_total) };
        for (index, part) in &goods.parts {
            if let Some(line) = self.lines.get_mut(*index) {
                line.discount = *part;
            }
        }
        let applied = goods.applied();
        self.explanation.push(ExplanationLine::promotion(&applied));
        let value = self.items_total.minus(applied.amount)?;
        self.promotions.applied.push(applied);
        Ok(value)
    }

    /// The charge for the chosen method of delivery.
    #[must_use]
    pub fn charge(&self) -> DeliveryFee {
        self.options.delivery.map_or(DeliveryFee::NONE, |option| option.charge)
    }
}

/// The lines as promotions match them.
fn matched(lines: &[QuoteLine]) -> Vec<MatchedLine<'_>> {
    lines
        .iter()
        .enumerate()
        .map(|(index, line)| MatchedLine { index, offer: &line.offer, quantity: line.quantity, total: line.line_total })
        .collect()
}

/// The goods at full price, and each reduced product.
fn explained(lines: &[QuoteLine], labeled_total: Money) -> Result<Vec<ExplanationLine>, MoneyError> {
    let mut explanation = vec![ExplanationLine::goods(labeled_total.cents())];
    for line in lines {
        let markdown = line.markdown()?;
        if markdown > Money::ZERO {
            let label = format!("Reduced: {}", line.offer.name);
            explanation.push(ExplanationLine::new(ExplanationCode::Markdown, label, -markdown.cents()));
        }
    }
    Ok(explanation)
}

#[cfg(test)]
mod tests;
