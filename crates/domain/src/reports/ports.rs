//! The ports of reports.

mod audit_log;
mod overview_reader;

pub use audit_log::*;
pub use overview_reader::*;
