//! Comparing the index with the catalogue.

use std::sync::Arc;

use bounded_executor::BoundedExecutor;
use domain::catalog::ports::{IdRange, ProductRevision, SearchSource};
use domain::shared::ids::ProductId;

use crate::error::IndexError;
use crate::index::document::ordinal;
use crate::index::segment::Revision;
use crate::index::snapshot::View;
use crate::index::stock_levels::{StockLevels, of_revision};

/// The number of revisions that are read at once by each of two connections, some 1.5 MiB.
const REVISIONS: u32 = 32_768;

/// Finds the products whose state in the index is not the one in the catalogue.
pub(crate) struct Comparison {
    view: Arc<View>,
    /// For each document of each segment, whether the catalogue has this state of the product.
    is_current: Vec<Vec<bool>>,
    changed: Vec<ProductId>,
    levels: StockLevels,
}

impl Comparison {
    /// The products whose state in `view` is not the one in the catalogue, and the stock of all. Two halves of the catalogue are read at
    /// the same time.
    pub(crate) async fn run(
        view: Arc<View>,
        source: &dyn SearchSource,
        executor: &BoundedExecutor,
    ) -> Result<(Vec<ProductId>, StockLevels), IndexError> {
        let middle = view.middle();
        let mut lower = middle.map(|middle| IdRange { after: None, until: Some(middle) });
        let mut upper = Some(IdRange { after: middle, until: None });
        let mut comparison = Self::new(view);
        while lower.is_some() || upper.is_some() {
            let (of_lower, of_upper) = tokio::join!(revisions(source, lower), revisions(source, upper));
            let pages = [of_lower?, of_upper?];
            (lower, upper) = (rest(lower, &pages[0]), rest(upper, &pages[1]));
            let compared = executor.run(move || {
                pages.iter().for_each(|page| comparison.compare(page));
                comparison
            });
            comparison = compared.await?;
        }
        Ok(executor.run(|| comparison.finish()).await?)
    }

    /// Begins a comparison with the products of `view`.
    fn new(view: Arc<View>) -> Self {
        let docs = |max_doc| vec![false; usize::try_from(max_doc).unwrap_or(0)];
        let is_current = view.segments.iter().map(|segment| docs(segment.reader.max_doc())).collect();
        Self { view, is_current, changed: Vec::new(), levels: StockLevels::default() }
    }

    /// Compares some products of the catalogue.
    fn compare(&mut self, revisions: &[ProductRevision]) {
        for revision in revisions {
            if !self.mark_current(revision) {
                self.changed.push(revision.id);
            }
        }
        self.levels.extend(revisions.iter().map(of_revision));
    }

    /// The products to index again or to delete, and stock and sales of all products of the catalogue.
    fn finish(mut self) -> (Vec<ProductId>, StockLevels) {
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

async fn revisions(source: &dyn SearchSource, range: Option<IdRange>) -> Result<Vec<ProductRevision>, IndexError> {
    match range {
        Some(range) => Ok(source.revisions(range, REVISIONS).await?),
        None => Ok(Vec::new()),
    }
}

/// The range behind a page; `None` when the page was the last of its range.
fn rest(range: Option<IdRange>, page: &[ProductRevision]) -> Option<IdRange> {
    let is_full = page.len() >= usize::try_from(REVISIONS).unwrap_or(usize::MAX);
    let last = page.last().filter(|_| is_full)?;
    Some(IdRange { after: Some(last.id), ..range? })
}
