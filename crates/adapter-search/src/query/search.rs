//! The pages of a search, from one state of the index.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use domain::catalog::ports::{FoundProducts, StockLevel};
use domain::catalog::product_query::{ProductFilter, ProductQuery, ProductSort};
use domain::catalog::stock_alert::StockAlert;
use domain::shared::ids::ProductId;
use domain::shared::page::{InvalidCursor, TotalCount};
use domain::shared::text::SearchText;
use search_text::words_of_query;
use tantivy::DocId;

use crate::index::segment::{ListRows, Segment};
use crate::index::snapshot::Snapshot;
use crate::query::cursor;
use crate::query::filter::SegmentFilter;
use crate::query::matches::Matches;
use crate::query::order::{Order, Position, Rank};
use crate::query::tolerant::{SearchKind, TolerantSearch, tolerant};
use crate::query::walk::{Piece, Window, finds_any, walk};

/// The number up to which matches are counted.
const COUNT_LIMIT: u32 = TotalCount::LIMIT + 1;

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
    /// How many products match in all, counted up to [`COUNT_LIMIT`].
    total: u32,
}

/// The page of a list behind a position; without `matches` the list has all products.
fn page(snapshot: &Snapshot, matches: Option<&Matches>, list: &List<'_>, after: Option<&Position>) -> tantivy::Result<FoundPage> {
    let (query, limit) = (list.query, usize::from(list.query.page.limit.get()));
    let request = PageRequest { order: list.order, rows: limit + 1, filter: &query.filter, alert: query.alert, after };
    let (mut positions, total) = request.collect(snapshot, matches)?;
    let has_more = positions.len() > limit;
    positions.truncate(limit);
    Ok(FoundPage { positions, has_more, total })
}

/// The first products of a search without filters.
pub(crate) fn best(snapshot: &Snapshot, matches: &Matches, order: Order, rows: usize) -> tantivy::Result<Vec<ProductId>> {
    let filter = ProductFilter::default();
    let (positions, _) = PageRequest { order, rows, filter: &filter, alert: None, after: None }.collect(snapshot, Some(matches))?;
    Ok(positions.iter().map(Position::product).collect())
}

struct PageRequest<'a> {
    order: Order,
    rows: usize,
    filter: &'a ProductFilter,
    alert: Option<StockAlert>,
    after: Option<&'a Position>,
}

impl PageRequest<'_> {
    /// The first rows in their order, and the number of matches.
    fn collect(&self, snapshot: &Snapshot, matches: Option<&Matches>) -> tantivy::Result<(Vec<Position>, u32)> {
        let segments = &snapshot.view.segments;
        let (mut of_segments, greatest_score) = (Vec::with_capacity(segments.len()), matches.map_or(0, Matches::greatest_score));
        for (place, segment) in segments.iter().enumerate() {
            of_segments.push(SegmentPage::new(self, segment, snapshot.levels(place), greatest_score)?);
        }
        walk(&snapshot.view, matches, |place, window| match of_segments.get_mut(place) {
            Some(page) => page.visit(window),
            None => ControlFlow::Break(()),
        })?;
        let (mut positions, mut total) = (Vec::new(), 0_u32);
        for page in of_segments {
            total = total.saturating_add(page.total).min(COUNT_LIMIT);
            for Reverse(rank) in page.best {
                positions.push(self.order.position(page.segment, rank)?);
            }
        }
        positions.sort_by(|left, right| self.order.compare(left, right));
        positions.truncate(self.rows);
        Ok((positions, total))
    }
}

/// The first rows of a segment.
struct SegmentPage<'a> {
    order: Order,
    rows: usize,
    segment: &'a Segment,
    columns: &'a ListRows,
    levels: &'a [StockLevel],
    filter: SegmentFilter<'a>,
    behind: Option<Rank>,
    greatest_score: u64,
    /// Whether the rows are those of the page, so that further documents are only counted.
    is_complete: bool,
    /// The documents from this one on have smaller ids than the last row so far; the greatest number when it is not known.
    ties_end: DocId,
    /// The rows found so far, the last in the order on top.
    best: BinaryHeap<Reverse<Rank>>,
    total: u32,
}

