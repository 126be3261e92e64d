//! The decision on one row: the rules of adding for a new product, those of editing for a present one.

use super::sheet::{Column, ImportRow, RowProblem};
use crate::catalog::product::{Prices, PricesError, Product, ProductDetails};
use crate::catalog::shade::Shade;
use crate::shared::edit::Edit;
use crate::shared::money::Money;
use crate::shared::quantity::Stock;

/// The result of a row without a problem.
pub(super) enum Decision {
    /// It equals the present product.
    Unchanged,
    /// The product is new.
    Create {
        /// The description of the new product.
        details: ProductDetails,
        /// Units on the shelf.
        stock: Stock,
    },
    Update {
        before: Product,
        /// The description after the edit.
        details: ProductDetails,
        /// Units on the shelf from now on.
        stock: Stock,
    },
}

/// Decides on a row; `None` when something is wrong with it, which is noted unless it is known already.
pub(super) fn decide(row: &ImportRow, present: Option<&Product>, problems: &mut Vec<RowProblem>) -> Option<Decision> {
    // A wrong stock or version matters only where it is compared with the present one.
    let is_compared = |column: &Column| matches!(column, Column::ExpectedStock | Column::Version);
    let mut check = Check { row, problems, is_valid: row.wrong.iter().all(is_compared) };
    let details = check.details(present.map(|product| &product.details));
    let stock = check.stock(present);
    match (present, details, stock) {
        (None, Some(details), Some(stock)) if check.is_valid => check.is_new().then_some(Decision::Create { details, stock }),
        (Some(before), Some(details), Some(stock)) if check.is_valid => {
            if details == before.details && stock == before.stock {
                return Some(Decision::Unchanged);
            }
            let decision = Decision::Update { before: before.clone(), details, stock };
            check.version(before).then_some(decision)
        }
        _ => None,
    }
}

/// Checks one row and collects its problems.
struct Check<'a> {
    row: &'a ImportRow,
    problems: &'a mut Vec<RowProblem>,
    is_valid: bool,
}

impl Check<'_> {
    fn note(&mut self, column: Column, sentence: impl Into<String>) {
        self.is_valid = false;
        self.problems.push(self.row.problem(column, sentence));
    }

    fn is_wrong(&self, column: Column) -> bool {
        self.row.wrong.contains(&column)
    }

    /// A part that every product has.
    fn required<T: Clone>(&mut self, column: Column, cell: &Edit<T>, current: Option<T>) -> Option<T> {
        match (cell, current) {
            _ if self.is_wrong(column) => {}
            (Edit::Set(value), _) => return Some(value.clone()),
            (Edit::Keep, Some(current)) => return Some(current),
            (Edit::Keep, None) => self.note(column, "is required for a new product"),
            (Edit::Clear, _) => self.note(column, "is required"),
        }
        None
    }

    fn details(&mut self, current: Option<&ProductDetails>) -> Option<ProductDetails> {
        let cells = &self.row.details;
        let name = self.required(Column::ProductName, &cells.name, current.map(|c| c.name.clone()));
        let prices = self.prices(current.map(|c| c.prices));
        let shade = self.shade(current.and_then(|c| c.shade.clone()));
        Some(cells.clone().decided(current, name?, prices?, shade))
    }

    fn prices(&mut self, current: Option<Prices>) -> Option<Prices> {
        let cells = &self.row.details;
        let price = self.required(Column::Price, &cells.price, current.map(Prices::price))?;
        // Another price alone begins no sale.
        let last_price = cells.last_price.clone().apply(current.and_then(Prices::sale_price));
        if self.is_wrong(Column::LastPrice) {
            return None;
        }
        match Prices::new(price, last_price) {
            Ok(prices) => Some(prices),
            Err(error) => {
                let above = error == PricesError::LastPriceAbovePrice;
                let in_last = above || price != Money::ZERO;
                let column = if in_last && cells.last_price != Edit::Keep { Column::LastPrice } else { Column::Price };
                let kept = "must not be below the last price, which is";
                match last_price.filter(|_| column == Column::Price && above) {
                    Some(last_price) => self.note(column, format!("{kept} {last_price}")),
                    None => self.note(column, error.to_string()),
                }
                None
            }
        }
    }

    /// Both halves of a shade or none; a half that the sheet leaves out stays as it is.
    fn shade(&mut self, current: Option<Shade>) -> Option<Shade> {
        let cells = &self.row.details;
        if self.is_wrong(Column::ShadeName) || self.is_wrong(Column::ShadeHex) {
            return None;
        }
        let name = cells.shade_name.clone().apply(current.as_ref().map(|s| s.name.clone()));
        let hex = cells.shade_hex.clone().apply(current.map(|s| s.hex));
        match (name, hex) {
            (Some(name), Some(hex)) => return Some(Shade { name, hex }),
            (Some(_), None) => self.note(Column::ShadeHex, "is required where there is a shadeName"),
            (None, Some(_)) => self.note(Column::ShadeName, "is required where there is a shadeHex"),
            (None, None) => {}
        }
        None
    }

    fn stock(&mut self, present: Option<&Product>) -> Option<Stock> {
        let row = self.row;
        let Some(product) = present else { return self.required(Column::Stock, &row.stock, None) };
        if self.is_wrong(Column::ExpectedStock) {
            self.is_valid = false;
        }
        match (&row.stock, &row.expected_stock) {
            // Fields that the sheet did not change keep their present values.
            (Edit::Set(to), Edit::Set(seen)) if to == seen => Some(product.stock),
            (Edit::Set(to), Edit::Set(seen)) if *seen != product.stock && *to != product.stock => {
                let (seen, now) = (seen.get(), product.stock.get());
                self.note(Column::Stock, format!("was {seen} when the sheet was made and is {now} now"));
                None
            }
            (Edit::Set(to), _) => Some(*to),
            (Edit::Clear | Edit::Keep, _) => Some(product.stock),
        }
    }

    /// Whether the row is about a new product. One with a version was exported: its product was deleted, or a spreadsheet changed its code.
    fn is_new(&mut self) -> bool {
        let was_exported = matches!(self.row.version, Edit::Set(_));
        if was_exported {
            self.note(
                Column::Version,
                "stands at a product that does not exist: it was deleted, or the productId was changed; clear this cell to add it as a new \
                 product",
            );
        }
        !was_exported
    }

    /// Whether the product is still the one that the sheet was made from.
    fn version(&mut self, product: &Product) -> bool {
        match self.row.version {
            Edit::Set(seen) if seen != product.version => {
                self.note(Column::Version, "is old: the product was edited after the sheet was made");
                false
            }
            _ => !self.is_wrong(Column::Version),
        }
    }
}
