//! Filters of products.

use std::ops::Range;

use domain::catalog::ports::StockLevel;
use domain::catalog::product_query::ProductFilter;
use domain::catalog::stock_alert::{LOW_STOCK, StockAlert, replenish_within_days};
use domain::shared::money::Money;
use domain::shared::quantity::Stock;
use domain::shared::text::Label;
use search_text::fold;
use tantivy::DocId;

use crate::index::document::cents;
use crate::index::segment::{Segment, TextColumn};

/// A filter, ready for the documents of one segment.
pub(crate) struct SegmentFilter<'a> {
    segment: &'a Segment,
    filter: &'a ProductFilter,
    alert: Option<StockAlert>,
    /// The spellings of the category and the brand.
    category: Option<Range<u64>>,
    brand: Option<Range<u64>>,
}

impl<'a> SegmentFilter<'a> {
    /// Looks up the labels of a filter in a segment.
    pub(crate) fn of(segment: &'a Segment, filter: &'a ProductFilter, alert: Option<StockAlert>) -> tantivy::Result<Self> {
        let places = |column: &TextColumn, label: &Option<Label>| {
            label.as_ref().map(|label| column.places_of_key(&fold(label.as_str()))).transpose()
        };
        let category = places(&segment.category, &filter.category)?;
        let brand = places(&segment.brand, &filter.brand)?;
        Ok(Self { segment, filter, alert, category, brand })
    }

    /// Whether every document passes.
    pub(crate) fn is_none(&self) -> bool {
        *self.filter == ProductFilter::default() && self.alert.is_none()
    }

    /// Whether a document passes all filters.
    pub(crate) fn passes(&self, doc: DocId, level: impl Fn() -> StockLevel) -> bool {
        self.by_category(doc)
            && self.by_brand(doc)
            && self.by_price(doc)
            && self.by_deal(doc)
            && (self.filter.in_stock.is_none() || self.by_stock(level()))
            && self.alert.is_none_or(|alert| has_alert(alert, level()))
    }

    /// Whether it has the category.
    pub(crate) fn by_category(&self, doc: DocId) -> bool {
        self.category.as_ref().is_none_or(|places| self.segment.category.place(doc).is_some_and(|place| places.contains(&place)))
    }

    /// Whether it has the brand.
    pub(crate) fn by_brand(&self, doc: DocId) -> bool {
        self.brand.as_ref().is_none_or(|places| self.segment.brand.place(doc).is_some_and(|place| places.contains(&place)))
    }

    /// Whether its current price is within the limits.
    pub(crate) fn by_price(&self, doc: DocId) -> bool {
        let limit = |price: Option<Money>| price.map(|price| cents(price.cents()));
        let (least, most) = (limit(self.filter.min_price), limit(self.filter.max_price));
        (least.is_none() && most.is_none()) || {
            let price = self.segment.last_price(doc);
            least.is_none_or(|least| price >= least) && most.is_none_or(|most| price <= most)
        }
    }

    /// Whether it costs less than it did, as is asked for.
    pub(crate) fn by_deal(&self, doc: DocId) -> bool {
        self.filter.discounted.is_none_or(|discounted| discounted == is_discounted(self.segment, doc))
    }

    /// Whether it has stock, as is asked for.
    pub(crate) fn by_stock(&self, level: StockLevel) -> bool {
        self.filter.in_stock.is_none_or(|in_stock| in_stock == (level.stock > 0))
    }
}

/// Whether a product costs less than it did.
fn is_discounted(segment: &Segment, doc: DocId) -> bool {
    segment.last_price(doc) < segment.price(doc)
}

fn has_alert(alert: StockAlert, level: StockLevel) -> bool {
    match alert {
        StockAlert::Out => level.stock == 0,
        StockAlert::Low => (1..=LOW_STOCK).contains(&level.stock),
        StockAlert::Replenish => {
            Stock::parse(i64::from(level.stock)).is_ok_and(|stock| replenish_within_days(stock, u64::from(level.sales)).is_some())
        }
    }
}
