//! Listing the stock movements of a product.

use std::sync::Arc;

use domain::catalog::ports::StockLedger;
use domain::catalog::product_code::ProductCode;
use domain::catalog::stock_movement::StockMovement;
use domain::shared::page::{Page, PageAnswer, PageRequest};
use domain::shared::ports::PortError;

use crate::error::use_case_error;

/// Why there is no history to show.
#[derive(Debug, thiserror::Error)]
pub enum ListStockMovementsError {
    /// There is no product with this code.
    #[error("There is no product with this id.")]
    NotFound,
    /// The cursor is not one of this list.
    #[error("This page of the list does not exist.")]
    InvalidCursor,
    /// A port failed.
    #[error("Something went wrong on our side. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(ListStockMovementsError {
    Self::NotFound => NotFound, "product.not_found";
    Self::InvalidCursor => Invalid, "list.invalid_cursor";
});

/// Lists the movements of a product's stock.
#[derive(Clone)]
pub struct ListStockMovements(Arc<dyn StockLedger>);

impl ListStockMovements {
    /// Wires the use case.
    #[must_use]
    pub fn new(ledger: Arc<dyn StockLedger>) -> Self {
        Self(ledger)
    }

    /// One page of the movements, newest first.
    ///
    /// # Errors
    /// [`ListStockMovementsError`] for an unknown product, a foreign cursor or a failing store.
    pub async fn run(&self, code: &ProductCode, page: &PageRequest) -> Result<Page<StockMovement>, ListStockMovementsError> {
        match self.0.movements(code, page).await? {
            Some(PageAnswer::Page(page)) => Ok(page),
            Some(PageAnswer::InvalidCursor) => Err(ListStockMovementsError::InvalidCursor),
            None => Err(ListStockMovementsError::NotFound),
        }
    }
}
