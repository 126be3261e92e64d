//! The number of products that each further filter would leave.

use std::ops::ControlFlow;

use domain::catalog::product_query::{FacetValue, ProductFacets, ProductFilter};
use domain::shared::money::Money;
use tantivy::DocId;
use tantivy::error::DataCorruption;

use crate::filter::{SegmentFilter, is_discounted};
use crate::labels::{LabelCounts, SpellingCounts, parse_label};
use crate::matches::Matches;
use crate::segment::Segment;
use crate::snapshot::Snapshot;
use crate::walk::walk;

/// The facets of the products that match, or of all; `None` when no product matches, regardless of filters.
pub(crate) fn facets(snapshot: &Snapshot, matches: Option<&Matches>, filter: &ProductFilter) -> tantivy::Result<Option<ProductFacets>> {
    let mut of_segments = Vec::with_capacity(snapshot.view.segments.len());
    for segment in &snapshot.view.segments {
        of_segments.push(SegmentCounts::new(segment, filter)?);
    }
    let (mut looked_at, mut counts) = (0_u32, Counts::default());
    walk(&snapshot.view, matches, false, |place, doc, _| {
        looked_at = looked_at.saturating_add(1);
        match of_segments.get_mut(place) {
            Some(segment) if looked_at <= ProductFacets::LOOKED_AT => {
                segment.count(doc, snapshot.level(place, doc).stock > 0, &mut counts);
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Break(()),
        }
    })?;
    if looked_at == 0 {
        return Ok(None);
    }
    let (mut categories, mut brands) = (LabelCounts::default(), LabelCounts::default());
    for segment in &of_segments {
        categories.add(&segment.segment.category, &segment.categories)?;
        brands.add(&segment.segment.brand, &segment.brands)?;
    }
    Ok(Some(ProductFacets {
        categories: values(categories)?,
        brands: values(brands)?,
        prices: counts.prices.map(|(low, high)| Ok::<_, tantivy::TantivyError>((money(low)?, money(high)?))).transpose()?,
        in_stock: counts.in_stock,
        discounted: counts.discounted,
        total: counts.total,
        exact: looked_at <= ProductFacets::LOOKED_AT,
    }))
}

/// The facets that have no values of their own.
#[derive(Default)]
struct Counts {
    prices: Option<(u64, u64)>,
    in_stock: u32,
    discounted: u32,
    total: u32,
}

/// The labels of the counted products of a segment.
struct SegmentCounts<'a> {
    segment: &'a Segment,
    filter: SegmentFilter<'a>,
    is_stock_filtered: Option<bool>,
    categories: SpellingCounts,
    brands: SpellingCounts,
}

impl<'a> SegmentCounts<'a> {
    fn new(segment: &'a Segment, filter: &'a ProductFilter) -> tantivy::Result<Self> {
        Ok(Self {
            segment,
            is_stock_filtered: filter.in_stock,
            filter: SegmentFilter::of(segment, filter, None)?,
            categories: SpellingCounts::of(&segment.category),
            brands: SpellingCounts::of(&segment.brand),
        })
    }

    /// Counts a product in each facet whose other filters it passes.
    fn count(&mut self, doc: DocId, has_stock: bool, counts: &mut Counts) {
        let (filter, segment) = (&self.filter, self.segment);
        let by_category = filter.by_category(doc);
        let by_brand = filter.by_brand(doc);
        let by_price = filter.by_price(doc);
        let by_deal = filter.by_deal(doc);
        let by_stock = self.is_stock_filtered.is_none_or(|wanted| wanted == has_stock);
        if by_brand && by_price && by_stock && by_deal {
            self.categories.count(segment.category.place(doc));
        }
        if by_category && by_price && by_stock && by_deal {
            self.brands.count(segment.brand.place(doc));
        }
        if by_category && by_brand && by_stock && by_deal {
            let price = segment.last_price(doc);
            let (low, high) = counts.prices.unwrap_or((price, price));
            counts.prices = Some((low.min(price), high.max(price)));
        }
        let by_labels_and_price = by_category && by_brand && by_price;
        counts.in_stock += u32::from(by_labels_and_price && by_deal && has_stock);
        counts.discounted += u32::from(by_labels_and_price && by_stock && is_discounted(segment, doc));
        counts.total += u32::from(by_labels_and_price && by_stock && by_deal);
    }
}

/// The values with most products, by name.
fn values(labels: LabelCounts) -> tantivy::Result<Vec<FacetValue>> {
    let most = usize::try_from(ProductFacets::VALUES).unwrap_or(usize::MAX);
    let mut labels: Vec<_> = labels.by_count().into_iter().take(most).collect();
    labels.sort_by(|(left, _), (right, _)| left.cmp(right));
    labels.into_iter().map(|(_, label)| Ok(FacetValue { value: parse_label(&label.spelling)?, count: label.count })).collect()
}

fn money(cents: u64) -> tantivy::Result<Money> {
    let money = i64::try_from(cents).ok().and_then(|cents| Money::from_cents(cents).ok());
    money.ok_or_else(|| DataCorruption::comment_only("a price of the index").into())
}
