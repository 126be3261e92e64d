//! The cells of a sheet of products.

use crate::catalog::product_code::ProductCode;
use crate::catalog::shade::HexColour;
use crate::catalog::weight::Weight;
use crate::orders::quantity::Stock;
use crate::shared::money::Money;
use crate::shared::text::{AltName, Description, Label, PictureUrl, ProductName};

/// A column of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    ProductId,
    ProductName,
    AltNames,
    Images,
    Description,
    Price,
    LastPrice,
    Stock,
    Brand,
    Category,
    Family,
    ShadeName,
    ShadeHex,
    WeightGrams,
    /// The stock that the sheet was made with.
    ExpectedStock,
    /// The version that the sheet was made with.
    Version,
}

impl Column {
    /// All of them, in the order in which sheets are written.
    pub const ALL: [Self; 16] = [
        Self::ProductId,
        Self::ProductName,
        Self::Brand,
        Self::Category,
        Self::Family,
        Self::ShadeName,
        Self::ShadeHex,
        Self::Price,
        Self::LastPrice,
        Self::Stock,
        Self::WeightGrams,
        Self::AltNames,
        Self::Description,
        Self::Images,
        Self::ExpectedStock,
        Self::Version,
    ];

    /// Its name in the header, that of the field in the JSON calls.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ProductId => "productId",
            Self::ProductName => "productName",
            Self::AltNames => "altNames",
            Self::Images => "images",
            Self::Description => "description",
            Self::Price => "price",
            Self::LastPrice => "lastPrice",
            Self::Stock => "stock",
            Self::Brand => "brand",
            Self::Category => "category",
            Self::Family => "family",
            Self::ShadeName => "shadeName",
            Self::ShadeHex => "shadeHex",
            Self::WeightGrams => "weightGrams",
            Self::ExpectedStock => "expectedStock",
            Self::Version => "version",
        }
    }

    /// Reads a column name without regard to case; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.as_str().eq_ignore_ascii_case(text))
    }
}

/// The content of one cell.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Cell<T> {
    /// The sheet does not have the column.
    #[default]
    Absent,
    /// The cell is empty.
    Blank,
    Given(T),
    /// Something that breaks a rule, of which the problem is known already.
    Wrong,
}

/// One row: the product's code and its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportRow {
    /// Its number as spreadsheets count: the header is row 1.
    pub number: u32,
    /// Which product, present or new.
    pub code: ProductCode,
    pub name: Cell<ProductName>,
    pub alt_names: Cell<Vec<AltName>>,
    /// Its pictures; none keeps the present ones.
    pub images: Cell<Vec<PictureUrl>>,
    pub description: Cell<Description>,
    pub price: Cell<Money>,
    /// Its current price; blank makes it the original one.
    pub last_price: Cell<Money>,
    /// Units on the shelf; blank leaves them alone.
    pub stock: Cell<Stock>,
    pub brand: Cell<Label>,
    pub category: Cell<Label>,
    /// The item it is one shade of.
    pub family: Cell<Label>,
    /// The name of its shade.
    pub shade_name: Cell<Label>,
    /// The colour of its shade.
    pub shade_hex: Cell<HexColour>,
    /// The weight of a unit; blank takes it away.
    pub weight: Cell<Weight>,
    /// The stock when the sheet was exported. If `stock` equals it, the row does not change the stock, even if units were sold
    /// meanwhile. If `stock` differs, a present stock that differs from it is a problem.
    pub expected_stock: Cell<Stock>,
    /// The version that the sheet was made with; a product that was edited since then cannot be changed by it.
    pub version: Cell<i32>,
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
            name: Cell::Absent,
            alt_names: Cell::Absent,
            images: Cell::Absent,
            description: Cell::Absent,
            price: Cell::Absent,
            last_price: Cell::Absent,
            stock: Cell::Absent,
            brand: Cell::Absent,
            category: Cell::Absent,
            family: Cell::Absent,
            shade_name: Cell::Absent,
            shade_hex: Cell::Absent,
            weight: Cell::Absent,
            expected_stock: Cell::Absent,
            version: Cell::Absent,
        }
    }

    /// The file names of its pictures.
    pub(super) fn picture_names(&self) -> impl Iterator<Item = &str> {
        let Cell::Given(images) = &self.images else { return [].iter().map(file_name) };
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
