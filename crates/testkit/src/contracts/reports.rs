//! Contracts of the room `reports`.

pub mod audit_log;
pub mod overview;
