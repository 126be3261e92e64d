//! The dashboard: one answer with everything it shows.

use actix_web::{HttpResponse, web};
use domain::reports::sales_period::PeriodLength;

use crate::app_state::AppState;
use crate::extract::authentication::Admin;
use crate::extract::field_errors::FieldErrors;
use crate::extract::query_params::QueryParams;
use crate::reports::overview_json::OverviewJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Limited, WithParameters};

/// How the whole shop does.
#[utoipa::path(get, path = "/api/admin/overview", tag = "dashboard", operation_id = "overview", security(("bearer" = [])),
    params(("days" = Option<u16>, Query, minimum = 7, maximum = 90, description = "7, 30 or 90 calendar days in the shop's zone, today the last of them; 30 unless told")),
    responses((status = 200, body = OverviewJson), ForAdmins, WithParameters, Limited, Failures))]
pub async fn show(state: web::Data<AppState>, _admin: Admin, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let length = errors.optional("days", query.get("days"), PeriodLength::parse).unwrap_or_default();
    errors.check()?;
    let overview = state.use_cases.reports.show_overview.run(length).await?;
    Ok(private(HttpResponse::Ok(), &OverviewJson::from(overview)))
}
