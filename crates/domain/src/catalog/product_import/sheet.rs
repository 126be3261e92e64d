//! The columns and rows of a sheet of products.

use std::collections::BTreeSet;
use std::fmt::Display;

use crate::catalog::product::{DetailsEdit, MAX_ALT_NAMES, Product};
use crate::catalog::product_code::ProductCode;
use crate::catalog::shade::HexColour;
use crate::catalog::weight::Weight;
use crate::shared::edit::Edit;
use crate::shared::money::Money;
use crate::shared::quantity::Stock;
use crate::shared::text::{AltName, Description, Label, PictureUrl, ProductName};

/// The content of a cell of an exported sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Text(String),
    List(Vec<String>),
}

/// Declares the columns in the order in which sheets are written: the rank in which problems of one row are listed, the name in the header,
/// which is that of the field in the JSON calls, and the content of a product's cell.
macro_rules! columns {
    ($($column:ident = $rank:literal, $name:literal, |$product:ident| $content:expr;)*) => {
        /// A column of the sheet.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Column {
            $($column = $rank,)*
        }

        impl Column {
            /// All of them, in the order in which sheets are written.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$column),*];

            /// Its name in the header.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$column => $name,)*
                }
            }

            /// The content of its cell in the row of a product.
            #[must_use]
            pub fn content(self, product: &Product) -> Content {
                match self {
                    $(Self::$column => { let $product = product; $content })*
                }
            }
        }
    };
}

columns! {
    ProductId = 0, "productId", |product| text(&product.code);
    ProductName = 1, "productName", |product| text(&product.details.name);
    Brand = 8, "brand", |product| optional(product.details.brand.as_ref());
    Category = 9, "category", |product| optional(product.details.category.as_ref());
    Family = 10, "family", |product| optional(product.details.family.as_ref());
    ShadeName = 11, "shadeName", |product| optional(product.details.shade.as_ref().map(|shade| &shade.name));
    ShadeHex = 12, "shadeHex", |product| optional(product.details.shade.as_ref().map(|shade| shade.hex.as_str()));
    Price = 5, "price", |product| text(product.details.prices.price());
    LastPrice = 6, "lastPrice", |product| text(product.details.prices.last_price());
    Stock = 7, "stock", |product| text(product.stock.get());
    WeightGrams = 13, "weightGrams", |product| optional(product.details.weight.map(Weight::grams));
    AltNames = 2, "altNames", |product| list(&product.details.alt_names);
    Description = 4, "description", |product| text(&product.details.description);
    Images = 3, "images", |product| list(&product.details.images);
    ExpectedStock = 14, "expectedStock", |product| text(product.stock.get());
    Version = 15, "version", |product| text(product.version);
}

fn text(value: impl ToString) -> Content {
    Content::Text(value.to_string())
}

fn optional(value: Option<impl ToString>) -> Content {
    Content::Text(value.map(|value| value.to_string()).unwrap_or_default())
}

fn list(values: &[impl ToString]) -> Content {
    Content::List(values.iter().map(ToString::to_string).collect())
}

impl Column {
    /// Reads a column name without regard to case; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.as_str().eq_ignore_ascii_case(text))
    }

    /// Whether a sheet changes the product by this column, and does not compare it alone.
    pub(super) const fn is_edited(self) -> bool {
        !matches!(self, Self::ProductId | Self::ExpectedStock | Self::Version)
    }
}

/// One row: the product's code and its fields. An absent column keeps its field, a blank cell clears it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportRow {
    /// Its number as spreadsheets count: the header is row 1.
    pub number: u32,
    /// Which product, present or new.
    pub code: ProductCode,
    pub details: DetailsEdit,
    /// Units on the shelf; blank leaves them alone.
    pub stock: Edit<Stock>,
    /// The stock when the sheet was exported. If `stock` equals it, the row does not change the stock, even if units were sold
    /// meanwhile. If `stock` differs, a present stock that differs from it is a problem.
    pub expected_stock: Edit<Stock>,
    /// The version that the sheet was made with; a product that was edited since then cannot be changed by it.
    pub version: Edit<i32>,
    /// The columns whose cells break a rule, of which the problems are known already.
    pub wrong: BTreeSet<Column>,
}

/// Reads the cells of one row, and notes those that break a rule.
pub trait Cells {
    fn cell<T, E: Display>(&mut self, column: Column, parse: impl FnOnce(&str) -> Result<T, E>) -> Edit<T>;

    fn list<T, E: Display>(&mut self, column: Column, most: usize, parse: impl Fn(&str) -> Result<T, E>) -> Edit<Vec<T>>;

    fn amount(&mut self, column: Column) -> Edit<Money>;

    fn description(&mut self) -> Edit<Description>;

    fn images(&mut self) -> Edit<Vec<PictureUrl>>;
}

impl DetailsEdit {
    /// The details in the cells of a row.
    pub fn read(cells: &mut impl Cells) -> Self {
        Self {
            name: cells.cell(Column::ProductName, ProductName::parse),
            alt_names: cells.list(Column::AltNames, MAX_ALT_NAMES, AltName::parse),
            images: cells.images(),
            description: cells.description(),
            price: cells.amount(Column::Price),
            last_price: cells.amount(Column::LastPrice),
            brand: cells.cell(Column::Brand, Label::parse),
            category: cells.cell(Column::Category, Label::parse),
            family: cells.cell(Column::Family, Label::parse),
            shade_name: cells.cell(Column::ShadeName, Label::parse),
            shade_hex: cells.cell(Column::ShadeHex, HexColour::parse),
            weight: cells.cell(Column::WeightGrams, grams),
        }
    }
}

fn grams(text: &str) -> Result<Weight, String> {
    let grams = text.parse().map_err(|_| "must be a whole number of grams".to_owned())?;
    Weight::parse(grams).map_err(|error| error.to_string())
}

/// One problem of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowProblem {
    /// In which row, as spreadsheets count.
    pub row: u32,
    /// In which column; `None` where it is the row as a whole.
    pub column: Option<Column>,
    /// The product of the row as the sheet has it.
    pub product: String,
    /// The problem, as a sentence that continues the column's name.
    pub sentence: String,
}

impl ImportRow {
    /// A row with only the code of its product.
    #[must_use]
    pub fn of(number: u32, code: ProductCode) -> Self {
        Self {
            number,
            code,
            details: DetailsEdit::default(),
            stock: Edit::Keep,
            expected_stock: Edit::Keep,
            version: Edit::Keep,
            wrong: BTreeSet::new(),
        }
    }

    /// The file names of its pictures.
    pub(super) fn picture_names(&self) -> impl Iterator<Item = &str> {
        let Edit::Set(images) = &self.details.images else { return [].iter().map(file_name) };
        images.iter().map(file_name)
    }

    /// Something that is wrong in one of its columns.
    #[must_use]
    pub fn problem(&self, column: Column, sentence: impl Into<String>) -> RowProblem {
        RowProblem { row: self.number, column: Some(column), product: self.code.to_string(), sentence: sentence.into() }
    }
}

/// The last part of a picture's address.
fn file_name(picture: &PictureUrl) -> &str {
    picture.as_str().rsplit('/').next().unwrap_or_default()
}
