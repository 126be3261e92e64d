//! A sheet of products to import: the rows that add or edit products, the unchanged ones, and the problems.
//!
//! A sheet is imported completely or not at all: callers check [`Plan::problems`] first.

mod row;
mod sheet;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};

pub use self::sheet::{Cells, Column, Content, ImportRow, RowProblem};
use crate::catalog::product::{NewProduct, Product};
use crate::catalog::product_code::ProductCode;
use crate::shared::ids::ProductId;

/// The most rows a sheet can have, its header left out.
pub const MAX_ROWS: usize = 10_000;

/// The progress of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportStep {
    /// The rows are compared with the present products.
    Checking,
    /// `done` of `total` rows are written. None is visible before the last one.
    Writing { done: usize, total: usize },
}

/// Receives the progress of an import.
pub type ImportWatcher = Arc<dyn Fn(ImportStep) + Send + Sync>;

/// The numbers of products that an import adds, changes and leaves alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ImportCounts {
    pub created: usize,
    pub updated: usize,
    /// Rows that equal the present products.
    pub unchanged: usize,
}

/// A sheet about to be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Each row with the identity it gets if its product is new.
    rows: Vec<(ProductId, ImportRow)>,
    /// The problems of cells that could not be read.
    pub problems: Vec<RowProblem>,
}

/// An edit of a product that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedEdit {
    pub before: Product,
    /// As it will be.
    pub after: Product,
}

impl PlannedEdit {
    /// The columns whose values change.
    #[must_use]
    pub fn changed_columns(&self) -> Vec<Column> {
        let is_changed = |column: &Column| column.is_edited() && column.content(&self.before) != column.content(&self.after);
        Column::ALL.into_iter().filter(is_changed).collect()
    }
}

/// The decision on all rows of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Plan {
    pub created: Vec<NewProduct>,
    pub updated: Vec<PlannedEdit>,
    /// Number of rows that equal the present products.
    pub unchanged: usize,
    /// All problems, by row and column. A row with a problem is in none of the other lists.
    pub problems: Vec<RowProblem>,
}

impl Plan {
    #[must_use]
    pub fn counts(&self) -> ImportCounts {
        ImportCounts { created: self.created.len(), updated: self.updated.len(), unchanged: self.unchanged }
    }

    /// Adds problems, in the order of the sheet.
    pub fn add_problems(&mut self, problems: Vec<RowProblem>) {
        self.problems.extend(problems);
        self.problems.sort_by_key(|problem| (problem.row, problem.column));
    }

    /// The own pictures that the sheet brings to a product that does not show them yet, by their paths below `folder`.
    pub fn new_pictures<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        let created = self.created.iter().flat_map(|product| &product.details.images);
        let updated = self.updated.iter().flat_map(|edit| {
            let shown = &edit.before.details.images;
            edit.after.details.images.iter().filter(move |image| !shown.contains(image))
        });
        created.chain(updated).filter_map(move |image| image.as_str().strip_prefix(folder))
    }
}

impl Import {
    /// A sheet of these rows; `draw` draws an identity for each.
    #[must_use]
    pub fn new(rows: Vec<ImportRow>, mut draw: impl FnMut() -> ProductId) -> Self {
        Self { rows: rows.into_iter().map(|row| (draw(), row)).collect(), problems: Vec::new() }
    }

    #[must_use]
    pub fn codes(&self) -> Vec<ProductCode> {
        self.rows.iter().map(|(_, row)| row.code.clone()).collect()
    }

    /// The part of it that is about these products.
    #[must_use]
    pub fn only(&self, products: &HashMap<ProductCode, Product>) -> Self {
        let rows = self.rows.iter().filter(|(_, row)| products.contains_key(&row.code)).cloned().collect();
        Self { rows, problems: Vec::new() }
    }

    /// The file names of all its pictures.
    #[must_use]
    pub fn picture_names(&self) -> Vec<String> {
        self.rows.iter().flat_map(|(_, row)| row.picture_names()).map(ToOwned::to_owned).collect()
    }

    /// Problems of the rows that show any of these pictures, which do not exist.
    #[must_use]
    pub fn rows_with_pictures(&self, missing: &[String]) -> Vec<RowProblem> {
        let missing_of =
            |row: &ImportRow| row.picture_names().find(|name| missing.iter().any(|missing| missing == name)).map(ToOwned::to_owned);
        let rows = self.rows.iter().filter_map(|(_, row)| Some((row, missing_of(row)?)));
        let sentence = |name: String| format!("hold the picture {name}, which this shop does not have; please upload it");
        rows.map(|(row, name)| row.problem(Column::Images, sentence(name))).collect()
    }

    /// Decides on every row, given the present products.
    #[must_use]
    pub fn plan(&self, present: &HashMap<ProductCode, Product>, now: DateTime<Utc>) -> Plan {
        let mut plan = Plan::default();
        let mut seen: HashMap<&ProductCode, u32> = HashMap::with_capacity(self.rows.len());
        for (id, row) in &self.rows {
            if let Some(first) = seen.get(&row.code) {
                plan.problems.push(row.problem(Column::ProductId, format!("stands in row {first} already")));
                continue;
            }
            seen.insert(&row.code, row.number);
            match row::decide(row, present.get(&row.code), &mut plan.problems) {
                None => {}
                Some(row::Decision::Unchanged) => plan.unchanged += 1,
                Some(row::Decision::Create { details, stock }) => {
                    plan.created.push(NewProduct { id: *id, code: row.code.clone(), details, stock, created_at: now });
                }
                Some(row::Decision::Update { before, details, stock }) => {
                    let version = before.version.saturating_add(1);
                    let after = Product { details, stock, version, updated_at: now, ..before.clone() };
                    plan.updated.push(PlannedEdit { before, after });
                }
            }
        }
        plan.add_problems(self.problems.clone());
        plan
    }
}
