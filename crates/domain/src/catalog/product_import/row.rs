//! The decision on one row: the rules of adding for a new product, those of editing for a present one.

use super::sheet::{Cell, Column, ImportRow, RowProblem};
use crate::catalog::product::{Prices, PricesError, Product, ProductDetails};
use crate::catalog::shade::Shade;
use crate::orders::quantity::Stock;

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
    let mut check = Check { row, problems, is_good: true };
    let details = check.details(present.map(|product| &product.details));
    let stock = check.stock(present);
    match (present, details, stock) {
        (None, Some(details), Some(stock)) if check.is_good => check.is_new().then_some(Decision::Create { details, stock }),
        (Some(before), Some(details), Some(stock)) if check.is_good => {
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
    is_good: bool,
}

impl Check<'_> {
    fn note(&mut self, column: Column, sentence: impl Into<String>) {
        self.is_good = false;
        self.problems.push(self.row.problem(column, sentence));
    }

    /// A part that every product has.
    fn required<T: Clone>(&mut self, column: Column, cell: &Cell<T>, current: Option<T>) -> Option<T> {
        match (cell, current) {
            (Cell::Given(value), _) => return Some(value.clone()),
            (Cell::Absent, Some(current)) => return Some(current),
            (Cell::Absent, None) => self.note(column, "is required for a new product"),
            (Cell::Blank, _) => self.note(column, "is required"),
            (Cell::Wrong, _) => self.is_good = false,
        }
        None
    }

    /// A part that a product may have.
    fn optional<T: Clone>(&mut self, cell: &Cell<T>, current: Option<T>) -> Option<T> {
        match cell {
            Cell::Given(value) => Some(value.clone()),
            Cell::Blank => None,
            Cell::Absent => current,
            Cell::Wrong => {
                self.is_good = false;
                None
            }
        }
    }

    fn details(&mut self, current: Option<&ProductDetails>) -> Option<ProductDetails> {
        let row = self.row;
        let name = self.required(Column::ProductName, &row.name, current.map(|c| c.name.clone()));
        let prices = self.prices(current.map(|c| c.prices));
        let alt_names = self.optional(&row.alt_names, current.map(|c| c.alt_names.clone())).unwrap_or_default();
        let images = self.optional(&row.images, current.map(|c| c.images.clone()));
        let images = images.or_else(|| current.map(|c| c.images.clone())).unwrap_or_default();
        let description = self.optional(&row.description, current.map(|c| c.description.clone())).unwrap_or_default();
        let brand = self.optional(&row.brand, current.and_then(|c| c.brand.clone()));
        let category = self.optional(&row.category, current.and_then(|c| c.category.clone()));
        let family = self.optional(&row.family, current.and_then(|c| c.family.clone()));
        let shade = self.shade(current.and_then(|c| c.shade.clone()));
        let weight = self.optional(&row.weight, current.and_then(|c| c.weight));
        Some(ProductDetails { name: name?, alt_names, images, description, prices: prices?, brand, category, family, shade, weight })
    }

    fn prices(&mut self, current: Option<Prices>) -> Option<Prices> {
        let row = self.row;
        let price = self.required(Column::Price, &row.price, current.map(Prices::price));
        let last_price = self.optional(&row.last_price, current.map(Prices::last_price));
        let price = price?;
        if row.last_price == Cell::Wrong {
            return None;
        }
        match Prices::new(price, last_price) {
            Ok(prices) => Some(prices),
            Err(error) => {
                let above = error == PricesError::LastPriceAbovePrice;
                let in_last = above || price != crate::shared::money::Money::ZERO;
                let column = if in_last && row.last_price != Cell::Absent { Column::LastPrice } else { Column::Price };
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
        let row = self.row;
        let name = self.optional(&row.shade_name, current.as_ref().map(|s| s.name.clone()));
        let hex = self.optional(&row.shade_hex, current.map(|s| s.hex));
        match (name, hex) {
            (Some(name), Some(hex)) => return Some(Shade { name, hex }),
            (Some(_), None) if row.shade_hex != Cell::Wrong => self.note(Column::ShadeHex, "is required where there is a shadeName"),
            (None, Some(_)) if row.shade_name != Cell::Wrong => self.note(Column::ShadeName, "is required where there is a shadeHex"),
            _ => {}
        }
        None
    }

    fn stock(&mut self, present: Option<&Product>) -> Option<Stock> {
        let row = self.row;
        let Some(product) = present else { return self.required(Column::Stock, &row.stock, None) };
        match (&row.stock, &row.expected_stock) {
            (Cell::Wrong, _) | (_, Cell::Wrong) => {
                self.is_good = false;
                None
            }
            // Fields that the sheet did not change keep their present values.
            (Cell::Given(to), Cell::Given(seen)) if to == seen => Some(product.stock),
            (Cell::Given(to), Cell::Given(seen)) if *seen != product.stock && *to != product.stock => {
                let (seen, now) = (seen.get(), product.stock.get());
                self.note(Column::Stock, format!("was {seen} when the sheet was made and is {now} now"));
                None
            }
            (Cell::Given(to), _) => Some(*to),
            (Cell::Blank | Cell::Absent, _) => Some(product.stock),
        }
    }

    /// Whether the row is about a new product. One with a version was exported: its product was deleted, or a spreadsheet changed its code.
    fn is_new(&mut self) -> bool {
        let was_exported = matches!(self.row.version, Cell::Given(_));
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
            Cell::Given(seen) if seen != product.version => {
                self.note(Column::Version, "is old: the product was edited after the sheet was made");
                false
            }
            Cell::Wrong => false,
            _ => true,
        }
    }
}
