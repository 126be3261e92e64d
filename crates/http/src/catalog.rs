//! Calls about products: reading, suggesting, editing, stock, facets, import and export.

pub(crate) mod product_csv;
pub mod product_edits;
pub mod product_export;
pub mod product_facets;
pub mod product_import;
pub mod product_import_json;
pub mod product_input;
pub mod product_suggestions;
pub mod products;
pub mod stock;

use crate::routing::table::RouteTable;

/// The routes of this feature.
pub(crate) fn routes(table: &mut RouteTable) {
    products::routes(table);
    product_facets::routes(table);
    product_suggestions::routes(table);
    product_edits::routes(table);
    product_export::routes(table);
    product_import::routes(table);
    stock::routes(table);
}
