//! One state of the index, which does not change while it is searched.

use std::sync::{Arc, OnceLock};

use domain::catalog::ports::StockLevel;
use domain::shared::ids::ProductId;
use tantivy::{DocId, Searcher, SegmentReader};

use crate::index::expansion::ExpansionCache;
use crate::index::labels::Labels;
use crate::index::schema::Fields;
use crate::index::segment::Segment;
use crate::index::stock_levels::StockLevels;

/// The products of one commit.
pub(crate) struct View {
    /// The segments, in the order of the searcher's.
    pub(crate) segments: Vec<Segment>,
    labels: OnceLock<Labels>,
    /// What words of queries found so far.
    pub(crate) known_words: ExpansionCache,
}

impl View {
    /// Opens all segments. What was read of those that `former` has is not read again.
    pub(crate) fn open(searcher: &Searcher, fields: &Fields, former: Option<&Self>) -> tantivy::Result<Self> {
        let of_former = |id| former?.segments.iter().find(|segment| segment.reader.segment_id() == id);
        let open = |reader: &SegmentReader| Segment::open(reader, fields, of_former(reader.segment_id()));
        let segments = searcher.segment_readers().iter().map(open).collect::<tantivy::Result<_>>()?;
        Ok(Self { segments, labels: OnceLock::new(), known_words: ExpansionCache::default() })
    }

    /// All brands and categories, collected at the first call.
    pub(crate) fn labels(&self) -> tantivy::Result<&Labels> {
        if let Some(labels) = self.labels.get() {
            return Ok(labels);
        }
        let labels = Labels::of(&self.segments)?;
        Ok(self.labels.get_or_init(|| labels))
    }

    /// The id in the middle of the largest segment; `None` without products.
    pub(crate) fn middle(&self) -> Option<ProductId> {
        let largest = self.segments.iter().max_by_key(|segment| segment.reader.max_doc())?;
        (largest.reader.max_doc() > 0).then(|| largest.id(largest.reader.max_doc() / 2))
    }

    /// Segment and document of a product.
    pub(crate) fn find(&self, id: ProductId) -> Option<(usize, DocId)> {
        self.segments.iter().enumerate().find_map(|(place, segment)| Some((place, segment.find(id)?)))
    }
}

/// Stock and sales of the documents of a segment.
pub(crate) type SegmentLevels = Arc<Vec<StockLevel>>;

/// The products of one commit with their stock and sales. These are kept beside the index, so that an order changes no segment.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) view: Arc<View>,
    /// Stock and sales, in the order of the segments.
    levels: Vec<SegmentLevels>,
}

impl Snapshot {
    /// The state of a commit with stock and sales of all documents, in the order of the segments. Reads nothing of the index.
    pub(crate) fn with_levels(view: View, levels: Vec<SegmentLevels>) -> Self {
        Self { view: Arc::new(view), levels }
    }

    /// The state of a commit. The level of a product is the one in `levels`, else the one it had in `former`, else zero.
    pub(crate) fn new(view: View, former: Option<&Self>, levels: &StockLevels) -> Self {
        let of_segment = |segment: &Segment| {
            let unchanged = former.and_then(|former| former.levels_of(segment));
            unchanged.unwrap_or_else(|| {
                let mut of_docs = vec![StockLevel::default(); usize::try_from(segment.reader.max_doc()).unwrap_or(0)];
                for (doc, level) in (0..).zip(&mut of_docs).filter(|(doc, _)| !segment.reader.is_deleted(*doc)) {
                    let id = segment.id(doc);
                    *level = levels.get(id).or_else(|| former?.level_of(id)).unwrap_or_default();
                }
                Arc::new(of_docs)
            })
        };
        let of_segments = view.segments.iter().map(of_segment).collect();
        let mut snapshot = Self { view: Arc::new(view), levels: of_segments };
        if former.is_some() {
            snapshot.set_levels(levels.iter());
        }
        snapshot
    }

    /// Sets stock and sales of these products; those that are not in the index are left out.
    pub(crate) fn set_levels(&mut self, levels: impl IntoIterator<Item = (ProductId, StockLevel)>) {
        for (id, level) in levels {
            self.change_level(id, |present| *present = level);
        }
    }

    /// Sets the sales of these products, and those of all others to 0.
    pub(crate) fn set_sales(&mut self, sales: &[(ProductId, u32)]) {
        for levels in &mut self.levels {
            Arc::make_mut(levels).iter_mut().for_each(|level| level.sales = 0);
        }
        for (id, sales) in sales {
            self.change_level(*id, |present| present.sales = *sales);
        }
    }

    /// Stock and sales of the documents of a segment.
    pub(crate) fn levels(&self, segment: usize) -> &[StockLevel] {
        self.levels.get(segment).map_or(&[], |levels| levels.as_slice())
    }

    /// Stock and sales of a document.
    pub(crate) fn level(&self, segment: usize, doc: DocId) -> StockLevel {
        usize::try_from(doc).ok().and_then(|doc| self.levels(segment).get(doc)).copied().unwrap_or_default()
    }

    fn change_level(&mut self, id: ProductId, change: impl FnOnce(&mut StockLevel)) {
        let Some((segment, doc)) = self.view.find(id) else { return };
        let levels = self.levels.get_mut(segment).map(Arc::make_mut);
        if let Some(level) = usize::try_from(doc).ok().and_then(|doc| levels?.get_mut(doc)) {
            change(level);
        }
    }

    fn levels_of(&self, segment: &Segment) -> Option<SegmentLevels> {
        let id = segment.reader.segment_id();
        let place = self.view.segments.iter().position(|former| former.reader.segment_id() == id)?;
        self.levels.get(place).cloned()
    }

    fn level_of(&self, id: ProductId) -> Option<StockLevel> {
        let (segment, doc) = self.view.find(id)?;
        Some(self.level(segment, doc))
    }
}
