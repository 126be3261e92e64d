//! Editing a product.

use std::sync::Arc;

use domain::accounts::permission::{Lacking, Permission};
use domain::catalog::ports::{ProductRepository, UpdateProductOutcome};
use domain::catalog::product::{Prices, PricesError, Product, ProductChange};
use domain::catalog::product_code::ProductCode;
use domain::orders::quantity::Stock;
use domain::reports::audit::Actor;
use domain::shared::edit::Edited;
use domain::shared::error::feature_error;
use domain::shared::money::Money;
use domain::shared::ports::Clock;

use crate::catalog::show_product::{ShowProduct, ShowProductError};

/// The number of attempts when the product is edited concurrently.
const ATTEMPTS: u8 = 5;

feature_error! {
    /// Why a product was not edited.
    pub enum EditProductError {
        NotFound => NotFound, "product.not_found", "There is no product with this id.";
        /// It was edited since the editor read it.
        VersionConflict(Box<Product>) => Conflict, "product.version_conflict", "This product was changed by somebody else meanwhile.";
        /// Its stock changed since the editor read it.
        StockChanged(Stock) => Conflict, "product.stock_changed", "The stock of this product has changed meanwhile.";
        /// The new price does not go with the present last price, which the edit keeps.
        Prices(PricesError) => Invalid, "request.invalid", "The new price does not go with the last price of this product.";
        PictureGone => Invalid, "image.gone", "A picture of this product is no longer kept. Please choose it again.";
    } or Lacking(Lacking) port "The Product Was Not Updated Due To An Error"
}

impl From<ShowProductError> for EditProductError {
    fn from(error: ShowProductError) -> Self {
        match error {
            ShowProductError::NotFound => Self::NotFound,
            ShowProductError::Port(e) => Self::Port(e),
        }
    }
}

#[derive(Clone)]
pub struct EditProduct {
    products: Arc<dyn ProductRepository>,
    clock: Arc<dyn Clock>,
}

impl EditProduct {
    /// Wires the use case.
    #[must_use]
    pub fn new(products: Arc<dyn ProductRepository>, clock: Arc<dyn Clock>) -> Self {
        Self { products, clock }
    }

    /// Edits the product with this code.
    ///
    /// # Errors
    /// [`EditProductError`] when there is no such product, it was changed meanwhile, or the store fails.
    pub async fn run(&self, by: &Actor, code: &ProductCode, change: &ProductChange) -> Result<Edited<Product>, EditProductError> {
        match self.products.update(code, change, by, self.clock.now()).await? {
            UpdateProductOutcome::Updated(product) => Ok(Edited { thing: product, is_changed: true }),
            UpdateProductOutcome::Unchanged(product) => Ok(Edited { thing: product, is_changed: false }),
            UpdateProductOutcome::PictureGone => Err(EditProductError::PictureGone),
            UpdateProductOutcome::NotFound => Err(EditProductError::NotFound),
            UpdateProductOutcome::VersionConflict(present) => Err(EditProductError::VersionConflict(Box::new(present))),
            UpdateProductOutcome::StockChanged(present) => Err(EditProductError::StockChanged(present)),
        }
    }

    /// Edits the product with this code and keeps its prices, stock and weight, which have to be the present ones where the edit names them:
    /// `price`, and `last_price` unless it is `None`. A stock is unchanged if it is the one that the editor saw.
    ///
    /// # Errors
    /// [`EditProductError`] as for [`EditProduct::run`], and when the edit would change a price, the stock or the weight.
    pub async fn run_describing(
        &self,
        shown: &ShowProduct,
        by: &Actor,
        code: &ProductCode,
        (price, last_price): (Money, Option<Money>),
        change: impl Fn(Prices) -> ProductChange,
    ) -> Result<Edited<Product>, EditProductError> {
        let present = shown.run(code).await?;
        let prices = present.details.prices;
        let mut change = change(prices);
        if *change.expected_version.get_or_insert(present.version) != present.version {
            return Err(EditProductError::VersionConflict(Box::new(present)));
        }
        let keeps_prices = price == prices.price() && last_price.is_none_or(|price| price == prices.last_price());
        let keeps_stock = change.stock.take().is_none_or(|stock| stock.to == stock.expected.unwrap_or(present.stock));
        // Deliveries are charged by weight.
        let keeps_weight = change.weight.clone().apply(present.details.weight) == present.details.weight;
        if !(keeps_prices && keeps_stock && keeps_weight) {
            return Err(Lacking(Permission::UpdateProducts).into());
        }
        self.run(by, code, &change).await
    }

    /// Edits the price of the product with this code and keeps its last price, if that is the one that `shown` was decided on.
    /// After a concurrent edit it reads the product again, unless the edit has an expected version.
    ///
    /// # Errors
    /// [`EditProductError`] as for [`EditProduct::run`], and when the new price does not go with the present last price.
    pub async fn run_keeping_last_price(
        &self,
        shown: &ShowProduct,
        by: &Actor,
        code: &ProductCode,
        price: Money,
        change: impl Fn(Prices) -> ProductChange,
    ) -> Result<Edited<Product>, EditProductError> {
        let mut attempts = ATTEMPTS;
        loop {
            attempts -= 1;
            let present = shown.run(code).await?;
            let mut change = change(present.details.prices);
            let own_version = change.expected_version.is_some();
            // First of all: the last price may be one that the editor has never seen.
            if *change.expected_version.get_or_insert(present.version) != present.version {
                return Err(EditProductError::VersionConflict(Box::new(present)));
            }
            change.prices = present.details.prices.with_price(price).map_err(EditProductError::Prices)?;
            match self.run(by, code, &change).await {
                Err(EditProductError::VersionConflict(_)) if !own_version && attempts > 0 => {}
                answer => return answer,
            }
        }
    }
}

#[cfg(test)]
mod tests;
