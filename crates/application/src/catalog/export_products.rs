//! Reading the whole catalogue, piece by piece, for a sheet.

use std::sync::Arc;

use domain::catalog::ports::ProductCatalogue;
use domain::catalog::product::Product;
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::shared::page::{Cursor, PageAnswer, PageLimit, PageRequest};
use domain::shared::ports::Clock;

use crate::error::{ListError, page_or_invalid};

/// How many products are read at a time.
const PIECE: i64 = 500;

/// A piece of the catalogue, and where the next one begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The products, newest first.
    pub products: Vec<Product>,
    /// Where to go on; `None` at the end.
    pub next: Option<Cursor>,
}

#[derive(Clone)]
pub struct ExportProducts {
    catalogue: Arc<dyn ProductCatalogue>,
    clock: Arc<dyn Clock>,
}

impl ExportProducts {
    /// Wires the use case.
    #[must_use]
    pub fn new(catalogue: Arc<dyn ProductCatalogue>, clock: Arc<dyn Clock>) -> Self {
        Self { catalogue, clock }
    }

    /// The piece that begins behind `after`, or the first one. In this order a product that is edited while others are
    /// read is neither left out nor there twice.
    ///
    /// # Errors
    /// [`ListError`] when the store fails.
    pub async fn piece(&self, after: Option<Cursor>) -> Result<Piece, ListError> {
        let limit = PageLimit::parse(PIECE).unwrap_or_default();
        let page = PageRequest { limit, after };
        let query = ProductQuery { text: None, filter: ProductFilter::default(), alert: None, sort: ProductSort::Newest, page };
        let answer: PageAnswer<Product> = self.catalogue.list(&query, self.clock.now()).await?;
        let page = page_or_invalid::<_, ListError>(answer)?;
        Ok(Piece { products: page.items, next: page.next })
    }
}
