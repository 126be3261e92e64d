//! `GET /api/admin/overview`: all figures of the dashboard.

use actix_web::{HttpResponse, web};
use application::reports::ReportUseCases;
use domain::accounts::permission::Permission;
use domain::reports::sales_period::PeriodLength;

use crate::extract::authentication::Admin;
use crate::extract::field_errors::FieldErrors;
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::Rule;
use crate::reports::overview_json::OverviewJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Limited, WithParameters};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show, access: Access::Staff(Permission::ReadOverview), limit: Limit::PerAddress(Rule::Read), changes: None);
}

/// The figures of the dashboard. Parts that the caller's role does not see are null.
#[utoipa::path(get, path = "/api/admin/overview", tag = "dashboard", operation_id = "overview",
    params(("days" = Option<u16>, Query, minimum = 7, maximum = 90, description = "7, 30 or 90 calendar days in the shop's zone, the last of them today; 30 unless given")),
    responses((status = 200, body = OverviewJson), ForAdmins, WithParameters, Limited, Failures))]
async fn show(reports: web::Data<ReportUseCases>, admin: Admin, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let length = errors.optional("days", query.get("days"), PeriodLength::parse).unwrap_or_default();
    errors.check()?;
    let overview = reports.show_overview.run(length).await?;
    Ok(private(HttpResponse::Ok(), &OverviewJson::of(overview, &admin.principal)))
}
