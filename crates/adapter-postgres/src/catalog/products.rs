//! Products.

mod bestselling;
mod filter;
mod import;
mod list;
mod read;
mod repository;
mod row;
pub(crate) mod sales;
pub(crate) mod scarce;
mod search_source;
mod sort_order;
mod stock_movements;
mod weights;

pub(crate) use row::{code_of, image_of, stock_of};
pub(crate) use stock_movements::{Movement, record as record_movements};
