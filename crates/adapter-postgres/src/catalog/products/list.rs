//! One page of the catalogue.

use chrono::{DateTime, Utc};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::catalog::product::Product;
use domain::catalog::product_query::{ProductFilter, ProductQuery};
use domain::shared::page::Page;
use futures_util::try_join;

use super::row::{ListedRow, product_of};
use super::scarce::Scarcity;
use super::sort_order::SortOrder;
use super::{bestselling, filter, read, scarce};
use crate::error::DbError;
use crate::query::cursor;
use crate::query::sql::{Number, Sql};
use crate::query::tallies::total_of;

/// A list about to be read.
pub(crate) struct Listing<'a> {
    query: &'a ProductQuery,
    now: DateTime<Utc>,
    order: SortOrder,
    /// The condition for the rows behind the cursor of the query.
    behind: Option<Sql>,
}

impl<'a> Listing<'a> {
    /// Ignores the text of the query. `None` where its cursor is not of this list.
    pub(crate) fn of(query: &'a ProductQuery, now: DateTime<Utc>) -> Option<Self> {
        let order = SortOrder::of(query);
        let behind = match &query.page.after {
            Some(after) => Some(order.behind(after)?),
            None => None,
        };
        Some(Self { query, now, order, behind })
    }

    /// Whether it has no filter.
    fn is_unfiltered(&self) -> bool {
        self.query.filter == ProductFilter::default() && self.query.alert.is_none()
    }

    /// ` AND …` for the alert that is asked for, about products `p`.
    fn alert(&self) -> Sql {
        self.query.alert.map_or_else(Sql::default, |alert| scarce::has_alert(alert, self.now))
    }

    /// Whether it filters by price but sorts by something else.
    fn may_pass_by_prices(&self) -> bool {
        let is_priced = self.query.filter.min_price.is_some() || self.query.filter.max_price.is_some();
        is_priced && !self.order.is_by_price() && !self.order.needs_sales()
    }

    /// How many products there are in all, counted no further than needed.
    fn count(&self) -> Sql {
        let (is_unfiltered, filter) = (self.is_unfiltered(), &self.query.filter);
        if is_unfiltered {
            return total_of("products", None);
        }
        if let Some(scarcity) = Scarcity::alone_in(self.query) {
            return total_of("scarce", Some(scarcity.kind()));
        }
        if self.query.alert.is_none() && *filter == (ProductFilter { in_stock: Some(true), ..ProductFilter::default() }) {
            let all = Sql::new("SELECT (").append(total_of("products", None));
            return all.sql(") - (").append(total_of("scarce", Some(Scarcity::Out.kind()))).sql(") AS n");
        }
        let counted = Sql::new("FROM products p WHERE true").append(filter::conditions(filter)).append(self.alert());
        let count = Sql::new("SELECT count(*) AS n FROM (SELECT ").append(counted);
        count.sql(" LIMIT ").bind(cursor::COUNT_LIMIT).sql(") AS counted")
    }

    /// The products `p` of a page and their sort values, unsorted.
    fn rows(&self, conditions: Sql) -> Sql {
        let (after, rows) = (self.query.page.after.as_ref(), cursor::rows_to_load(self.query.page.limit));
        if self.order.needs_sales() {
            return bestselling::source(self.now, &conditions, after.and_then(|after| self.order.units_behind(after)), rows);
        }
        if self.order.is_by_age()
            && let Some(scarcity) = Scarcity::alone_in(self.query)
        {
            return scarcity.newest(after.and_then(|after| self.order.age_behind(after)), rows);
        }
        Sql::new("FROM products p WHERE true").append(conditions).append(and(self.behind.as_ref()))
    }

    pub(crate) async fn page(&self, connection: &AsyncPgConnection) -> Result<Page<Product>, DbError> {
        let limit = self.query.page.limit;
        let statement = |conditions: Sql| {
            let conditions = conditions.append(self.alert());
            let rows = read::columns(self.now).sql(self.order.rank()).sql(" AS rank ").append(self.rows(conditions));
            rows.sql(self.order.order_by()).sql(" LIMIT ").bind(cursor::rows_to_load(limit))
        };
        let (conditions, counted) = (filter::conditions(&self.query.filter), self.count());
        let (rows, count): (Vec<ListedRow>, Number) = if self.may_pass_by_prices() {
            let all = total_of("products", None);
            let (all, count) = try_join!(all.get_result::<Number>(&mut &*connection), counted.get_result::<Number>(&mut &*connection))?;
            // If scanning in sort order should reach a page sooner than reading all price matches, filter while scanning.
            let expected = cursor::rows_to_load(limit).saturating_mul(all.n) / count.n.max(1);
            let in_passing = expected < count.n;
            let conditions = if in_passing { filter::conditions_in_passing(&self.query.filter) } else { conditions };
            (statement(conditions).load(&mut &*connection).await?, count)
        } else {
            let rows = statement(conditions);
            try_join!(rows.load(&mut &*connection), counted.get_result(&mut &*connection))?
        };
        cursor::page_of(rows, limit, count.n, |row| self.order.cursor(row), |row| product_of(row.product, row.grams, row.total_sales))
    }
}

/// ` AND …`, where there is a condition.
fn and(condition: Option<&Sql>) -> Sql {
    condition.map_or_else(Sql::default, |condition| Sql::new(" AND ").append(condition.clone()))
}
