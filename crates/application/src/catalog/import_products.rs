//! Importing a sheet of products: trying it out, and doing it.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::catalog::ports::{ImportCounts, ImportProductsOutcome as Answer, ImportStep, ImportWatcher, ProductImporter};
use domain::catalog::product_code::ProductCode;
use domain::catalog::product_import::{Column, Import, ImportRow, Plan, PlannedEdit, RowProblem};
use domain::images::image::ImageName;
use domain::images::ports::ImageStore;
use domain::shared::ids::ProductId;
use domain::shared::ports::{Clock, IdSource, PortError};
use domain::shared::text::ProductName;
use tokio::task::JoinSet;

use domain::shared::error::feature_error;

/// A sheet as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sheet {
    /// Rows of which it is known which product they are about.
    pub rows: Vec<ImportRow>,
    /// The problems of single cells.
    pub problems: Vec<RowProblem>,
    /// What was read otherwise than it was written.
    pub notices: Vec<RowProblem>,
}

/// The result of a dry run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DryRun {
    /// The effect of the rows without a problem.
    pub counts: ImportCounts,
    /// All problems, by row and column.
    pub problems: Vec<RowProblem>,
    /// The first [`LISTED`] new products: code and name.
    pub new_products: Vec<(ProductCode, ProductName)>,
    /// The first [`LISTED`] products that change: code, name, and the columns whose values change.
    pub changes: Vec<(ProductCode, ProductName, Vec<Column>)>,
    /// The first [`LISTED`] cells that are read otherwise than they are written.
    pub notices: Vec<RowProblem>,
}

/// The most new products, changes and notices that a dry run lists; the counts are those of all.
pub const LISTED: usize = 500;
/// The folder of the shop's own pictures in their addresses.
const OWN_PICTURES: &str = "/images/";
/// How many pictures are looked up at once.
const LOOKED_UP: usize = 16;

feature_error! {
    /// Why a sheet was not imported.
    pub enum ImportProductsError {
        /// The sheet has problems. Nothing was changed.
        Refused(DryRun) => Invalid, "import.refused", "Nothing was imported: the file has problems.";
    } port "Nothing was imported due to an error. Please try again."
}

/// Imports sheets of products.
#[derive(Clone)]
pub struct ImportProducts {
    importer: Arc<dyn ProductImporter>,
    images: Arc<dyn ImageStore>,
    ids: Arc<dyn IdSource>,
    clock: Arc<dyn Clock>,
}

impl ImportProducts {
    /// Wires the use case.
    #[must_use]
    pub fn new(importer: Arc<dyn ProductImporter>, images: Arc<dyn ImageStore>, ids: Arc<dyn IdSource>, clock: Arc<dyn Clock>) -> Self {
        Self { importer, images, ids, clock }
    }

    /// The effect that importing this sheet would have now. Nothing is written.
    ///
    /// # Errors
    /// [`ImportProductsError::Port`] when the store fails.
    pub async fn try_out(&self, sheet: Sheet) -> Result<DryRun, ImportProductsError> {
        let Sheet { rows, problems, notices } = sheet;
        let tried = self.check(&self.numbered(rows), problems).await?;
        Ok(DryRun { notices: notices.into_iter().take(LISTED).collect(), ..tried })
    }

    /// Imports a sheet as a whole or not at all.
    ///
    /// # Errors
    /// [`ImportProductsError`] with all problems of the sheet, or when the store fails.
    pub async fn run(&self, by: &Actor, sheet: Sheet, watcher: &ImportWatcher) -> Result<ImportCounts, ImportProductsError> {
        let Sheet { rows, problems, .. } = sheet;
        let import = Arc::new(self.numbered(rows));
        watcher(ImportStep::Checking);
        let tried = self.check(&import, problems).await?;
        if !tried.problems.is_empty() {
            return Err(ImportProductsError::Refused(tried));
        }
        match self.importer.import(&import, by, self.clock.now(), watcher).await? {
            Answer::Imported(counts) => Ok(counts),
            // The problem may have arisen during the import, so the answer is that of a dry run now.
            Answer::Refused(found) => {
                let now = self.check(&import, Vec::new()).await?;
                let problems = if now.problems.is_empty() { found } else { now.problems };
                Err(ImportProductsError::Refused(DryRun { problems, ..now }))
            }
        }
    }

    fn numbered(&self, rows: Vec<ImportRow>) -> Import {
        Import::new(rows, || ProductId::new(self.ids.uuid()))
    }

    async fn check(&self, import: &Import, mut problems: Vec<RowProblem>) -> Result<DryRun, ImportProductsError> {
        let plan = self.importer.check(import, self.clock.now()).await?;
        let counts = ImportCounts::from(&plan);
        problems.extend(import.rows_with_pictures(&self.missing_pictures(&plan).await?));
        problems.extend(plan.problems);
        problems.sort_by_key(|problem| (problem.row, problem.column));
        let new_products = plan.created.into_iter().take(LISTED).map(|product| (product.code, product.details.name)).collect();
        let change = |edit: PlannedEdit| {
            let columns = edit.changed_columns();
            (edit.after.code, edit.after.details.name, columns)
        };
        let changes = plan.updated.into_iter().take(LISTED).map(change).collect();
        Ok(DryRun { counts, problems, new_products, changes, notices: Vec::new() })
    }

    /// The names of the own pictures that products begin to show and that are not kept.
    async fn missing_pictures(&self, plan: &Plan) -> Result<Vec<String>, PortError> {
        let names: BTreeSet<String> = plan.new_pictures(OWN_PICTURES).map(ToOwned::to_owned).collect();
        let (mut names, mut lookups, mut missing) = (names.into_iter(), JoinSet::new(), Vec::new());
        loop {
            for name in names.by_ref().take(LOOKED_UP.saturating_sub(lookups.len())) {
                let images = self.images.clone();
                lookups.spawn(async move {
                    // A name of another form is no picture of the shop.
                    let is_kept = match ImageName::parse(&name) {
                        Ok(parsed) => images.contains(&parsed).await?,
                        Err(_) => false,
                    };
                    Ok::<_, PortError>((!is_kept).then_some(name))
                });
            }
            let Some(looked_up) = lookups.join_next().await else { return Ok(missing) };
            missing.extend(looked_up.map_err(PortError::internal)??);
        }
    }
}

#[cfg(test)]
mod tests;
