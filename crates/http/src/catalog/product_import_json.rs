//! Imports in JSON.

use domain::catalog::product_import::{Column, ImportCounts, ImportStep, Plan, RowProblem};
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
        Self { row: problem.row, column: problem.column.map(Column::as_str), product_id: problem.product, message: problem.sentence }
    }
}

/// The most new products, changes and notices that a report lists.
const LISTED: usize = 500;

/// The outcome of an import or a dry run.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
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
    /// Of a dry run: the first 500 products that would be added. A productId that a spreadsheet changed (`00012345`, `1-Mar`) is among
    /// them.
    pub new_products: Vec<NewProductJson>,
    /// Of a dry run: the first 500 products that would change.
    pub changes: Vec<ProductChangeJson>,
    /// Of a dry run: the first 500 cells that are read otherwise than they are written, such as descriptions in HTML.
    pub notices: Vec<RowProblemJson>,
}

/// A product that an import would add.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportedNewProduct)]
pub struct NewProductJson {
    product_id: String,
    product_name: String,
}

/// A product that an import would change.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportedChange)]
pub struct ProductChangeJson {
    product_id: String,
    /// Its name after the import.
    product_name: String,
    /// The columns whose values change.
    columns: Vec<&'static str>,
}

impl ImportReport {
    fn new(message: &'static str, rows: usize, counts: ImportCounts) -> Self {
        let ImportCounts { created, updated, unchanged } = counts;
        Self { message, rows, created, updated, unchanged, ..Self::default() }
    }

    /// The report of an import.
    #[must_use]
    pub fn of_import(rows: usize, counts: ImportCounts) -> Self {
        Self::new("The products were imported successfully", rows, counts)
    }

    /// The report of a dry run.
    #[must_use]
    pub fn of_plan(rows: usize, plan: Plan, notices: Vec<RowProblem>) -> Self {
        let is_good = plan.problems.is_empty();
        let message = if is_good { "The file can be imported." } else { "The file has problems. Nothing was imported." };
        let counts = plan.counts();
        let new_products = plan.created.into_iter().take(LISTED);
        let changes = plan.updated.into_iter().take(LISTED);
        Self {
            dry_run: true,
            problems: plan.problems.into_iter().map(Into::into).collect(),
            new_products: new_products
                .map(|new| NewProductJson { product_id: new.code.to_string(), product_name: new.details.name.into_string() })
                .collect(),
            changes: changes
                .map(|edit| ProductChangeJson {
                    columns: edit.changed_columns().into_iter().map(Column::as_str).collect(),
                    product_id: edit.after.code.to_string(),
                    product_name: edit.after.details.name.into_string(),
                })
                .collect(),
            notices: notices.into_iter().take(LISTED).map(Into::into).collect(),
            ..Self::new(message, rows, counts)
        }
    }
}

/// A line that reports progress.
pub(crate) fn step_json(step: ImportStep) -> Value {
    match step {
        ImportStep::Checking => json!({"step": "checking"}),
        ImportStep::Writing { done, total } => json!({"step": "writing", "done": done, "total": total}),
    }
}
