//! `GET /api/admin/checklist`: the owner's first steps.

use actix_web::{HttpResponse, web};
use application::error::ReadError;
use domain::accounts::permission::Permission;
use domain::setup::checklist::Checklist;
use domain::setup::ports::ChecklistReader;
use serde::Serialize;
use utoipa::ToSchema;

use crate::middleware::rate_limit::Rule;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show, access: Access::Staff(Permission::ManageSettings), limit: Limit::PerAddress(Rule::Read), changes: None);
}

/// Which first steps are done, told by facts of the shop.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Checklist)]
pub struct ChecklistJson {
    /// The shop shows a logo of its own.
    logo: bool,
    /// The shop has a product.
    product: bool,
    /// A member of staff saved the settings of delivery, changed or not.
    delivery: bool,
    /// A member of staff saved the settings of payment, changed or not.
    payment: bool,
    /// A mail of the shop arrived: an owner confirmed an address by the link in it.
    mail: bool,
}

impl From<Checklist> for ChecklistJson {
    fn from(checklist: Checklist) -> Self {
        let Checklist { has_logo, has_product, has_delivery, has_payment, has_tested_mail } = checklist;
        Self { logo: has_logo, product: has_product, delivery: has_delivery, payment: has_payment, mail: has_tested_mail }
    }
}

/// The owner's first steps. None is ticked by hand.
#[utoipa::path(get, path = "/api/admin/checklist", tag = "dashboard", operation_id = "checklist",
    responses((status = 200, body = ChecklistJson)))]
async fn show(checklist: web::Data<dyn ChecklistReader>) -> Result<HttpResponse, Problem> {
    let checklist = checklist.checklist().await.map_err(ReadError::from)?;
    Ok(private(HttpResponse::Ok(), &ChecklistJson::from(checklist)))
}
