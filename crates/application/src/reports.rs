//! Use cases of reports: dashboard, revenue and audit log.

pub mod browse_audit_log;
pub mod revenue_stats;
pub mod show_overview;
