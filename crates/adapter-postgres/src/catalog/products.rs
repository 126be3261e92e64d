//! Products.

mod import;
mod read;
mod repository;
mod row;
pub(crate) mod sales;
mod search_source;
mod stock_movements;
mod weights;

pub(crate) use row::{code_of, image_of, stock_of};
pub(crate) use stock_movements::{Movement, record as record_movements};
