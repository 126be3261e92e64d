//! Suggestions for a text that is being typed.

use domain::catalog::ports::FoundSuggestions;
use domain::catalog::product_query::ProductSort;
use domain::shared::ids::ProductId;
use domain::shared::text::{Label, SearchText};
use search_text::words_of_query;

use crate::index::labels::SearchableLabel;
use crate::index::snapshot::Snapshot;
use crate::query::matches::Matches;
use crate::query::order::Order;
use crate::query::search::best;
use crate::query::tolerant::tolerant;

impl Snapshot {
    /// Suggestions for a text that is being typed.
    pub(crate) fn suggestions(&self, text: &SearchText) -> tantivy::Result<FoundSuggestions> {
        let words = words_of_query(text.as_str());
        if words.is_empty() {
            return Ok(FoundSuggestions::default());
        }
        let (products, corrected) = self.best_products(words.clone(), text.as_str())?;
        let labels = self.view.labels()?;
        let replacement = corrected.as_deref().map(words_of_query);
        let of = |labels: &[SearchableLabel], limit| {
            let typed = labels_with(labels, &words, limit);
            if typed.is_empty() { replacement.as_ref().map_or(typed, |words| labels_with(labels, words, limit)) } else { typed }
        };
        let brands = of(&labels.brands, FoundSuggestions::BRANDS);
        let categories = of(&labels.categories, FoundSuggestions::CATEGORIES);
        Ok(FoundSuggestions { products, brands, categories, corrected })
    }

    fn best_products(&self, words: Vec<String>, text: &str) -> tantivy::Result<(Vec<ProductId>, Option<String>)> {
        let first = |matches: &Matches| best(self, matches, Order(ProductSort::Relevance), FoundSuggestions::PRODUCTS);
        let strict = Matches::of_words(&self.view, words)?;
        let found = first(&strict)?;
        if !found.is_empty() {
            return Ok((found, None));
        }
        let find = |matches: &Matches| {
            let found = first(matches)?;
            Ok(found.first().copied().map(|best| (best, found)))
        };
        match tolerant(&self.view, &strict, text, find)? {
            Some(search) => Ok((search.found, search.corrected)),
            None => Ok((found, None)),
        }
    }
}

fn labels_with(labels: &[SearchableLabel], words: &[String], limit: usize) -> Vec<Label> {
    labels.iter().filter(|label| label.has_words(words)).map(|label| label.label.clone()).take(limit).collect()
}
