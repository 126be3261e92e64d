//! Contracts of the room `orders`.

pub mod cod_calls;
pub mod fulfilment_desk;
pub mod order_concurrency;
pub mod order_delivery;
pub mod order_filters;
pub mod order_reader;
pub mod order_repository;
pub mod order_search;
