//! The catalogue: products, their stock, queries, and sheets of products to import.

pub mod ports;
pub mod product;
pub mod product_change;
pub mod product_code;
pub mod product_import;
pub mod product_query;
pub mod shade;
pub mod stock_adjustment;
pub mod stock_alert;
pub mod stock_movement;
pub mod weight;
