//! The products that are sold out, newest first, from the table that keeps them.

use chrono::{DateTime, Utc};
use domain::product_query::ProductFilter;
use uuid::Uuid;

use crate::sql::Sql;

/// Whether nothing else is asked of a product.
pub(crate) fn is_all_of(filter: &ProductFilter) -> bool {
    *filter == ProductFilter { in_stock: Some(false), ..ProductFilter::default() }
}

/// ` FROM` the products `p` of a page behind this moment and identity.
pub(crate) fn source(behind: Option<(DateTime<Utc>, Uuid)>, rows: i64) -> Sql {
    let mut page = Sql::new("FROM (SELECT s.product_id FROM scarce_products s WHERE s.stock = 0");
    if let Some((at, id)) = behind {
        page = page.sql(" AND (s.created_at, s.product_id) < (").bind(at).sql(", ").bind(id).sql(")");
    }
    page.sql(" ORDER BY s.created_at DESC, s.product_id DESC LIMIT ").bind(rows).sql(") AS s JOIN products p ON p.id = s.product_id")
}
