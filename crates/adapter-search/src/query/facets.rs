//! The number of products that each further filter would leave.

use std::ops::ControlFlow;

use domain::catalog::ports::StockLevel;
use domain::catalog::product_query::{FacetQuery, FacetValue, ProductFacets, ProductFilter};
use domain::shared::money::Money;
use domain::shared::text::SearchText;
use search_text::words_of_query;
use tantivy::error::DataCorruption;

use crate::index::labels::{LabelCounts, SpellingCounts, parse_label};
use crate::index::segment::{ListRow, Segment};
use crate::index::snapshot::Snapshot;
use crate::query::filter::SegmentFilter;
use crate::query::matches::Matches;
use crate::query::walk::{Window, walk};

impl Snapshot {
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
}

/// The facets of the products that match, or of all; `None` when no product matches, regardless of filters.
fn facets(snapshot: &Snapshot, matches: Option<&Matches>, filter: &ProductFilter) -> tantivy::Result<Option<ProductFacets>> {
    let mut of_segments = Vec::with_capacity(snapshot.view.segments.len());
    for (place, segment) in snapshot.view.segments.iter().enumerate() {
        of_segments.push(SegmentCounts::new(segment, snapshot.levels(place), filter)?);
    }
    let (mut looked_at, mut counts) = (0_u32, Counts::default());
    walk(&snapshot.view, matches, |place, window| {
        let Some(segment) = of_segments.get_mut(place) else { return ControlFlow::Break(()) };
        let left = ProductFacets::LOOKED_AT.saturating_sub(looked_at);
        segment.count_window(window, left, &mut counts);
        looked_at = looked_at.saturating_add(window.len());
        if looked_at > ProductFacets::LOOKED_AT { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
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

impl Counts {
    fn add_price(&mut self, price: u64) {
        let (low, high) = self.prices.unwrap_or((price, price));
        self.prices = Some((low.min(price), high.max(price)));
    }
}

/// The labels of the counted products of a segment.
struct SegmentCounts<'a> {
    segment: &'a Segment,
    rows: &'a [ListRow],
    levels: &'a [StockLevel],
    filter: SegmentFilter<'a>,
    categories: SpellingCounts,
    brands: SpellingCounts,
}

impl<'a> SegmentCounts<'a> {
    fn new(segment: &'a Segment, levels: &'a [StockLevel], filter: &'a ProductFilter) -> tantivy::Result<Self> {
        Ok(Self {
            segment,
            rows: &segment.list_rows().rows,
            levels,
            filter: SegmentFilter::of(segment, filter, None)?,
            categories: SpellingCounts::of(&segment.category),
            brands: SpellingCounts::of(&segment.brand),
        })
    }

    /// Counts the first `most` products that match.
    fn count_window(&mut self, window: Window<'_>, most: u32, counts: &mut Counts) {
        let (rows, levels, most) = (self.rows, self.levels, usize::try_from(most).unwrap_or(usize::MAX));
        let Ok(first) = usize::try_from(window.first) else { return };
        let columns = rows.get(first..).unwrap_or_default().iter().zip(levels.get(first..).unwrap_or_default());
        let found = window.scores.iter().zip(columns).filter(|(score, _)| **score > 0).take(most);
        if self.filter.is_none() {
            found.for_each(|(_, (row, level))| self.count_unfiltered(row, level.stock > 0, counts));
        } else {
            found.for_each(|(_, (row, level))| self.count(row, *level, counts));
        }
    }

    /// Counts a product in each facet.
    fn count_unfiltered(&mut self, row: &ListRow, has_stock: bool, counts: &mut Counts) {
        self.categories.count(row.category);
        self.brands.count(row.brand);
        counts.add_price(row.last_price);
        counts.in_stock += u32::from(has_stock);
        counts.discounted += u32::from(row.is_discounted);
        counts.total += 1;
    }

    /// Counts a product in each facet whose other filters it passes.
    fn count(&mut self, row: &ListRow, level: StockLevel, counts: &mut Counts) {
        let filter = &self.filter;
        let by_category = filter.by_category(row);
        let by_brand = filter.by_brand(row);
        let by_price = filter.by_price(row);
        let by_deal = filter.by_deal(row);
        let by_stock = filter.by_stock(level);
        if by_brand && by_price && by_stock && by_deal {
            self.categories.count(row.category);
        }
        if by_category && by_price && by_stock && by_deal {
            self.brands.count(row.brand);
        }
        if by_category && by_brand && by_stock && by_deal {
            counts.add_price(row.last_price);
        }
        let by_labels_and_price = by_category && by_brand && by_price;
        counts.in_stock += u32::from(by_labels_and_price && by_deal && level.stock > 0);
        counts.discounted += u32::from(by_labels_and_price && by_stock && row.is_discounted);
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
