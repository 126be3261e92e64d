//! Imports on the wire.

use application::catalog::import_products::DryRun;
use domain::catalog::ports::{ImportCounts, ImportStep};
use domain::catalog::product_import::RowProblem;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// One thing that is wrong with a sheet.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportProblem)]
pub struct RowProblemJson {
    /// In which row, as spreadsheets count: the header is row 1.
    row: u32,
    /// In which column; null where it is the row as a whole.
    #[schema(required = true)]
    column: Option<&'static str>,
    /// The productId of the row as the sheet has it.
    product_id: String,
    /// What is wrong, to be read behind the column's name.
    message: String,
}

impl From<RowProblem> for RowProblemJson {
    fn from(problem: RowProblem) -> Self {
        Self {
            row: problem.row,
            column: problem.column.map(domain::catalog::product_import::Column::as_str),
            product_id: problem.product,
            message: problem.sentence,
        }
    }
}

/// What an import came to, or would come to.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// The sentence to show.
    pub message: &'static str,
    /// Whether nothing was changed.
    pub dry_run: bool,
    /// Rows that are not blank.
    pub rows: usize,
    /// Products that are new.
    pub created: usize,
    /// Products that change.
    pub updated: usize,
    /// Rows that say what is there already.
    pub unchanged: usize,
    /// Everything that is wrong, by row and column; empty where the sheet was imported.
    pub problems: Vec<RowProblemJson>,
}

impl ImportReport {
    /// Of a sheet that is in the shop now.
    #[must_use]
    pub fn of_import(rows: usize, counts: ImportCounts) -> Self {
        let ImportCounts { created, updated, unchanged } = counts;
        Self { message: "The products were imported successfully", dry_run: false, rows, created, updated, unchanged, problems: Vec::new() }
    }

    /// Of a sheet that was tried out.
    #[must_use]
    pub fn of_dry_run(rows: usize, tried: DryRun) -> Self {
        let ImportCounts { created, updated, unchanged } = tried.counts;
        let problems: Vec<RowProblemJson> = tried.problems.into_iter().map(Into::into).collect();
        let message = if problems.is_empty() { "The file can be imported." } else { "The file has problems. Nothing was imported." };
        Self { message, dry_run: true, rows, created, updated, unchanged, problems }
    }
}

/// A line about how far an import is.
pub(crate) fn step_json(step: ImportStep) -> Value {
    match step {
        ImportStep::Checking => json!({"step": "checking"}),
        ImportStep::Writing { done, total } => json!({"step": "writing", "done": done, "total": total}),
    }
}
