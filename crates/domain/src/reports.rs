//! Reports: overview, revenue, sales periods and the audit log.

pub mod audit_log;
pub mod growth;
pub mod overview;
pub mod revenue;
pub mod sales_period;
