//! Products.

mod bestselling;
mod catalogue;
mod filter;
mod import;
mod ledger;
mod list;
mod repository;
mod row;
pub(crate) mod sales;
pub(crate) mod scarce;
mod search_source;
mod sort_order;
mod stock;
mod weights;

pub(crate) use row::{code_of, image_of, stock_of};
pub(crate) use stock::{Movement, record as record_movements};
