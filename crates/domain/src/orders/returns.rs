//! Returns: goods that a customer sends back after the delivery (contract-commerce, section 4). They are part of their order, because they
//! change what it owes and which units it keeps.

pub mod judgement;
pub mod order_return;
pub mod receipt;
pub mod repository;
pub mod request;
pub mod units;

#[cfg(test)]
mod tests;
