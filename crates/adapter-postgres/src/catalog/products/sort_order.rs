//! In which order products come, and how a cursor says where a page ended.

use chrono::{DateTime, Utc};
use domain::catalog::product_query::{ProductQuery, ProductSort};
use domain::catalog::stock_alert::StockAlert;
use domain::shared::money::Money;
use domain::shared::page::Cursor;
use domain::shared::text::Label;
use serde::Serialize;
use uuid::Uuid;

use super::row::{ListedRow, label_key};
use crate::query::cursor::{self, Micros, SortValue};
use crate::query::sql::{Bind, Sql};

/// What a list is narrowed by, in a form that equal filters share.
fn narrowed_by(query: &ProductQuery) -> impl Serialize {
    let (filter, label) = (&query.filter, |label: &Option<Label>| label.as_ref().map(label_key));
    let prices = [filter.min_price, filter.max_price].map(|price| price.map(Money::cents));
    let alert = query.alert.map(|alert| match alert {
        StockAlert::Out => "out",
        StockAlert::Low => "low",
        StockAlert::Replenish => "replenish",
    });
    (filter.discounted, filter.in_stock, prices, label(&filter.category), label(&filter.brand), alert)
}

/// The order of a list.
#[derive(Clone, Debug)]
pub(crate) struct SortOrder {
    sort: ProductSort,
    /// Names the list and its order; a cursor carries it.
    list: String,
}

impl SortOrder {
    /// The order that is asked for. The database does not search, so nothing is a better match: the newest come first then.
    pub(crate) fn of(query: &ProductQuery) -> Self {
        let list = match query.sort {
            ProductSort::Relevance | ProductSort::Newest => "products:newest",
            ProductSort::PriceUp => "products:price",
            ProductSort::PriceDown => "products:-price",
            ProductSort::Name => "products:name",
            ProductSort::Bestselling => "products:bestselling",
        };
        let sort = if query.sort == ProductSort::Relevance { ProductSort::Newest } else { query.sort };
        // The empty place is that of the text in the release before, whose cursors stay valid.
        Self { sort, list: cursor::name_of(list, &((), narrowed_by(query))) }
    }

    /// Whether the table `s` of sales is needed.
    pub(crate) fn needs_sales(&self) -> bool {
        self.sort == ProductSort::Bestselling
    }

    /// The number products are sorted by, where that is not a column.
    pub(crate) const fn rank(&self) -> &'static str {
        match self.sort {
            ProductSort::Bestselling => "coalesce(s.units, 0)",
            _ => "0::bigint",
        }
    }

    /// ` ORDER BY …`.
    pub(crate) const fn order_by(&self) -> &'static str {
        match self.sort {
            ProductSort::Relevance | ProductSort::Newest => " ORDER BY p.created_at DESC, p.id DESC",
            ProductSort::PriceUp => " ORDER BY p.last_price_cents, p.id",
            ProductSort::PriceDown => " ORDER BY p.last_price_cents DESC, p.id DESC",
            ProductSort::Name => " ORDER BY p.name_key, p.id",
            ProductSort::Bestselling => " ORDER BY coalesce(s.units, 0) DESC, p.id DESC",
        }
    }

    /// The condition for the rows behind a cursor; `None` when it is not a cursor of this list.
    pub(crate) fn behind(&self, after: &Cursor) -> Option<Sql> {
        match self.sort {
            ProductSort::Relevance | ProductSort::Newest => {
                let (at, id) = cursor::read::<Micros, Uuid>(&self.list, after)?;
                Some(Sql::new("(p.created_at, p.id) < (").bind(at.instant()).sql(", ").bind(id).sql(")"))
            }
            ProductSort::PriceUp => self.beyond::<i64>(after, "(p.last_price_cents, p.id) > ("),
            ProductSort::PriceDown => self.beyond::<i64>(after, "(p.last_price_cents, p.id) < ("),
            ProductSort::Name => self.beyond::<String>(after, "(p.name_key, p.id) > ("),
            ProductSort::Bestselling => self.beyond::<i64>(after, "(coalesce(s.units, 0), p.id) < ("),
        }
    }

    /// Whether the newest come first.
    pub(crate) fn is_by_age(&self) -> bool {
        self.sort == ProductSort::Newest
    }

    pub(crate) const fn is_by_price(&self) -> bool {
        matches!(self.sort, ProductSort::PriceUp | ProductSort::PriceDown)
    }

    /// Behind which moment a page begins; `None` when it is no cursor of the newest.
    pub(crate) fn age_behind(&self, after: &Cursor) -> Option<(DateTime<Utc>, Uuid)> {
        let (at, id) = cursor::read::<Micros, Uuid>(&self.list, after)?;
        Some((at.instant(), id))
    }

    /// Behind which units sold a page begins; `None` when it is no cursor of the best sellers.
    pub(crate) fn units_behind(&self, after: &Cursor) -> Option<(i64, Uuid)> {
        cursor::read(&self.list, after)
    }

    fn beyond<K: SortValue + Into<Bind>>(&self, after: &Cursor, comparison: &'static str) -> Option<Sql> {
        let (key, id) = cursor::read::<K, Uuid>(&self.list, after)?;
        Some(Sql::new(comparison).bind(key).sql(", ").bind(id).sql(")"))
    }

    /// The cursor of a row.
    pub(crate) fn cursor(&self, row: &ListedRow) -> Cursor {
        let (product, list) = (&row.product, &self.list);
        match self.sort {
            ProductSort::Bestselling => cursor::write(list, &row.rank, &product.id),
            ProductSort::Relevance | ProductSort::Newest => cursor::write(list, &Micros::from(product.created_at), &product.id),
            ProductSort::PriceUp | ProductSort::PriceDown => cursor::write(list, &product.details.last_price_cents, &product.id),
            ProductSort::Name => cursor::write(list, &product.details.name_key, &product.id),
        }
    }
}
