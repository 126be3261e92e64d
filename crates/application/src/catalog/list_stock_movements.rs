//! Listing the stock movements of a product.

use std::sync::Arc;

use domain::catalog::ports::StockLedger;
use domain::catalog::product_code::ProductCode;
use domain::catalog::stock_movement::StockMovement;
use domain::shared::error::feature_error;
use domain::shared::page::{InvalidCursor, Page, PageRequest};

use crate::error::page_or_invalid;

feature_error! {
    /// Why there is no history to show.
    pub enum ListStockMovementsError {
        NotFound => NotFound, "product.not_found", "There is no product with this id.";
    } or InvalidCursor(InvalidCursor)
}

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
        let answer = self.0.movements(code, page).await?.ok_or(ListStockMovementsError::NotFound)?;
        page_or_invalid(answer)
    }
}
