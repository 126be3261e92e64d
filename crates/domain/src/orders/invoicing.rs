//! The invoices of an order: which documents its state asks for, and what they say (contract-commerce, section 7).
//!
//! A document follows from the order and the documents that it has, not from the change that led there. So a change that is repeated issues
//! nothing again, and an order from a former release is invoiced at its next cause.

pub mod content;
pub mod credits;
pub mod due;
pub mod error;
pub mod repository;
pub mod tax_invoice;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
