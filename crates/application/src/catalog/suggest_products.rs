//! Suggesting products, brands and categories while a text is typed.

use std::collections::HashMap;
use std::sync::Arc;

use domain::catalog::ports::{ProductCatalogue, ProductSearch};
use domain::catalog::product::Product;
use domain::shared::ids::ProductId;
use domain::shared::ports::Clock;
use domain::shared::text::{Label, SearchText};

use crate::error::ReadError;

/// The suggestions for a text.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Suggestions {
    /// The best matches.
    pub products: Vec<Product>,
    /// Brands with words that begin like those of the text.
    pub brands: Vec<Label>,
    /// Categories in the same way.
    pub categories: Vec<Label>,
    /// The text that was answered; `None` when it is the one that was typed.
    pub corrected: Option<String>,
}

/// Suggests products, brands and categories.
#[derive(Clone)]
pub struct SuggestProducts {
    search: Arc<dyn ProductSearch>,
    catalogue: Arc<dyn ProductCatalogue>,
    clock: Arc<dyn Clock>,
}

impl SuggestProducts {
    /// Wires the use case.
    #[must_use]
    pub fn new(search: Arc<dyn ProductSearch>, catalogue: Arc<dyn ProductCatalogue>, clock: Arc<dyn Clock>) -> Self {
        Self { search, catalogue, clock }
    }

    /// The suggestions for `text`. A product that was deleted since it was found is left out.
    ///
    /// # Errors
    /// [`ReadError`] when the search or the store fails.
    pub async fn run(&self, text: &SearchText) -> Result<Suggestions, ReadError> {
        let found = self.search.suggest(text).await?;
        let rows = self.catalogue.by_ids(&found.products, self.clock.now()).await?;
        let mut rows: HashMap<ProductId, Product> = rows.into_iter().map(|product| (product.id, product)).collect();
        let products = found.products.iter().filter_map(|id| rows.remove(id)).collect();
        Ok(Suggestions { products, brands: found.brands, categories: found.categories, corrected: found.corrected })
    }
}
