//! Which products are wanted, in SQL.

use domain::catalog::product_query::ProductFilter;

use super::row::label_key;
use super::scarce::Scarcity;
use crate::query::sql::Sql;

/// ` AND …` for each part of a filter, about products `p`.
pub(crate) fn conditions(filter: &ProductFilter) -> Sql {
    with_price(filter, " AND p.last_price_cents ")
}

/// The same condition without the index on prices: for a list in another order that meets enough of these prices anyway.
/// The database takes any two prices for close to each other, and would read and sort all that lie between them.
pub(crate) fn conditions_in_passing(filter: &ProductFilter) -> Sql {
    with_price(filter, " AND p.last_price_cents + 0 ")
}

fn with_price(filter: &ProductFilter, price: &'static str) -> Sql {
    let mut conditions = Sql::default();
    conditions = match filter.discounted {
        Some(true) => conditions.sql(" AND p.last_price_cents < p.price_cents"),
        Some(false) => conditions.sql(" AND p.last_price_cents = p.price_cents"),
        None => conditions,
    };
    conditions = match filter.in_stock {
        Some(true) => conditions.sql(" AND p.stock > 0"),
        // The few of them have a table of their own.
        Some(false) => conditions.append(Scarcity::Out.among_products()),
        None => conditions,
    };
    if let Some(least) = filter.min_price {
        conditions = conditions.sql(price).sql(">= ").bind(least.cents());
    }
    if let Some(most) = filter.max_price {
        conditions = conditions.sql(price).sql("<= ").bind(most.cents());
    }
    if let Some(category) = &filter.category {
        conditions = conditions.sql(" AND p.category_key = ").bind(label_key(category));
    }
    if let Some(brand) = &filter.brand {
        conditions = conditions.sql(" AND p.brand_key = ").bind(label_key(brand));
    }
    conditions
}
