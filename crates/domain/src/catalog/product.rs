//! Products.

use chrono::{DateTime, Utc};

use crate::catalog::product_code::ProductCode;
use crate::catalog::shade::{HexColour, Shade};
use crate::catalog::weight::Weight;
use crate::shared::edit::Edit;
use crate::shared::ids::ProductId;
use crate::shared::money::Money;
use crate::shared::quantity::Stock;
use crate::shared::text::{AltName, Description, Label, PictureUrl, ProductName};

/// The most pictures a product can have (contract, Products).
pub const MAX_IMAGES: usize = 10;
/// The most alternative names a product can have (contract, Products).
pub const MAX_ALT_NAMES: usize = 20;

/// The original and the current price: `0 < last_price ≤ price` (contract, Products).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    price: Money,
    last_price: Money,
}

/// Why two amounts are no prices of one product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PricesError {
    /// A price of 0.
    #[error("must be more than 0")]
    Zero,
    /// The current price above the original one.
    #[error("must not be above the price")]
    LastPriceAbovePrice,
}

impl Prices {
    /// Checks an original and a current price; without a current one it is the original.
    ///
    /// # Errors
    /// [`PricesError`] when `0 < last_price ≤ price` does not hold.
    pub fn new(price: Money, last_price: Option<Money>) -> Result<Self, PricesError> {
        let last_price = last_price.unwrap_or(price);
        if price == Money::ZERO || last_price == Money::ZERO {
            return Err(PricesError::Zero);
        }
        if last_price > price {
            return Err(PricesError::LastPriceAbovePrice);
        }
        Ok(Self { price, last_price })
    }

    /// The prices with another original price. The current price stays where it is lower, and follows where it was the original one:
    /// another price alone begins no sale.
    ///
    /// # Errors
    /// [`PricesError`] where the current price would be above the original one, or the price is 0.
    pub fn with_price(self, price: Money) -> Result<Self, PricesError> {
        Self::new(price, self.sale_price())
    }

    /// The current price where it is lower than the original one.
    #[must_use]
    pub fn sale_price(self) -> Option<Money> {
        (self.last_price != self.price).then_some(self.last_price)
    }

    #[must_use]
    pub const fn price(self) -> Money {
        self.price
    }

    /// The current price of a unit.
    #[must_use]
    pub const fn last_price(self) -> Money {
        self.last_price
    }
}

/// The description of a product by the shop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductDetails {
    pub name: ProductName,
    /// Other names it is known and found by, at most [`MAX_ALT_NAMES`].
    pub alt_names: Vec<AltName>,
    /// Its pictures, at most [`MAX_IMAGES`]; lists show the first one.
    pub images: Vec<PictureUrl>,
    pub description: Description,
    /// Original and current price.
    pub prices: Prices,
    pub brand: Option<Label>,
    pub category: Option<Label>,
    /// The item it is one shade of.
    pub family: Option<Label>,
    /// Its shade within the family.
    pub shade: Option<Shade>,
    /// The weight of a unit with its packaging; without one it counts as [`Weight::default`].
    pub weight: Option<Weight>,
}

impl ProductDetails {
    /// The details of a product without any optional one.
    #[must_use]
    pub fn new(name: ProductName, prices: Prices) -> Self {
        Self {
            name,
            alt_names: Vec::new(),
            images: Vec::new(),
            description: Description::default(),
            prices,
            brand: None,
            category: None,
            family: None,
            shade: None,
            weight: None,
        }
    }
}

/// The details of a product as a request or a row of a sheet gives them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DetailsEdit {
    pub name: Edit<ProductName>,
    pub alt_names: Edit<Vec<AltName>>,
    /// Clearing keeps the present ones (`spec.md` §4).
    pub images: Edit<Vec<PictureUrl>>,
    pub description: Edit<Description>,
    pub price: Edit<Money>,
    /// Clearing makes it the price.
    pub last_price: Edit<Money>,
    pub brand: Edit<Label>,
    pub category: Edit<Label>,
    pub family: Edit<Label>,
    pub shade_name: Edit<Label>,
    pub shade_hex: Edit<HexColour>,
    pub weight: Edit<Weight>,
}

impl DetailsEdit {
    /// The details of a new product; `None` without a name or prices.
    #[must_use]
    pub fn create(self) -> Option<ProductDetails> {
        let name = self.name.clone().apply(None)?;
        let prices = Prices::new(self.price.clone().apply(None)?, self.last_price.clone().apply(None)).ok()?;
        let shade = shade_of(self.shade_name.clone().apply(None), self.shade_hex.clone().apply(None));
        Some(self.decided(None, name, prices, shade))
    }

