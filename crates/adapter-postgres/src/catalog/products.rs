//! Products.

mod bestselling;
mod catalogue;
mod facets;
mod filter;
mod fuzzy;
mod import;
mod ledger;
mod list;
mod matches;
pub(crate) mod product_words;
mod repository;
mod row;
pub(crate) mod sales;
pub(crate) mod scarce;
mod sort_order;
mod stock;

pub(crate) use row::{DetailColumns, code_of, image_of, stock_of};
pub(crate) use stock::{Movement, record as record_movements};
