//! Calls about reports: the dashboard and the audit log.

pub mod audit;
pub mod overview;
pub mod overview_json;
