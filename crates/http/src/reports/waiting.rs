//! `GET /api/admin/waiting`: what waits for staff, for the top of the dashboard (contract-commerce, section 8).

use actix_web::{HttpResponse, web};
use application::reports::ReportUseCases;
use domain::reports::waiting::Waiting;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::paging::counted;
use crate::middleware::rate_limit::Rule;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, ForAdmins, Limited};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show, access: Access::Admin, limit: Limit::PerAddress(Rule::Read), changes: None);
}

/// How much of each kind waits: exact up to 10000; 10001 stands for more. Each is the total of the list that shows it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Waiting)]
pub struct WaitingJson {
    /// `GET /api/orders?fulfilment=toPack`.
    to_pack: u32,
    /// `GET /api/orders?toCall=true`.
    to_call: u32,
    /// Bank slips that wait for their review.
    slips_to_check: u32,
    /// Orders of which money has to go back or is on its way.
    refunds_due: u32,
    /// `GET /api/admin/attention`.
    attention: u32,
    /// `GET /api/products?stock=low`.
    low_stock: u32,
}

impl From<Waiting> for WaitingJson {
    fn from(waiting: Waiting) -> Self {
        let Waiting { to_pack, to_call, slips_to_check, refunds_due, attention, low_stock } = waiting;
        Self {
            to_pack: counted(to_pack),
            to_call: counted(to_call),
            slips_to_check: counted(slips_to_check),
            refunds_due: counted(refunds_due),
            attention: counted(attention),
            low_stock: counted(low_stock),
        }
    }
}

/// What waits for staff.
#[utoipa::path(get, path = "/api/admin/waiting", tag = "dashboard", operation_id = "waiting",
    responses((status = 200, body = WaitingJson), ForAdmins, Limited, Failures))]
async fn show(reports: web::Data<ReportUseCases>) -> Result<HttpResponse, Problem> {
    let waiting = reports.show_waiting.run().await?;
    Ok(private(HttpResponse::Ok(), &WaitingJson::from(waiting)))
}
