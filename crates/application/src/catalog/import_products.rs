//! Importing a sheet of products: trying it out, and doing it.

use std::sync::Arc;

use domain::catalog::ports::{ImportCounts, ImportProductsOutcome as Answer, ImportStep, ImportWatcher, ProductImporter};
use domain::catalog::product_import::{Import, ImportRow, RowProblem};
use domain::reports::audit::Actor;
use domain::shared::ids::ProductId;
use domain::shared::ports::{Clock, IdSource, PortError};

use crate::error::use_case_error;

/// A sheet as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sheet {
    /// Rows of which it is known which product they are about.
    pub rows: Vec<ImportRow>,
    /// The problems of single cells.
    pub problems: Vec<RowProblem>,
}

/// The result of a dry run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DryRun {
    /// The effect of the rows without a problem.
    pub counts: ImportCounts,
    /// All problems, by row and column.
    pub problems: Vec<RowProblem>,
}

/// Why a sheet was not imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportProductsError {
    /// The sheet has problems. Nothing was changed.
    #[error("Nothing was imported: the file has problems.")]
    Refused(DryRun),
    /// A port failed. Nothing was changed.
    #[error("Nothing was imported due to an error. Please try again.")]
    Port(#[from] PortError),
}

use_case_error!(ImportProductsError {
    Self::Refused(_) => Invalid, "import.refused";
});

/// Imports sheets of products.
#[derive(Clone)]
pub struct ImportProducts {
    importer: Arc<dyn ProductImporter>,
    ids: Arc<dyn IdSource>,
    clock: Arc<dyn Clock>,
}

impl ImportProducts {
    /// Wires the use case.
    #[must_use]
    pub fn new(importer: Arc<dyn ProductImporter>, ids: Arc<dyn IdSource>, clock: Arc<dyn Clock>) -> Self {
        Self { importer, ids, clock }
    }

    /// The effect that importing this sheet would have now. Nothing is written.
    ///
    /// # Errors
    /// [`ImportProductsError::Port`] when the store fails.
    pub async fn try_out(&self, sheet: Sheet) -> Result<DryRun, ImportProductsError> {
        let Sheet { rows, problems } = sheet;
        self.check(&self.numbered(rows), problems).await
    }

    /// Imports a sheet as a whole or not at all.
    ///
    /// # Errors
    /// [`ImportProductsError`] with all problems of the sheet, or when the store fails.
    pub async fn run(&self, by: &Actor, sheet: Sheet, watcher: &ImportWatcher) -> Result<ImportCounts, ImportProductsError> {
        let Sheet { rows, problems } = sheet;
        let import = Arc::new(self.numbered(rows));
        watcher(ImportStep::Checking);
        if !problems.is_empty() {
            return Err(ImportProductsError::Refused(self.check(&import, problems).await?));
        }
        match self.importer.import(&import, by, self.clock.now(), watcher).await? {
            Answer::Imported(counts) => Ok(counts),
            // The problem may have arisen during the import, so the answer is that of a dry run now.
            Answer::Refused(found) => {
                let now = self.check(&import, Vec::new()).await?;
                let problems = if now.problems.is_empty() { found } else { now.problems };
                Err(ImportProductsError::Refused(DryRun { counts: now.counts, problems }))
            }
        }
    }

    fn numbered(&self, rows: Vec<ImportRow>) -> Import {
        Import::new(rows, || ProductId::new(self.ids.uuid()))
    }

    async fn check(&self, import: &Import, mut problems: Vec<RowProblem>) -> Result<DryRun, ImportProductsError> {
        let plan = self.importer.check(import, self.clock.now()).await?;
        let counts = ImportCounts::from(&plan);
        problems.extend(plan.problems);
        problems.sort_by_key(|problem| (problem.row, problem.column));
        Ok(DryRun { counts, problems })
    }
}

#[cfg(test)]
mod tests;
