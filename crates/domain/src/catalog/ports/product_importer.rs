//! Importing a sheet of products.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::catalog::product_import::{Import, Plan, RowProblem};
use crate::reports::audit::Actor;
use crate::shared::ports::PortError;

/// How far an import is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportStep {
    /// The rows are being compared with what is there.
    Checking,
    /// So many of so many rows are written; none of them shows before the last one.
    Writing {
        /// How many are written.
        done: usize,
        /// How many there are.
        total: usize,
    },
}

/// Is told how far an import is.
pub type ImportWatcher = Arc<dyn Fn(ImportStep) + Send + Sync>;

/// How many products an import added and changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ImportCounts {
    /// Products that were new.
    pub created: usize,
    /// Products that changed.
    pub updated: usize,
    /// Rows that said what was there already.
    pub unchanged: usize,
}

impl From<&Plan> for ImportCounts {
    fn from(plan: &Plan) -> Self {
        Self { created: plan.created.len(), updated: plan.updated.len(), unchanged: plan.unchanged }
    }
}

/// What importing a sheet comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportProductsOutcome {
    /// All of it is in the shop.
    Imported(ImportCounts),
    /// Something is wrong with it, and nothing has changed.
    Refused(Vec<RowProblem>),
}

/// Imports sheets of products.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ProductImporter: Send + Sync {
    /// What the import would come to now; nothing changes.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn check(&self, import: &Import, now: DateTime<Utc>) -> Result<Plan, PortError>;

    /// Imports a sheet as a whole or not at all, in one transaction: products, stock movements, and an audit entry for
    /// each product that is new or changes, so that a product's history is found under the product. Imports take turns.
    ///
    /// # Errors
    /// [`PortError`] when the store fails.
    async fn import(
        &self,
        import: &Arc<Import>,
        by: &Actor,
        now: DateTime<Utc>,
        watcher: &ImportWatcher,
    ) -> Result<ImportProductsOutcome, PortError>;
}
