//! Adjusting the stock of a product, with a reason.

use std::sync::Arc;

use domain::catalog::ports::{AdjustStockOutcome as Answer, StockLedger};
use domain::catalog::product::Product;
use domain::catalog::product_code::ProductCode;
use domain::catalog::stock_adjustment::{AdjustmentRefusal, StockAdjustment};
use domain::orders::quantity::Stock;
use domain::reports::audit::Actor;
use domain::shared::error::feature_error;
use domain::shared::ports::Clock;

feature_error! {
    /// Why a stock was not adjusted.
    pub enum AdjustStockError {
        NotFound => NotFound, "product.not_found", "There is no product with this id.";
        /// The present stock is not the expected one.
        StockChanged(Stock) => Conflict, "product.stock_changed", "The stock of this product has changed meanwhile.";
        /// The result is below 0 or above the largest stock. The present stock.
        OutOfRange(AdjustmentRefusal, Stock) => Conflict, "product.stock_out_of_range", "{0}";
    } port "The stock was not adjusted due to an error. Please try again."
}

#[derive(Clone)]
pub struct AdjustStock {
    ledger: Arc<dyn StockLedger>,
    clock: Arc<dyn Clock>,
}

impl AdjustStock {
    /// Wires the use case.
    #[must_use]
    pub fn new(ledger: Arc<dyn StockLedger>, clock: Arc<dyn Clock>) -> Self {
        Self { ledger, clock }
    }

    /// Adjusts the stock of the product with this code.
    ///
    /// # Errors
    /// [`AdjustStockError`] when there is no such product, its stock changed, the result is out of range, or the store fails.
    pub async fn run(&self, by: &Actor, code: &ProductCode, adjustment: &StockAdjustment) -> Result<Product, AdjustStockError> {
        match self.ledger.adjust(code, adjustment, by, self.clock.now()).await? {
            Answer::Adjusted(product) => Ok(product),
            Answer::NotFound => Err(AdjustStockError::NotFound),
            Answer::Refused { why: AdjustmentRefusal::StockChanged, present } => Err(AdjustStockError::StockChanged(present)),
            Answer::Refused { why, present } => Err(AdjustStockError::OutOfRange(why, present)),
        }
    }
}
