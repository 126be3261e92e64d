//! Importing a sheet of products.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::catalog::product_import::{Import, Plan, RowProblem};
use crate::shared::ports::PortError;

/// The progress of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportStep {
    /// The rows are compared with the present products.
    Checking,
    /// `done` of `total` rows are written. None is visible before the last one.
    Writing {
        /// How many are written.
        done: usize,
        /// How many there are.
        total: usize,
    },
}

/// Receives the progress of an import.
pub type ImportWatcher = Arc<dyn Fn(ImportStep) + Send + Sync>;

/// How many products an import added and changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ImportCounts {
    /// Products that were new.
    pub created: usize,
    pub updated: usize,
    /// Rows that equal the present products.
    pub unchanged: usize,
}

impl From<&Plan> for ImportCounts {
    fn from(plan: &Plan) -> Self {
        Self { created: plan.created.len(), updated: plan.updated.len(), unchanged: plan.unchanged }
    }
}

/// The outcome of `import`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportProductsOutcome {
    /// All of it is in the shop.
    Imported(ImportCounts),
    /// The sheet has problems; nothing was changed.
    Refused(Vec<RowProblem>),
}

/// Imports sheets of products.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ProductImporter: Send + Sync {
    /// The changes that the import would make now; nothing is written.
    async fn check(&self, import: &Import, now: DateTime<Utc>) -> Result<Plan, PortError>;

    /// Imports a complete sheet or nothing, in one transaction: products, stock movements, and an audit entry for each product
    /// that is added or changed, so that the history of a product includes imports. Concurrent imports run one after the other.
    async fn import(
        &self,
        import: &Arc<Import>,
        by: &Actor,
        now: DateTime<Utc>,
        watcher: &ImportWatcher,
    ) -> Result<ImportProductsOutcome, PortError>;
}
