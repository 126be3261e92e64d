//! `GET /api/orders/revenue-stats`: revenue figures (contract, Orders).

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use application::reports::ReportUseCases;
use domain::accounts::permission::Permission;
use domain::reports::revenue::RevenueStats;
use serde::Serialize;
use utoipa::ToSchema;

use crate::middleware::rate_limit::Rule;
use crate::response::money_json::Cents;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Limited};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, revenue_stats, access: Access::Staff(Permission::ReadRevenue), limit: Limit::PerAddress(Rule::Read), changes: None);
}

/// The dashboard's revenue figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RevenueStats)]
pub struct RevenueStatsJson {
    /// Today's revenue, in LKR.
    #[schema(value_type = f64)]
    total_revenue: Cents,
    /// Orders placed today and not cancelled.
    transactions_today: u64,
    /// Payments to refund.
    pending_refunds: u64,
    /// Growth in percent, with two decimals.
    #[schema(value_type = f64)]
    weekly_growth: Cents,
}

impl From<RevenueStats> for RevenueStatsJson {
    fn from(stats: RevenueStats) -> Self {
        Self {
            total_revenue: Cents(stats.total_revenue_cents),
            transactions_today: stats.transactions_today,
            pending_refunds: stats.pending_refunds,
            weekly_growth: Cents(stats.weekly_growth_basis_points),
        }
    }
}

/// The dashboard's revenue figures.
#[utoipa::path(get, path = "/api/orders/revenue-stats", tag = "orders", operation_id = "revenueStats",
    responses((status = 200, body = RevenueStatsJson), ForAdmins, Limited, Failures))]
async fn revenue_stats(reports: web::Data<ReportUseCases>) -> Result<HttpResponse, Problem> {
    let stats = reports.show_revenue_stats.run().await?;
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(RevenueStatsJson::from(stats)))
}
