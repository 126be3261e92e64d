//! Filters of products.

use std::ops::Range;

use domain::catalog::ports::StockLevel;
use domain::catalog::product_query::ProductFilter;
use domain::catalog::stock_alert::{LOW_STOCK, StockAlert, replenish_within_days};
use domain::shared::money::Money;
use domain::shared::quantity::Stock;
use domain::shared::text::Label;
use search_text::fold;

use crate::index::document::cents;
use crate::index::segment::{ListRow, Segment, TextColumn};

/// A filter, ready for the documents of one segment.
pub(crate) struct SegmentFilter<'a> {
    filter: &'a ProductFilter,
    alert: Option<StockAlert>,
    /// The spellings of the category and the brand.
    category: Option<Range<u64>>,
    brand: Option<Range<u64>>,
}

impl<'a> SegmentFilter<'a> {
    /// Looks up the labels of a filter in a segment.
    pub(crate) fn of(segment: &Segment, filter: &'a ProductFilter, alert: Option<StockAlert>) -> tantivy::Result<Self> {
        let places = |column: &TextColumn, label: &Option<Label>| {
            label.as_ref().map(|label| column.places_of_key(&fold(label.as_str()))).transpose()
        };
        let category = places(&segment.category, &filter.category)?;
        let brand = places(&segment.brand, &filter.brand)?;
        Ok(Self { filter, alert, category, brand })
    }

    /// Whether every document passes.
    pub(crate) fn is_none(&self) -> bool {
        *self.filter == ProductFilter::default() && self.alert.is_none()
    }

    /// Whether a document passes all filters.
    pub(crate) fn passes(&self, row: &ListRow, level: StockLevel) -> bool {
        self.by_category(row)
            && self.by_brand(row)
            && self.by_price(row)
            && self.by_deal(row)
            && self.by_stock(level)
            && self.alert.is_none_or(|alert| has_alert(alert, level))
    }

    pub(crate) fn by_category(&self, row: &ListRow) -> bool {
        self.category.as_ref().is_none_or(|places| places.contains(&u64::from(row.category)))
    }

    pub(crate) fn by_brand(&self, row: &ListRow) -> bool {
        self.brand.as_ref().is_none_or(|places| places.contains(&u64::from(row.brand)))
    }

    /// Whether its current price is within the limits.
    pub(crate) fn by_price(&self, row: &ListRow) -> bool {
        let limit = |price: Option<Money>| price.map(|price| cents(price.cents()));
        let (least, most) = (limit(self.filter.min_price), limit(self.filter.max_price));
        least.is_none_or(|least| row.last_price >= least) && most.is_none_or(|most| row.last_price <= most)
    }

    /// Whether it costs less than it did, as is asked for.
    pub(crate) fn by_deal(&self, row: &ListRow) -> bool {
        self.filter.discounted.is_none_or(|discounted| discounted == row.is_discounted)
    }

    /// Whether it has stock, as is asked for.
    pub(crate) fn by_stock(&self, level: StockLevel) -> bool {
        self.filter.in_stock.is_none_or(|in_stock| in_stock == (level.stock > 0))
    }
}

/// Whether a product with this stock and these sales has an alert.
pub(crate) fn has_alert(alert: StockAlert, level: StockLevel) -> bool {
    match alert {
        StockAlert::Out => level.stock == 0,
        StockAlert::Low => (1..=LOW_STOCK).contains(&level.stock),
        StockAlert::Replenish => {
            Stock::parse(i64::from(level.stock)).is_ok_and(|stock| replenish_within_days(stock, u64::from(level.sales)).is_some())
        }
    }
}
