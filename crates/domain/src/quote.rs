//! What a cart costs now.

use crate::cart::Cart;
use crate::ids::ProductId;
use crate::money::{Money, MoneyError};
use crate::product::Prices;
use crate::product_code::ProductCode;
use crate::quantity::{Quantity, Stock};
use crate::text::{PictureUrl, ProductName};

/// What a quote and an order need to know of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Which product.
    pub product_id: ProductId,
    /// Its code.
    pub code: ProductCode,
    /// Its name.
    pub name: ProductName,
    /// Its first picture.
    pub image: Option<PictureUrl>,
    /// Original and current price.
    pub prices: Prices,
    /// Units on the shelf.
    pub stock: Stock,
}

/// One line of a quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoteLine {
    /// The product as it is offered now.
    pub offer: Offer,
    /// How many.
    pub quantity: Quantity,
    /// What they cost now: `last_price × quantity`.
    pub line_total: Money,
}

impl QuoteLine {
    /// Whether there is stock for it.
    #[must_use]
    pub const fn available(&self) -> bool {
        self.offer.stock.covers(self.quantity)
    }
}

/// What a cart costs now (contract, `POST /api/orders/quote`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// One line per product, in the cart's order.
    pub lines: Vec<QuoteLine>,
    /// Before discount: `Σ price × quantity`.
    pub labeled_total: Money,
    /// After discount: `Σ last_price × quantity`.
    pub total: Money,
    /// `labeled_total − total` (`spec.md` §9).
    pub discount: Money,
}

/// Why a cart has no price.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuoteError {
    /// Products the shop does not sell.
    #[error("unknown products")]
    UnknownProducts(Vec<ProductCode>),
    /// The total passes what the shop handles.
    #[error("the total {0}")]
    Total(#[from] MoneyError),
}

impl Quote {
    /// Prices `cart` with the `offers` of its products, in whatever order they come.
    ///
    /// # Errors
    /// [`QuoteError`] for a product without an offer or a total past [`Money::MAX`].
    pub fn of(cart: &Cart, offers: &[Offer]) -> Result<Self, QuoteError> {
        let offer_of = |code: &ProductCode| offers.iter().find(|o| o.code == *code);
        let unknown: Vec<_> = cart.lines().iter().filter(|l| offer_of(&l.code).is_none()).map(|l| l.code.clone()).collect();
        if !unknown.is_empty() {
            return Err(QuoteError::UnknownProducts(unknown));
        }
        let mut quote = Self { lines: Vec::new(), labeled_total: Money::ZERO, total: Money::ZERO, discount: Money::ZERO };
        for line in cart.lines() {
            let Some(offer) = offer_of(&line.code) else { continue };
            let line_total = offer.prices.last_price().times(line.quantity)?;
            quote.labeled_total = quote.labeled_total.plus(offer.prices.price().times(line.quantity)?)?;
            quote.total = quote.total.plus(line_total)?;
            quote.lines.push(QuoteLine { offer: offer.clone(), quantity: line.quantity, line_total });
        }
        quote.discount = quote.labeled_total.minus(quote.total)?;
        Ok(quote)
    }

    /// The lines there is not enough stock for.
    #[must_use]
    pub fn shortages(&self) -> Vec<crate::order::Shortage> {
        self.lines
            .iter()
            .filter(|l| !l.available())
            .map(|l| crate::order::Shortage {
                code: l.offer.code.clone(),
                name: l.offer.name.clone(),
                requested: l.quantity,
                available: l.offer.stock,
            })
            .collect()
    }
}
