//! Adjusts a product's stock, and reads its movements.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::catalog::product::Product;
use crate::catalog::product_code::ProductCode;
use crate::catalog::stock_adjustment::{AdjustmentRefusal, StockAdjustment};
use crate::catalog::stock_movement::StockMovement;
use crate::orders::quantity::Stock;
use crate::reports::audit::Actor;
use crate::shared::page::{PageAnswer, PageRequest};
use crate::shared::ports::PortError;

/// The outcome of `adjust`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdjustStockOutcome {
    /// It is adjusted; this is the product now.
    Adjusted(Product),
    /// There is no product with this code.
    NotFound,
    /// A rule forbids the adjustment; nothing was changed.
    Refused {
        why: AdjustmentRefusal,
        /// The present stock.
        present: Stock,
    },
}

/// The ledger of stock.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait StockLedger: Send + Sync {
    /// Adjusts the stock of a product, with its movement and the audit entry, in one transaction. The product's version
    /// stays: like a sale, an adjustment is no edit.
    async fn adjust(
        &self,
        code: &ProductCode,
        adjustment: &StockAdjustment,
        by: &Actor,
        now: DateTime<Utc>,
    ) -> Result<AdjustStockOutcome, PortError>;

    /// One page of the stock movements of a product, newest first; `None` when there is no product with this code.
    async fn movements(&self, code: &ProductCode, page: &PageRequest) -> Result<Option<PageAnswer<StockMovement>>, PortError>;
}
