//! Products.

mod catalogue;
mod facets;
mod filter;
mod list;
mod matches;
mod near;
mod order;
mod repository;
mod row;
mod sales;
mod stock;
mod words;

pub(crate) use stock::{Movement, record as record_movements};
