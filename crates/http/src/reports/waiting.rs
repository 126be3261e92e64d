//! `GET /api/admin/waiting`: what waits for staff, for the top of the dashboard (contract-commerce, section 8).

use actix_web::{HttpResponse, web};
use application::backups::BackupUseCases;
use application::catalog::service::CatalogService;
use application::messages::MessageUseCases;
use domain::accounts::permission::Permission;
use domain::accounts::session::Principal;
use domain::reports::overview::{OverviewReader, Waiting};
use domain::shared::page::TotalCount;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::paging::counted;
use crate::middleware::rate_limit::RateLimit;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show, access: Access::Staff(Permission::ReadOverview), limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// How much of each kind waits: exact up to 10000; 10001 stands for more. Each is the total of the list that shows it; null where the
/// caller's role does not work on it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Waiting)]
struct WaitingJson {
    /// `GET /api/orders?fulfilment=toPack`.
    #[schema(required = true)]
    to_pack: Option<u32>,
    /// `GET /api/orders?toCall=true`.
    #[schema(required = true)]
    to_call: Option<u32>,
    /// Bank slips that wait for their review.
    #[schema(required = true)]
    slips_to_check: Option<u32>,
    /// Orders of which money has to go back, less the refunds under way, and those with a refund of unknown outcome. The list
    /// `GET /api/admin/refunds` has also those whose whole refund is under way.
    #[schema(required = true)]
    refunds_due: Option<u32>,
    /// `GET /api/orders?returns=requested` and `GET /api/orders?returns=approved`.
    #[schema(required = true)]
    returns: Option<u32>,
    /// `GET /api/admin/attention`.
    #[schema(required = true)]
    attention: Option<u32>,
    /// `GET /api/admin/messages`.
    #[schema(required = true)]
    messages: Option<u32>,
    /// `GET /api/products?stock=low`.
    #[schema(required = true)]
    low_stock: Option<u32>,
    /// `GET /api/admin/backups`: a backup that failed or is overdue, and mails that are held since a restore.
    #[schema(required = true)]
    backups: Option<u32>,
    /// Whether a mail server is connected. Without one, no mail of the shop reaches anybody.
    #[schema(required = true)]
    mail_connected: Option<bool>,
}

impl WaitingJson {
    /// What waits for the role of `who`.
    fn of(waiting: Waiting, low_stock: Option<u32>, backups: Option<u32>, mail_connected: bool, who: &Principal) -> Self {
        let Waiting { to_pack, to_call, slips_to_check, refunds_due, returns, attention, messages } = waiting;
        let part = |permission, count| who.may(permission).then(|| counted(count));
        Self {
            to_pack: part(Permission::FulfilOrders, to_pack),
            to_call: part(Permission::CallCustomers, to_call),
            slips_to_check: part(Permission::ReadPayments, slips_to_check),
            refunds_due: part(Permission::ReadPayments, refunds_due),
            returns: part(Permission::ReadOrders, returns),
            attention: part(Permission::ReadPayments, attention),
            messages: part(Permission::ReadMessages, messages),
            low_stock,
            backups,
            mail_connected: who.may(Permission::PreviewMails).then_some(mail_connected),
        }
    }
}

/// What waits for staff.
#[utoipa::path(get, path = "/api/admin/waiting", tag = "dashboard", operation_id = "waiting",
    responses((status = 200, body = WaitingJson)))]
async fn show(
    overview: web::Data<dyn OverviewReader>,
    catalog: web::Data<CatalogService>,
    backups: web::Data<BackupUseCases>,
    messages: web::Data<MessageUseCases>,
    admin: Admin,
) -> Result<HttpResponse, Problem> {
    let waiting = overview.waiting().await?;
    let low_stock = match admin.principal.may(Permission::AdjustStock) {
        true => Some(counted(TotalCount::from_bounded(i64::try_from(catalog.low_stock().await?).unwrap_or(i64::MAX)))),
        false => None,
    };
    let concerns = match admin.principal.may(Permission::ManageSettings) {
        true => Some(backups.show_backups.run().await?.concerns()),
        false => None,
    };
    Ok(private(
        HttpResponse::Ok(),
        &WaitingJson::of(waiting, low_stock, concerns, messages.mail_connection.is_connected(), &admin.principal),
    ))
}
