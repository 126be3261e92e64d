//! Use cases of reports: dashboard, revenue and audit log.

pub mod browse_audit_log;
pub mod show_overview;
pub mod show_revenue_stats;
pub mod show_waiting;

use self::browse_audit_log::BrowseAuditLog;
use self::show_overview::ShowOverview;
use self::show_revenue_stats::ShowRevenueStats;
use self::show_waiting::ShowWaiting;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of reports.
    ReportUseCases(ports) {
        browse_audit_log: BrowseAuditLog = BrowseAuditLog::new(ports.audit_log.clone()),
        show_revenue_stats: ShowRevenueStats = ShowRevenueStats::new(ports.overview.clone(), ports.settings.calendar, ports.clock.clone()),
        show_waiting: ShowWaiting = ShowWaiting::new(ports.overview.clone()),
        show_overview: ShowOverview = ShowOverview::new(ports.overview.clone(), ports.settings.calendar, ports.clock.clone()),
    }
}
