//! The figures of the dashboard: `GET /api/admin/overview`, and `GET /api/orders/revenue-stats` (contract, Orders).

use actix_web::{HttpResponse, web};
use application::catalog::service::CatalogService;
use domain::accounts::permission::Permission;
use domain::reports::overview::{Overview, OverviewReader};
use domain::reports::revenue::RevenueStats;
use domain::reports::sales_period::{PeriodLength, SalesLine, SalesPeriod};
use domain::shared::calendar::ShopCalendar;
use domain::shared::ports::Clock;

use crate::extract::authentication::Admin;
use crate::extract::field_errors::FieldErrors;
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::RateLimit;
use crate::reports::overview_json::{OverviewJson, RevenueStatsJson};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::WithParameters;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show, access: Access::Staff(Permission::ReadOverview), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, revenue_stats, access: Access::Staff(Permission::ReadRevenue), limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// The figures of the dashboard. Parts that the caller's role does not see are null.
#[utoipa::path(get, path = "/api/admin/overview", tag = "dashboard", operation_id = "overview",
    params(("days" = Option<u16>, Query, minimum = 7, maximum = 90, description = "7, 30 or 90 calendar days in the shop's zone, the last of them today; 30 unless given")),
    responses((status = 200, body = OverviewJson), WithParameters))]
async fn show(
    reader: web::Data<dyn OverviewReader>,
    catalog: web::Data<CatalogService>,
    calendar: web::Data<ShopCalendar>,
    clock: web::Data<dyn Clock>,
    admin: Admin,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let length = errors.optional("days", query.get("days"), PeriodLength::parse).unwrap_or_default();
    errors.check()?;
    let period = SalesPeriod::at(clock.now(), length, **calendar);
    let overview = Overview::of(&period, reader.figures(&period).await?);
    let who = &admin.principal;
    let stock = match who.may(Permission::AdjustStock) || who.may(Permission::DescribeProducts) {
        true => Some(catalog.stock_report().await?),
        false => None,
    };
    Ok(private(HttpResponse::Ok(), &OverviewJson::of(overview, stock, who)))
}

/// The dashboard's revenue figures.
#[utoipa::path(get, path = "/api/orders/revenue-stats", tag = "orders", operation_id = "revenueStats",
    responses((status = 200, body = RevenueStatsJson)))]
async fn revenue_stats(
    reader: web::Data<dyn OverviewReader>,
    calendar: web::Data<ShopCalendar>,
    clock: web::Data<dyn Clock>,
) -> Result<HttpResponse, Problem> {
    let period = SalesPeriod::at(clock.now(), PeriodLength::Week, **calendar);
    let sums = reader.revenue(&period).await?;
    let stats = RevenueStats::of(&SalesLine::of(&period, &sums.days), sums.pending_refunds);
    Ok(private(HttpResponse::Ok(), &RevenueStatsJson::from(stats)))
}
