//! Reports: the dashboard, sums of sales and the audit log.

pub(crate) mod audit_log;
pub(crate) mod overview;
pub(crate) mod sales_summary;
mod waiting;
pub(crate) mod waiting_work;
