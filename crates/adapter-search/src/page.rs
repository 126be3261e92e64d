//! The page of a search, with the total.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use domain::catalog::product_query::{ProductFilter, ProductQuery};
use domain::shared::ids::ProductId;
use domain::shared::page::TotalCount;
use tantivy::DocId;
use uuid::Uuid;

use crate::filter::SegmentFilter;
use crate::matches::Matches;
use crate::order::{Order, Position, Rank};
use crate::segment::Segment;
use crate::snapshot::Snapshot;
use crate::walk::{Score, walk};

/// The number up to which matches are counted.
const COUNT_LIMIT: u32 = TotalCount::LIMIT + 1;

/// A page of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoundPage {
    /// The products of the page.
    pub(crate) positions: Vec<Position>,
    /// Whether more follow.
    pub(crate) has_more: bool,
    /// How many products match in all, counted up to [`COUNT_LIMIT`].
    pub(crate) total: u32,
}

/// The page of a query behind a position.
pub(crate) fn page(snapshot: &Snapshot, matches: &Matches, query: &ProductQuery, after: Option<&Position>) -> tantivy::Result<FoundPage> {
    let limit = usize::from(query.page.limit.get());
    let request = PageRequest { order: query.sort.into(), rows: limit + 1, filter: &query.filter, query: Some(query), after };
    let (mut positions, total) = request.collect(snapshot, matches)?;
    let has_more = positions.len() > limit;
    positions.truncate(limit);
    Ok(FoundPage { positions, has_more, total })
}

/// The first products of a search without filters.
pub(crate) fn best(snapshot: &Snapshot, matches: &Matches, order: Order, rows: usize) -> tantivy::Result<Vec<ProductId>> {
    let filter = ProductFilter::default();
    let (positions, _) = PageRequest { order, rows, filter: &filter, query: None, after: None }.collect(snapshot, matches)?;
    Ok(positions.into_iter().map(|position| ProductId::new(Uuid::from_u128(position.id))).collect())
}

struct PageRequest<'a> {
    order: Order,
    rows: usize,
    filter: &'a ProductFilter,
    query: Option<&'a ProductQuery>,
    after: Option<&'a Position>,
}

impl PageRequest<'_> {
    /// The first rows in their order, and the number of matches.
    fn collect(&self, snapshot: &Snapshot, matches: &Matches) -> tantivy::Result<(Vec<Position>, u32)> {
        let segments = &snapshot.view.segments;
        let mut of_segments = Vec::with_capacity(segments.len());
        for (place, segment) in segments.iter().enumerate() {
            of_segments.push(SegmentPage::new(self, snapshot, segment, place, matches.greatest_score())?);
        }
        walk(&snapshot.view, Some(matches), self.order == Order::Relevance, |place, doc, score| match of_segments.get_mut(place) {
            Some(page) => page.visit(doc, score),
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
    snapshot: &'a Snapshot,
    segment: &'a Segment,
    place: usize,
    filter: SegmentFilter<'a>,
    behind: Option<Rank>,
    greatest_score: u64,
    /// Whether the rows are those of the page, so that further documents are only counted.
    is_complete: bool,
    /// The rows found so far, the last in the order on top.
    best: BinaryHeap<Reverse<Rank>>,
    total: u32,
}

impl<'a> SegmentPage<'a> {
    fn new(request: &PageRequest<'a>, snapshot: &'a Snapshot, segment: &'a Segment, place: usize, greatest: u32) -> tantivy::Result<Self> {
        let behind = match request.after {
            // A position of another order is behind everything; cursors are checked before.
            Some(after) => Some(request.order.behind(segment, after)?.unwrap_or((0, 0))),
            None => None,
        };
        Ok(Self {
            order: request.order,
            rows: request.rows,
            snapshot,
            segment,
            place,
            filter: SegmentFilter::of(segment, request.filter, request.query.and_then(|query| query.alert))?,
            behind,
            greatest_score: u64::from(greatest),
            is_complete: false,
            best: BinaryHeap::with_capacity(request.rows + 1),
            total: 0,
        })
    }

    fn visit(&mut self, doc: DocId, score: Score<'_>) -> ControlFlow<()> {
        if self.filter.passes(doc, || self.snapshot.level(self.place, doc)) {
            self.total += 1;
            if !self.is_complete {
                let rank = self.order.rank(self.snapshot, self.segment, self.place, doc, score);
                self.offer(rank, doc);
                self.is_complete = self.is_complete_before(doc);
            }
        }
        if self.is_complete && self.total >= COUNT_LIMIT { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Takes a document if it is behind the cursor and before the last row so far. Ids are read only where they may decide: among
    /// equals a later document is older.
    fn offer(&mut self, rank: u64, doc: DocId) {
        let worst = self.best.peek().filter(|_| self.best.len() >= self.rows).map(|worst| worst.0);
        let loses_ties = !self.order.is_ascending() && !self.segment.shares_half(doc);
        if loses_ties && worst.is_some_and(|worst| rank <= worst.0) {
            return;
        }
        if self.behind.is_some_and(|behind| rank > behind.0) || worst.is_some_and(|worst| rank < worst.0) {
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
    }

    /// Whether no document after this one can come before the rows found so far: all have the greatest score, and later documents are
    /// older.
    fn is_complete_before(&self, doc: DocId) -> bool {
        self.order == Order::Relevance
            && self.best.len() >= self.rows
            && self.best.peek().is_some_and(|Reverse((rank, _))| *rank >= self.greatest_score)
            && !self.segment.shares_half(doc.saturating_add(1))
    }
}
