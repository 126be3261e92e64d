//! Comparing the index with the catalogue.

use std::sync::Arc;

use domain::catalog::ports::ProductRevision;
use domain::shared::ids::ProductId;

use crate::index::document::ordinal;
use crate::index::segment::Revision;
use crate::index::snapshot::View;
use crate::index::stock_levels::{StockLevels, of_revision};

/// Finds the products whose state in the index is not the one in the catalogue.
pub(crate) struct Comparison {
    view: Arc<View>,
    /// For each document of each segment, whether the catalogue has this state of the product.
    is_current: Vec<Vec<bool>>,
    changed: Vec<ProductId>,
    levels: StockLevels,
}

impl Comparison {
    /// Begins a comparison with the products of `view`.
    pub(crate) fn new(view: Arc<View>) -> Self {
        let docs = |max_doc| vec![false; usize::try_from(max_doc).unwrap_or(0)];
        let is_current = view.segments.iter().map(|segment| docs(segment.reader.max_doc())).collect();
        Self { view, is_current, changed: Vec::new(), levels: StockLevels::default() }
    }

    /// Compares some products of the catalogue.
    pub(crate) fn compare(&mut self, revisions: &[ProductRevision]) {
        for revision in revisions {
            if !self.mark_current(revision) {
                self.changed.push(revision.id);
            }
        }
        self.levels.extend(revisions.iter().map(of_revision));
    }

    /// The products to index again or to delete, and stock and sales of all products of the catalogue.
    pub(crate) fn finish(mut self) -> (Vec<ProductId>, StockLevels) {
        for (segment, is_current) in self.view.segments.iter().zip(&self.is_current) {
            let current = |doc| usize::try_from(doc).is_ok_and(|doc| is_current.get(doc) == Some(&true));
            self.changed.extend(segment.live().filter(|doc| !current(*doc)).map(|doc| segment.id(doc)));
        }
        self.changed.sort_unstable();
        self.changed.dedup();
        (self.changed, self.levels)
    }

    fn mark_current(&mut self, revision: &ProductRevision) -> bool {
        let state: Revision = (u64::from(revision.version.cast_unsigned()), ordinal(revision.updated_at));
        let Some((place, doc)) = self.view.find(revision.id) else { return false };
        let Some(segment) = self.view.segments.get(place).filter(|segment| segment.revision(doc) == state) else { return false };
        debug_assert_eq!(segment.id(doc), revision.id);
        let docs = self.is_current.get_mut(place);
        usize::try_from(doc).ok().and_then(|doc| docs?.get_mut(doc)).is_some_and(|is_current| {
            *is_current = true;
            true
        })
    }
}
