//! Which products are wanted, in SQL.

use domain::product_query::ProductFilter;

use super::row::label_key;
use crate::sql::Sql;

/// ` AND …` for each part of a filter, about products `p`.
pub(crate) fn conditions(filter: &ProductFilter) -> Sql {
    let mut conditions = Sql::default();
    conditions = match filter.discounted {
        Some(true) => conditions.sql(" AND p.last_price_cents < p.price_cents"),
        Some(false) => conditions.sql(" AND p.last_price_cents = p.price_cents"),
        None => conditions,
    };
    conditions = match filter.in_stock {
        Some(true) => conditions.sql(" AND p.stock > 0"),
        // The few of them have a table of their own.
        Some(false) => conditions.sql(" AND p.id IN (SELECT s.product_id FROM scarce_products s WHERE s.stock = 0)"),
        None => conditions,
    };
    if let Some(price) = filter.min_price {
        conditions = conditions.sql(" AND p.last_price_cents >= ").bind(price.cents());
    }
    if let Some(price) = filter.max_price {
        conditions = conditions.sql(" AND p.last_price_cents <= ").bind(price.cents());
    }
    if let Some(category) = &filter.category {
        conditions = conditions.sql(" AND p.category_key = ").bind(label_key(category));
    }
    if let Some(brand) = &filter.brand {
        conditions = conditions.sql(" AND p.brand_key = ").bind(label_key(brand));
    }
    conditions
}
