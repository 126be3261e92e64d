//! Ports of reports.

pub mod audit_log;
pub mod overview;
