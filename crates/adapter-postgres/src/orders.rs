//! Orders.

mod items;
mod place;
mod reader;
mod repository;
mod revenue;
mod row;
mod update;
