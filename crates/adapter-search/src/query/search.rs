//! The answers to searches, from one state of the index.

use domain::catalog::ports::{FoundProducts, FoundSuggestions, SearchOutcome};
use domain::catalog::product_query::{FacetQuery, ProductFacets, ProductFilter, ProductQuery};
use domain::shared::ids::ProductId;
use domain::shared::page::TotalCount;
use domain::shared::text::{Label, SearchText};
use search_text::words_of_query;

use crate::index::labels::SearchableLabel;
use crate::index::snapshot::Snapshot;
use crate::query::cursor;
use crate::query::facets::facets;
use crate::query::matches::Matches;
use crate::query::order::{Order, Position};
use crate::query::page::{FoundPage, best, page};
use crate::query::tolerant::{SearchKind, TolerantSearch, tolerant};
use crate::query::walk::finds_any;

impl Snapshot {
    /// One page of a search. A search that strictly finds nothing is tried in more tolerant ways; its cursors name the way.
    pub(crate) fn find(&self, query: &ProductQuery) -> tantivy::Result<SearchOutcome> {
        let text = query.text.as_ref().map(SearchText::as_str).unwrap_or_default();
        let words = words_of_query(text);
        if words.is_empty() {
            return Ok(SearchOutcome::NoWords);
        }
        let list = List { query, name: cursor::name_of_list(query, &words) };
        let after = match &query.page.after {
            Some(after) => match cursor::read(&list.name, query.sort.into(), after) {
                Some(after) => Some(after),
                None => return Ok(SearchOutcome::InvalidCursor),
            },
            None => None,
        };
        let strict = Matches::of_words(&self.view, words)?;
        Ok(SearchOutcome::Found(match after {
            Some((kind, position)) => self.next_page(&list, strict, text, kind, &position)?,
            None => self.first_page(&list, strict, text)?,
        }))
    }

    fn first_page(&self, list: &List<'_>, strict: Matches, text: &str) -> tantivy::Result<FoundProducts> {
        let found = page(self, &strict, list.query, None)?;
        let is_filtered = list.query.filter != ProductFilter::default() || list.query.alert.is_some();
        if found.total > 0 || is_filtered && finds_any(&self.view, &strict)? {
            return Ok(list.answer(SearchKind::Strict, found, None));
        }
        let is_by_relevance = Order::from(list.query.sort) == Order::Relevance;
        // The first row of the page is the best match, unless filters or another order hide it.
        let find = |matches: &Matches| match is_by_relevance && !is_filtered {
            true => {
                let page = page(self, matches, list.query, None)?;
                let best = page.positions.first().map(Position::product);
                Ok(best.map(|best| (best, Some(page))))
            }
            false => Ok(self.best_product(matches)?.map(|best| (best, None))),
        };
        let Some(search) = tolerant(&self.view, &strict, text, find)? else { return Ok(list.answer(SearchKind::Strict, found, None)) };
        let found = match search.found {
            Some(page) => page,
            None => page(self, &search.matches, list.query, None)?,
        };
        Ok(list.answer(search.kind, found, search.corrected))
    }

    /// The best match of a search without filters.
    fn best_product(&self, matches: &Matches) -> tantivy::Result<Option<ProductId>> {
        Ok(best(self, matches, Order::Relevance, 1)?.first().copied())
    }

    /// The tolerant search after a strict one that finds nothing.
    fn tolerant(&self, strict: &Matches, text: &str) -> tantivy::Result<Option<TolerantSearch<()>>> {
        tolerant(&self.view, strict, text, |matches| Ok(self.best_product(matches)?.map(|best| (best, ()))))
    }

    fn next_page(
        &self,
        list: &List<'_>,
        strict: Matches,
        text: &str,
        kind: SearchKind,
        after: &Position,
    ) -> tantivy::Result<FoundProducts> {
        if kind == SearchKind::Strict {
            return Ok(list.answer(kind, page(self, &strict, list.query, Some(after))?, None));
        }
        let search = if finds_any(&self.view, &strict)? { None } else { self.tolerant(&strict, text)? };
        match search.filter(|search| search.kind == kind) {
            Some(search) => Ok(list.answer(kind, page(self, &search.matches, list.query, Some(after))?, search.corrected)),
            // Since the first page the catalogue has changed, and another search answers: the list of this cursor is over.
            None => Ok(list.answer(kind, FoundPage::default(), None)),
        }
    }

    /// The facets of a search, or of all products without a text.
    pub(crate) fn count_facets(&self, query: &FacetQuery) -> tantivy::Result<ProductFacets> {
        let nothing = ProductFacets { exact: true, ..ProductFacets::default() };
        let text = query.text.as_ref().map(SearchText::as_str).unwrap_or_default();
        let words = words_of_query(text);
        if words.is_empty() {
            return Ok(facets(self, None, &query.filter)?.unwrap_or(nothing));
        }
        let strict = Matches::of_words(&self.view, words)?;
        if let Some(found) = facets(self, Some(&strict), &query.filter)? {
            return Ok(found);
        }
        let Some(search) = self.tolerant(&strict, text)? else { return Ok(nothing) };
        Ok(facets(self, Some(&search.matches), &query.filter)?.unwrap_or(nothing))
    }

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
        let first = |matches: &Matches| best(self, matches, Order::Relevance, FoundSuggestions::PRODUCTS);
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

/// A list whose pages are read.
struct List<'a> {
    query: &'a ProductQuery,
    name: String,
}

impl List<'_> {
    fn answer(&self, kind: SearchKind, page: FoundPage, corrected: Option<String>) -> FoundProducts {
        let last = page.positions.last().filter(|_| page.has_more);
        FoundProducts {
            next: last.map(|last| cursor::write(&self.name, kind, last)),
            ids: page.positions.iter().map(Position::product).collect(),
            total: TotalCount::from_bounded(i64::from(page.total)),
            corrected,
        }
    }
}
