//! Use cases of reports: dashboard, revenue and audit log.

pub mod browse_audit_log;
pub mod revenue_stats;
pub mod show_overview;

use self::browse_audit_log::BrowseAuditLog;
use self::revenue_stats::RevenueStats;
use self::show_overview::ShowOverview;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of reports.
    ReportUseCases(ports) {
        browse_audit_log: BrowseAuditLog = BrowseAuditLog::new(ports.audit_log.clone()),
        revenue_stats: RevenueStats = RevenueStats::new(ports.overview.clone(), ports.settings.calendar, ports.clock.clone()),
        show_overview: ShowOverview = ShowOverview::new(ports.overview.clone(), ports.settings.calendar, ports.clock.clone()),
    }
}
