//! Adjusting the stock of a product, with a reason.

use std::sync::Arc;

use domain::catalog::ports::{AdjustStockOutcome as Answer, StockLedger};
use domain::catalog::product::Product;
use domain::catalog::product_code::ProductCode;
use domain::catalog::stock_adjustment::{AdjustmentRefusal, StockAdjustment};
use domain::orders::quantity::Stock;
use domain::reports::audit::Actor;
use domain::shared::ports::{Clock, PortError};

use crate::error::use_case_error;

/// Why a stock was not adjusted.
#[derive(Debug, thiserror::Error)]
pub enum AdjustStockError {
    /// There is no product with this code.
    #[error("There is no product with this id.")]
    NotFound,
    /// The present stock is not the expected one.
    #[error("The stock of this product has changed meanwhile.")]
    StockChanged(Stock),
    /// The result is below 0 or above the largest stock.
    #[error("{why}")]
    OutOfRange {
        /// Fewer than none, or more than any.
        why: AdjustmentRefusal,
        /// The present stock.
        present: Stock,
    },
    /// A port failed.
    #[error("The stock was not adjusted due to an error. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(AdjustStockError {
    Self::NotFound => NotFound, "product.not_found";
    Self::StockChanged(_) => Conflict, "product.stock_changed";
    Self::OutOfRange { .. } => Conflict, "product.stock_out_of_range";
});

/// Adjusts stocks.
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
            Answer::Refused { why, present } => Err(AdjustStockError::OutOfRange { why, present }),
        }
    }
}
