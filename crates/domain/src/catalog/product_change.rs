//! Edits of products, and why one is refused.

use chrono::{DateTime, Utc};

use crate::accounts::permission::{Lacking, Permission};
use crate::catalog::product::{Prices, PricesError, Product, ProductDetails};
use crate::catalog::shade::{HexColour, Shade};
use crate::catalog::weight::Weight;
use crate::shared::edit::Edit;
use crate::shared::error::feature_error;
use crate::shared::money::Money;
use crate::shared::quantity::Stock;
use crate::shared::text::{AltName, Description, Label, PictureUrl, ProductName};

feature_error! {
    /// Why a product is not added, edited or deleted.
    pub enum ProductError {
        NotFound => NotFound, "product.not_found", "There is no product with this id.";
        CodeTaken => Conflict, "product.code_taken", "A product with this id already exists.";
        /// It was edited since the editor read it. The present product.
        VersionConflict(Box<Product>) => Conflict, "product.version_conflict", "This product was changed by somebody else meanwhile.";
        /// The present stock.
        StockChanged(Stock) => Conflict, "product.stock_changed", "The stock of this product has changed meanwhile.";
        /// The new price does not go with the present last price, which the edit keeps.
        Prices(PricesError) => Invalid, "request.invalid", "The new price does not go with the last price of this product.";
        PictureGone => Invalid, "image.gone", "A picture of this product is no longer kept. Please choose it again.", at "images";
    } or Lacking(Lacking)
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

/// An edit of a product (contract, `PUT /api/products/update/{productId}`).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ProductChange {
    pub details: DetailsEdit,
    /// New stock; `None` leaves the stock alone.
    pub stock: Option<StockChange>,
    /// The version that the editor saw; another present version is a conflict. `None` accepts any version.
    pub expected_version: Option<i32>,
    /// Whether the editor may not change prices, stock and weight, which have to be the present ones where the edit names them.
    pub describes_only: bool,
}

/// A new stock in an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockChange {
    /// Units on the shelf from now on.
    pub to: Stock,
    /// The stock that the editor saw; another present stock is a conflict. `None` accepts any stock.
    pub expected: Option<Stock>,
}

impl Product {
    /// The product after an edit; with its present version and time where the edit changes nothing.
    ///
    /// # Errors
    /// [`ProductError`] when it is not the product that the editor saw, the editor lacks the permission, or the prices do not go together.
    pub fn edited(&self, change: &ProductChange, now: DateTime<Utc>) -> Result<Self, ProductError> {
        // First of all: the last price may be one that the editor has never seen.
        if change.expected_version.is_some_and(|seen| seen != self.version) {
            return Err(ProductError::VersionConflict(Box::new(self.clone())));
        }
        let details = change.details.clone().edit(&self.details);
        if change.describes_only && !self.keeps(details.as_ref().ok(), change.stock) {
            return Err(Lacking(Permission::UpdateProducts).into());
        }
        let details = details.map_err(ProductError::Prices)?;
        let stock = change.stock.filter(|_| !change.describes_only);
        if stock.and_then(|stock| stock.expected).is_some_and(|seen| seen != self.stock) {
            return Err(ProductError::StockChanged(self.stock));
        }
        let edited = Self { details, stock: stock.map_or(self.stock, |stock| stock.to), ..self.clone() };
        Ok(if edited == *self { edited } else { Self { version: self.version.saturating_add(1), updated_at: now, ..edited } })
    }

    /// Whether an edit keeps prices, weight (deliveries are charged by it) and stock. A stock is kept if it is the one that the editor saw.
    fn keeps(&self, details: Option<&ProductDetails>, stock: Option<StockChange>) -> bool {
        details.is_some_and(|new| new.prices == self.details.prices && new.weight == self.details.weight)
            && stock.is_none_or(|stock| stock.to == stock.expected.unwrap_or(self.stock))
    }
}

#[cfg(test)]
mod tests;
