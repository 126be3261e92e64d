//! The present price of a cart.

use crate::catalog::product::Offer;
use crate::catalog::product_code::ProductCode;
use crate::delivery::rate::DeliveryFee;
use crate::orders::cart::Cart;
use crate::orders::explanation::{ExplanationCode, ExplanationLine};
use crate::orders::quote_options::{PricingContext, QuoteChoices, QuoteError, QuoteOptions};
use crate::shared::money::{Money, MoneyError};
use crate::shared::quantity::Quantity;

/// One line of a quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoteLine {
    /// The product as it is offered now.
    pub offer: Offer,
    pub quantity: Quantity,
    /// Their present price: `last_price × quantity`.
    pub line_total: Money,
}

impl QuoteLine {
    /// Whether there is stock for it.
    #[must_use]
    pub const fn available(&self) -> bool {
        self.offer.stock.covers(self.quantity)
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
    /// Delivery and payment.
    pub options: QuoteOptions,
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
            lines.push(QuoteLine { offer: offer.clone(), quantity: line.quantity, line_total });
        }
        let explanation = explained(&lines, labeled_total)?;
        let discount = labeled_total.minus(total)?;
        Ok(Self { lines, items_total: total, labeled_total, total, discount, explanation, options: QuoteOptions::default() })
    }

    /// Adds delivery and payment to a quote of goods.
    ///
    /// # Errors
    /// [`QuoteError`] where the wanted method of delivery or payment is not offered, or the total is past [`Money::MAX`].
    pub fn with_options(mut self, choices: &QuoteChoices, context: &PricingContext<'_>) -> Result<Self, QuoteError> {
        let grams = self.lines.iter().fold(0, |sum: u64, line| sum.saturating_add(line.grams()));
        self.options = QuoteOptions::of(choices, context, grams, self.items_total)?;
        let (charge, payment) = (self.charge(), self.options.payment);
        self.labeled_total = self.labeled_total.plus(charge.full)?.plus(payment.fee)?;
        self.total = self.items_total.plus(charge.paid())?.plus(payment.fee)?;
        self.discount = self.labeled_total.minus(self.total)?;
        self.explanation.extend(self.options.explained());
        Ok(self)
    }

    /// The charge for the chosen method of delivery.
    #[must_use]
    pub fn charge(&self) -> DeliveryFee {
        self.options.delivery.map_or(DeliveryFee::NONE, |option| option.charge)
    }
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
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::catalog::product::Prices;
    use crate::catalog::weight::Weight;
    use crate::orders::cart::CartLine;
    use crate::orders::order::{OrderDraft, total_of};
    use crate::shared::ids::ProductId;
    use crate::shared::quantity::Stock;
    use crate::shared::text::{PictureUrl, ProductName};

    /// An offer with prices in cents.
    fn offer(name: &str, price: i64, last_price: i64, stock: i64) -> Offer {
        let money = |cents| Money::from_cents(cents).unwrap();
        Offer {
            product_id: ProductId::new(Uuid::nil()),
            code: ProductCode::parse(name).unwrap(),
            name: ProductName::parse(&format!("Product {name}")).unwrap(),
            image: PictureUrl::parse(&format!("/images/{name}.webp")).ok(),
            prices: Prices::new(money(price), Some(money(last_price))).unwrap(),
            stock: Stock::parse(stock).unwrap(),
            weight: Weight::default(),
        }
    }

    fn cart(lines: &[(&str, i64)]) -> Cart {
        let line =
            |(code, units): &(&str, i64)| CartLine { code: ProductCode::parse(code).unwrap(), quantity: Quantity::parse(*units).unwrap() };
        Cart::from_lines(lines.iter().map(line)).unwrap()
    }

    /// Up to ten products, and a cart with all of them.
    fn shop_and_cart() -> impl Strategy<Value = (Vec<Offer>, Cart)> {
        prop::collection::vec((1_i64..=1_000_000, 1_i64..=100, 0_i64..50, 1_i64..50), 1..=10).prop_map(|rows| {
            let codes: Vec<_> = (0..rows.len()).map(|i| format!("p{i}")).collect();
            let offers = codes
                .iter()
                .zip(&rows)
                .map(|(code, (price, percent, stock, _))| offer(code, *price, (price * percent / 100).max(1), *stock));
            let lines: Vec<_> = codes.iter().zip(&rows).map(|(code, (.., units))| (code.as_str(), *units)).collect();
            (offers.collect(), cart(&lines))
        })
    }

    #[test]
    fn prices_a_cart() {
        let offers = [offer("sun", 450_000, 399_950, 3), offer("rose", 10_050, 10_050, 0)];
        let quote = Quote::of(&cart(&[("ROSE", 2), ("Sun", 3)]), &offers).unwrap();
        assert_eq!(quote.labeled_total.to_string(), "13701.00");
        assert_eq!(quote.total.to_string(), "12199.50");
        assert_eq!(quote.discount.to_string(), "1501.50");
        let lines: Vec<_> = quote.lines.iter().map(|l| (l.offer.code.as_str(), l.line_total.cents(), l.available())).collect();
        assert_eq!(lines, [("rose", 20_100, false), ("sun", 1_199_850, true)]);
    }

    #[test]
    fn names_every_unknown_product() {
        let offers = [offer("sun", 100, 100, 1)];
        let unknown = Quote::of(&cart(&[("x", 1), ("sun", 1), ("Y", 1)]), &offers).unwrap_err();
        assert_eq!(unknown, QuoteError::UnknownProducts(vec![ProductCode::parse("x").unwrap(), ProductCode::parse("y").unwrap()]));
    }

    #[test]
    fn a_total_past_the_limit_is_refused() {
        let limit = Money::MAX.cents();
        let offers = [offer("dear", limit, limit, 9), offer("cheap", 1, 1, 9), offer("sale", limit, 1, 9)];
        assert_eq!(Quote::of(&cart(&[("dear", 1)]), &offers).map(|q| q.total), Ok(Money::MAX));
        for lines in [&[("dear", 2)][..], &[("dear", 1), ("cheap", 1)], &[("dear", 1_000_000)], &[("sale", 2)]] {
            assert_eq!(Quote::of(&cart(lines), &offers), Err(QuoteError::Total(MoneyError::TooLarge)), "{lines:?}");
        }
        assert_eq!(QuoteError::from(MoneyError::TooLarge).to_string(), "the total must be at most 1,000,000,000");
    }

    proptest! {
        #[test]
        fn totals_are_the_sums_of_their_lines((offers, cart) in shop_and_cart()) {
            let quote = Quote::of(&cart, &offers).unwrap();
            let sum = |of: fn(&QuoteLine) -> i64| quote.lines.iter().map(of).sum::<i64>();
            prop_assert_eq!(quote.total.cents(), sum(|l| l.line_total.cents()));
            prop_assert_eq!(quote.total.cents(), sum(|l| l.offer.prices.last_price().cents() * i64::from(l.quantity.get())));
            prop_assert_eq!(quote.labeled_total.cents(), sum(|l| l.offer.prices.price().cents() * i64::from(l.quantity.get())));
        }

        #[test]
        fn the_discount_is_the_difference_of_the_totals((offers, cart) in shop_and_cart()) {
            let quote = Quote::of(&cart, &offers).unwrap();
            prop_assert!(quote.total <= quote.labeled_total);
            prop_assert_eq!(quote.total.plus(quote.discount), Ok(quote.labeled_total));
            let any_discounted = quote.lines.iter().any(|l| l.offer.prices.last_price() < l.offer.prices.price());
            prop_assert_eq!(quote.discount > Money::ZERO, any_discounted);
        }

        #[test]
        fn lines_follow_the_cart_in_any_order_of_offers((mut offers, cart) in shop_and_cart()) {
            let quote = Quote::of(&cart, &offers).unwrap();
            prop_assert!(quote.lines.iter().map(|l| (&l.offer.code, l.quantity)).eq(cart.lines().iter().map(|l| (&l.code, l.quantity))));
            offers.reverse();
            prop_assert_eq!(Quote::of(&cart, &offers), Ok(quote));
        }

        #[test]
        fn an_order_of_a_quote_has_its_total((offers, cart) in shop_and_cart()) {
            let quote = Quote::of(&cart, &offers).unwrap();
            let items = OrderDraft::items_of(&quote);
            prop_assert_eq!(total_of(&items), Ok(quote.total));
            prop_assert!(items.iter().zip(&offers).all(|(i, o)| i.price == o.prices.last_price() && i.name == o.name && i.image == o.image && i.product_id == Some(o.product_id)));
        }

        #[test]
        fn a_product_without_an_offer_has_no_price((offers, cart) in shop_and_cart(), missing in 0_usize..10) {
            let missing = missing % offers.len();
            let mut rest = offers.clone();
            let gone = rest.remove(missing);
            prop_assert_eq!(Quote::of(&cart, &rest), Err(QuoteError::UnknownProducts(vec![gone.code])));
        }
    }
}
