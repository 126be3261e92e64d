//! The pages of a search, from one state of the index.

use domain::catalog::ports::FoundProducts;
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::shared::ids::ProductId;
use domain::shared::page::{InvalidCursor, TotalCount};
use domain::shared::text::SearchText;
use search_text::words_of_query;

use crate::index::snapshot::Snapshot;
use crate::query::cursor;
use crate::query::first_rows::RowsRequest;
use crate::query::matches::Matches;
use crate::query::order::{Order, Position};
use crate::query::tolerant::{SearchKind, TolerantSearch, tolerant};
use crate::query::walk::finds_any;

impl Snapshot {
    /// One page of a search, or of the whole catalogue where the text has no word. A search that strictly finds nothing is tried in
    /// more tolerant ways; its cursors name the way.
    pub(crate) fn find(&self, query: &ProductQuery) -> tantivy::Result<Result<FoundProducts, InvalidCursor>> {
        let text = query.text.as_ref().map(SearchText::as_str).unwrap_or_default();
        let words = words_of_query(text);
        let order = Order::of(query.sort, !words.is_empty());
        let list = List { query, order, name: cursor::name_of_list(query, order, &words) };
        let after = match &query.page.after {
            Some(after) => match cursor::read(&list.name, order, after) {
                Some(after) => Some(after),
                None => return Ok(Err(InvalidCursor)),
            },
            None => None,
        };
        if words.is_empty() {
            let page = page(self, None, &list, after.as_ref().map(|(_, position)| position))?;
            return Ok(Ok(list.answer(SearchKind::Strict, page, None)));
        }
        let strict = Matches::of_words(&self.view, words)?;
        Ok(Ok(match after {
            Some((kind, position)) => self.next_page(&list, strict, text, kind, &position)?,
            None => self.first_page(&list, strict, text)?,
        }))
    }

    fn first_page(&self, list: &List<'_>, strict: Matches, text: &str) -> tantivy::Result<FoundProducts> {
        let found = page(self, Some(&strict), list, None)?;
        let is_filtered = list.query.filter != ProductFilter::default() || list.query.alert.is_some();
        if found.total > 0 || is_filtered && finds_any(&self.view, &strict)? {
            return Ok(list.answer(SearchKind::Strict, found, None));
        }
        let is_by_relevance = list.order.0 == ProductSort::Relevance;
        // The first row of the page is the best match, unless filters or another order hide it.
        let find = |matches: &Matches| match is_by_relevance && !is_filtered {
            true => {
                let page = page(self, Some(matches), list, None)?;
                let best = page.positions.first().map(Position::product);
                Ok(best.map(|best| (best, Some(page))))
            }
            false => Ok(self.best_product(matches)?.map(|best| (best, None))),
        };
        let Some(search) = tolerant(&self.view, &strict, text, find)? else { return Ok(list.answer(SearchKind::Strict, found, None)) };
        let found = match search.found {
            Some(page) => page,
            None => page(self, Some(&search.matches), list, None)?,
        };
        Ok(list.answer(search.kind, found, search.corrected))
    }

    /// The best match of a search without filters.
    fn best_product(&self, matches: &Matches) -> tantivy::Result<Option<ProductId>> {
        Ok(best(self, matches, Order(ProductSort::Relevance), 1)?.first().copied())
    }

    /// The tolerant search after a strict one that finds nothing.
    pub(crate) fn tolerant(&self, strict: &Matches, text: &str) -> tantivy::Result<Option<TolerantSearch<()>>> {
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
            return Ok(list.answer(kind, page(self, Some(&strict), list, Some(after))?, None));
        }
        let search = if finds_any(&self.view, &strict)? { None } else { self.tolerant(&strict, text)? };
        match search.filter(|search| search.kind == kind) {
            Some(search) => Ok(list.answer(kind, page(self, Some(&search.matches), list, Some(after))?, search.corrected)),
            // Since the first page the catalogue has changed, and another search answers: the list of this cursor is over.
            None => Ok(list.answer(kind, FoundPage::default(), None)),
        }
    }
}

/// A list whose pages are read.
struct List<'a> {
    query: &'a ProductQuery,
    order: Order,
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

/// A page of a search.
#[derive(Clone, Debug, Default)]
struct FoundPage {
    /// The products of the page.
    positions: Vec<Position>,
    has_more: bool,
    /// How many products match in all, counted up to [`crate::query::first_rows::COUNT_LIMIT`].
    total: u32,
}

/// The page of a list behind a position; without `matches` the list has all products.
fn page(snapshot: &Snapshot, matches: Option<&Matches>, list: &List<'_>, after: Option<&Position>) -> tantivy::Result<FoundPage> {
    let (query, limit) = (list.query, usize::from(list.query.page.limit.get()));
    let request = RowsRequest { order: list.order, rows: limit + 1, filter: &query.filter, alert: query.alert, after };
    let (mut positions, total) = request.collect(snapshot, matches)?;
    let has_more = positions.len() > limit;
    positions.truncate(limit);
    Ok(FoundPage { positions, has_more, total })
}

/// The first products of a search without filters.
pub(crate) fn best(snapshot: &Snapshot, matches: &Matches, order: Order, rows: usize) -> tantivy::Result<Vec<ProductId>> {
    let filter = ProductFilter::default();
    let (positions, _) = RowsRequest { order, rows, filter: &filter, alert: None, after: None }.collect(snapshot, Some(matches))?;
    Ok(positions.iter().map(Position::product).collect())
}
