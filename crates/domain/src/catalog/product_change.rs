//! Edits of products, and why a call about products is refused.

use chrono::{DateTime, Utc};

use crate::accounts::permission::{Lacking, Permission};
use crate::catalog::product::{DetailsEdit, PricesError, Product, ProductDetails};
use crate::catalog::product_import::Plan;
use crate::shared::error::feature_error;
use crate::shared::page::InvalidCursor;
use crate::shared::quantity::Stock;

feature_error! {
    /// Why a product is not read, written or imported, or its stock not changed.
    pub enum ProductError {
        NotFound => NotFound, "product.not_found", "There is no product with this id.";
        CodeTaken => Conflict, "product.code_taken", "A product with this id already exists.";
        /// It was edited since the editor read it. The present product.
        VersionConflict(Box<Product>) => Conflict, "product.version_conflict", "This product was changed by somebody else meanwhile.";
        /// The present stock.
        StockChanged(Stock) => Conflict, "product.stock_changed", "The stock of this product has changed meanwhile.";
        /// The present stock.
        StockBelowZero(Stock) => Conflict, "product.stock_out_of_range", "There are not so many units in stock.";
        /// The present stock.
        StockAboveMax(Stock) => Conflict, "product.stock_out_of_range", "The stock cannot be above 1,000,000.";
        /// The new price does not go with the present last price, which the edit keeps.
        Prices(PricesError) => Invalid, "request.invalid", "The new price does not go with the last price of this product.";
        PictureGone => Invalid, "image.gone", "A picture of this product is no longer kept. Please choose it again.", at "images";
        /// The sheet has problems, which the plan lists.
        ImportRefused(Box<Plan>) => Invalid, "import.refused", "Nothing was imported: the file has problems.";
    } or Lacking(Lacking), InvalidCursor(InvalidCursor)
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
