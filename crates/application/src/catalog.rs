//! Use cases of the catalogue: browsing, editing, importing and exporting products, and their stock.

pub mod add_product;
pub mod adjust_stock;
pub mod browse_products;
pub mod count_facets;
pub mod delete_product;
pub mod edit_product;
pub mod export_products;
pub mod import_products;
pub mod list_stock_movements;
pub mod show_product;