impl<'a> SegmentPage<'a> {
    fn new(request: &PageRequest<'a>, segment: &'a Segment, levels: &'a [StockLevel], greatest: u32) -> tantivy::Result<Self> {
        let behind = match request.after {
            // A position of another order is behind everything; cursors are checked before.
            Some(after) => Some(request.order.behind(segment, after)?.unwrap_or((0, 0))),
            None => None,
        };
        Ok(Self {
            order: request.order,
            rows: request.rows,
            segment,
            columns: segment.list_rows(),
            levels,
            filter: SegmentFilter::of(segment, request.filter, request.alert)?,
            behind,
            greatest_score: u64::from(greatest),
            is_complete: false,
            ties_end: DocId::MAX,
            best: BinaryHeap::with_capacity(request.rows + 1),
            total: 0,
        })
    }

    /// Takes the documents of a window, some at a time: most pieces of it have no document that can be on the page.
    fn visit(&mut self, window: Window<'_>) -> ControlFlow<()> {
        for piece in window.pieces() {
            if self.filter.is_none() && (self.is_complete || !self.may_take(piece)) {
                self.total += piece.len();
            } else {
                piece.found().for_each(|(doc, score)| self.visit_doc(doc, score));
            }
        }
        if self.is_complete && self.total >= COUNT_LIMIT { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn visit_doc(&mut self, doc: DocId, score: u16) {
        let at = usize::try_from(doc).unwrap_or(usize::MAX);
        let (Some(row), Some(level)) = (self.columns.rows.get(at), self.levels.get(at)) else { return };
        if !self.filter.passes(row, *level) {
            return;
        }
        self.total += 1;
        if !self.is_complete {
            let rank = self.order.rank(row, *level, score);
            self.offer(rank, doc);
            self.is_complete = self.is_complete_before(rank, doc);
        }
    }

    /// Whether a document of a piece can be on the page: it has a score above that of the last row so far, or the same one where ids
    /// decide.
    fn may_take(&self, piece: Piece<'_>) -> bool {
        let (ProductSort::Relevance, Some(worst)) = (self.order.0, self.worst()) else { return true };
        let best = u64::from(piece.best());
        best > worst.0 || (best == worst.0 && piece.first < self.ties_end)
    }

    /// The last row so far, if there are as many as are wanted.
    fn worst(&self) -> Option<Rank> {
        self.best.peek().filter(|_| self.best.len() >= self.rows).map(|worst| worst.0)
    }

    /// Takes a document if it is behind the cursor and before the last row so far. Ids are read only where they may decide.
    fn offer(&mut self, rank: u64, doc: DocId) {
        let worst = self.worst();
        if self.behind.is_some_and(|behind| rank > behind.0)
            || worst.is_some_and(|worst| rank < worst.0 || self.loses_tie(rank, doc, worst))
        {
            return;
        }
        let rank = (rank, self.order.tie(self.segment.id(doc)));
        if self.behind.is_some_and(|behind| rank >= behind) || worst.is_some_and(|worst| rank <= worst) {
            return;
        }
        self.best.push(Reverse(rank));
        if self.best.len() > self.rows {
            self.best.pop();
        }
        self.ties_end = DocId::MAX;
    }

    /// Whether a document has the rank of the last row and a smaller id, because it is behind all that share the upper half of that row's
    /// id. So have all documents after it.
    fn loses_tie(&mut self, rank: u64, doc: DocId, worst: Rank) -> bool {
        if rank != worst.0 || self.order.is_ascending() {
            return false;
        }
        if doc < self.ties_end && u128::from(self.segment.id_high(doc)) < worst.1 >> 64 {
            self.ties_end = doc;
        }
        doc >= self.ties_end
    }

    /// Whether no document after this one, which has this rank, can come before the rows found so far. Later documents have smaller ids.
    fn is_complete_before(&self, rank: u64, doc: DocId) -> bool {
        let Some((worst, _)) = self.worst() else { return false };
        let loses_ties = doc >= self.ties_end;
        match self.order.0 {
            ProductSort::Relevance => loses_ties && worst >= self.greatest_score,
            ProductSort::Newest => self.columns.are_newest_first && (rank < worst || loses_ties),
            _ => false,
        }
    }
}