    /// The details after an edit of the present ones. A price without a last price begins no sale ([`Prices::with_price`]).
    ///
    /// # Errors
    /// [`PricesError`] where the prices do not go together.
    pub fn edit(self, present: &ProductDetails) -> Result<ProductDetails, PricesError> {
        let price = self.price.clone().apply(None).unwrap_or_else(|| present.prices.price());
        let prices = match self.last_price.clone() {
            Edit::Keep => present.prices.with_price(price)?,
            last_price => Prices::new(price, last_price.apply(None))?,
        };
        let name = self.name.clone().apply(None).unwrap_or_else(|| present.name.clone());
        let (shade_name, shade_hex) = (self.shade_name.clone(), self.shade_hex.clone());
        let shade = present.shade.clone();
        let shade = shade_of(shade_name.apply(shade.clone().map(|s| s.name)), shade_hex.apply(shade.map(|s| s.hex)));
        Ok(self.decided(Some(present), name, prices, shade))
    }

    /// The details with this name, these prices and this shade, on which the caller decided.
    pub(super) fn decided(
        self,
        present: Option<&ProductDetails>,
        name: ProductName,
        prices: Prices,
        shade: Option<Shade>,
    ) -> ProductDetails {
        let present = present.cloned().unwrap_or_else(|| ProductDetails::new(name.clone(), prices));
        ProductDetails {
            name,
            alt_names: self.alt_names.apply(Some(present.alt_names)).unwrap_or_default(),
            images: self.images.apply(Some(present.images.clone())).unwrap_or(present.images),
            description: self.description.apply(Some(present.description)).unwrap_or_default(),
            prices,
            brand: self.brand.apply(present.brand),
            category: self.category.apply(present.category),
            family: self.family.apply(present.family),
            shade,
            weight: self.weight.apply(present.weight),
        }
    }
}

fn shade_of(name: Option<Label>, hex: Option<HexColour>) -> Option<Shade> {
    Some(Shade { name: name?, hex: hex? })
}

/// A product about to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewProduct {
    /// Identity, drawn beforehand.
    pub id: ProductId,
    /// Its code; unique without regard to case.
    pub code: ProductCode,
    pub details: ProductDetails,
    /// Units on the shelf.
    pub stock: Stock,
    pub created_at: DateTime<Utc>,
}

/// A product of the shop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    pub id: ProductId,
    pub code: ProductCode,
    pub details: ProductDetails,
    /// Units on the shelf.
    pub stock: Stock,
    /// Units sold in orders of the last 30 days that are not cancelled (contract, Products).
    pub total_sales: u64,
    /// Counts edits, not sales.
    pub version: i32,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When it was last edited.
    pub updated_at: DateTime<Utc>,
}

impl From<NewProduct> for Product {
    /// The product right after it was added.
    fn from(new: NewProduct) -> Self {
        Self {
            id: new.id,
            code: new.code,
            details: new.details,
            stock: new.stock,
            total_sales: 0,
            version: 1,
            created_at: new.created_at,
            updated_at: new.created_at,
        }
    }
}

/// The data of a product that quotes and orders need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub product_id: ProductId,
    pub code: ProductCode,
    pub name: ProductName,
    pub image: Option<PictureUrl>,
    pub brand: Option<Label>,
    pub category: Option<Label>,
    /// Original and current price.
    pub prices: Prices,
    /// Units on the shelf.
    pub stock: Stock,
    /// The weight of a unit.
    pub weight: Weight,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn money(cents: i64) -> Money {
        Money::from_cents(cents).unwrap()
    }

    #[test]
    fn prices_are_above_nothing_and_the_current_one_not_above_the_original() {
        let prices = |price, last_price: Option<i64>| Prices::new(money(price), last_price.map(money));
        assert_eq!(prices(0, None), Err(PricesError::Zero));
        assert_eq!(prices(100, Some(0)), Err(PricesError::Zero));
        assert_eq!(prices(0, Some(0)), Err(PricesError::Zero));
        assert_eq!(prices(100, Some(101)), Err(PricesError::LastPriceAbovePrice));
        let same = prices(100, Some(100)).unwrap();
        assert_eq!(prices(100, None), Ok(same));
        assert_eq!(prices(100, Some(99)).map(|p| (p.price(), p.last_price())), Ok((money(100), money(99))));
    }

    proptest! {
        #[test]
        fn prices_hold_their_rule(price in 0_i64..1_000, last_price in prop::option::of(0_i64..1_000)) {
            match Prices::new(money(price), last_price.map(money)) {
                Ok(prices) => {
                    prop_assert!(Money::ZERO < prices.last_price() && prices.last_price() <= prices.price());
                    prop_assert_eq!(prices.last_price(), money(last_price.unwrap_or(price)));
                }
                Err(PricesError::Zero) => prop_assert!(price == 0 || last_price == Some(0)),
                Err(PricesError::LastPriceAbovePrice) => prop_assert!(last_price > Some(price)),
            }
        }
    }
}
