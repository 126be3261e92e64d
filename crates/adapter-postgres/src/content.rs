//! The shop's content.

mod body;
mod rows;
mod store;
mod write;
