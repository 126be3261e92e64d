//! The ports of payments.

mod attention_list;
mod payment_repository;

pub use attention_list::*;
pub use payment_repository::*;
