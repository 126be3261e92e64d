//! The first rows of a list: those of each segment, put together.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use domain::catalog::ports::StockLevel;
use domain::catalog::product_query::{ProductFilter, ProductSort};
use domain::catalog::stock_alert::StockAlert;
use domain::shared::page::TotalCount;
use tantivy::DocId;

use crate::index::segment::{ListRows, Segment};
use crate::index::snapshot::Snapshot;
use crate::query::filter::SegmentFilter;
use crate::query::matches::Matches;
use crate::query::order::{Order, Position, Rank};
use crate::query::walk::{Piece, Window, walk};

/// The number up to which matches are counted.
pub(super) const COUNT_LIMIT: u32 = TotalCount::LIMIT + 1;

/// The first rows of a list behind a position.
pub(super) struct RowsRequest<'a> {
    pub(super) order: Order,
    pub(super) rows: usize,
    pub(super) filter: &'a ProductFilter,
    pub(super) alert: Option<StockAlert>,
    pub(super) after: Option<&'a Position>,
}

impl RowsRequest<'_> {
    /// The rows in their order, and the number of matches, counted up to [`COUNT_LIMIT`]. Without `matches` the list has all products.
    pub(super) fn collect(&self, snapshot: &Snapshot, matches: Option<&Matches>) -> tantivy::Result<(Vec<Position>, u32)> {
        let segments = &snapshot.view.segments;
        let (mut of_segments, greatest_score) = (Vec::with_capacity(segments.len()), matches.map_or(0, Matches::greatest_score));
        for (place, segment) in segments.iter().enumerate() {
            of_segments.push(SegmentRows::new(self, segment, snapshot.levels(place), greatest_score)?);
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
struct SegmentRows<'a> {
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

impl<'a> SegmentRows<'a> {
    fn new(request: &RowsRequest<'a>, segment: &'a Segment, levels: &'a [StockLevel], greatest: u32) -> tantivy::Result<Self> {
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
