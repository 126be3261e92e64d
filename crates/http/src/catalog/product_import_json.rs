//! Imports in JSON.

use application::catalog::import_products::DryRun;
use domain::catalog::ports::{ImportCounts, ImportStep};
use domain::catalog::product_import::RowProblem;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A mistake in a sheet.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportProblem)]
pub struct RowProblemJson {
    /// The row, as spreadsheets count: the header is row 1.
    row: u32,
    /// The column; null if the mistake concerns the whole row.
    #[schema(required = true)]
    column: Option<&'static str>,
    /// The productId of the row as the sheet has it.
    product_id: String,
    /// The mistake, as a text that follows the column's name.
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

/// The outcome of an import or a dry run.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// The sentence to show.
    pub message: &'static str,
    /// Whether it was a dry run.
    pub dry_run: bool,
    /// Rows that are not blank.
    pub rows: usize,
    /// The number of new products.
    pub created: usize,
    /// The number of changed products.
    pub updated: usize,
    /// The number of rows without a change.
    pub unchanged: usize,
    /// All mistakes, by row and column; empty if the sheet was imported.
    pub problems: Vec<RowProblemJson>,
}

impl ImportReport {
    /// The report of an import.
    #[must_use]
    pub fn of_import(rows: usize, counts: ImportCounts) -> Self {
        let ImportCounts { created, updated, unchanged } = counts;
        Self { message: "The products were imported successfully", dry_run: false, rows, created, updated, unchanged, problems: Vec::new() }
    }

    /// The report of a dry run.
    #[must_use]
    pub fn of_dry_run(rows: usize, tried: DryRun) -> Self {
        let ImportCounts { created, updated, unchanged } = tried.counts;
        let problems: Vec<RowProblemJson> = tried.problems.into_iter().map(Into::into).collect();
        let message = if problems.is_empty() { "The file can be imported." } else { "The file has problems. Nothing was imported." };
        Self { message, dry_run: true, rows, created, updated, unchanged, problems }
    }
}

/// A line that reports progress.
pub(crate) fn step_json(step: ImportStep) -> Value {
    match step {
        ImportStep::Checking => json!({"step": "checking"}),
        ImportStep::Writing { done, total } => json!({"step": "writing", "done": done, "total": total}),
    }
}
