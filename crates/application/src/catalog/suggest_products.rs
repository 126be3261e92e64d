//! Suggesting products, brands and categories while a text is typed.

use std::sync::Arc;

use domain::catalog::ports::{CatalogueChange, ProductSearch};
use domain::shared::text::{Label, SearchText};

use crate::catalog::catalogue_follower::CatalogueFollower;
use crate::catalog::listed_product::ListedProduct;
use crate::catalog::product_rows::ProductRows;
use crate::error::ReadError;

/// The suggestions for a text.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Suggestions {
    pub products: Vec<Arc<ListedProduct>>,
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
    follower: CatalogueFollower,
    rows: ProductRows,
}

impl SuggestProducts {
    /// Wires the use case.
    #[must_use]
    pub(crate) fn new(search: Arc<dyn ProductSearch>, follower: CatalogueFollower, rows: ProductRows) -> Self {
        Self { search, follower, rows }
    }

    /// The suggestions for `text`. A product that was deleted since it was found is left out.
    ///
    /// # Errors
    /// [`ReadError`] when the search or the store fails, or the index is not in step with it.
    pub async fn run(&self, text: &SearchText) -> Result<Suggestions, ReadError> {
        self.follower.ensure_current(CatalogueChange::Content).await?;
        let found = self.search.suggest(text).await?;
        let products = self.rows.of(&found.products).await?;
        Ok(Suggestions { products, brands: found.brands, categories: found.categories, corrected: found.corrected })
    }
}

#[cfg(test)]
mod tests;
