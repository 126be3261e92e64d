//! The sums of one customer's orders (contract, Orders).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use application::error::ReadError;
use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::orders::ports::CustomerTotals;
use domain::orders::ports::OrderReader;
use domain::shared::email::EmailAddress;
use serde::Serialize;
use utoipa::ToSchema;

use crate::middleware::rate_limit::Rule;
use crate::response::money_json::Cents;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::Missing;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, of_customer, access: Access::Staff(Permission::ReadUsers), limit: Limit::PerAddress(Rule::Read), changes: None);
}

/// The sums over all orders placed with one e-mail address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Purchases)]
pub struct PurchasesJson {
    /// The e-mail address.
    email: String,
    /// Orders that are not cancelled.
    orders: u64,
    /// Cancelled orders.
    cancelled: u64,
    /// The sum of the orders that are not cancelled, in LKR.
    #[schema(value_type = f64)]
    spent: Cents,
    /// The time of the newest order, cancelled or not; null if there is none.
    #[schema(required = true)]
    last_order_at: Option<DateTime<Utc>>,
}

impl PurchasesJson {
    fn of(email: &EmailAddress, purchases: CustomerTotals) -> Self {
        Self {
            email: email.as_str().to_owned(),
            orders: purchases.orders,
            cancelled: purchases.cancelled,
            spent: Cents(purchases.spent_cents),
            last_order_at: purchases.last_order_at,
        }
    }
}

/// The refusal of a text that is no e-mail address.
fn unknown_customer() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "user.not_found", "There is no user with this email.")
}

/// The sums of a customer's orders; `GET /api/orders?customer=…` lists the orders.
#[utoipa::path(get, path = "/api/admin/customers/{email}/purchases", tag = "orders", operation_id = "customerPurchases",
    params(("email" = String, Path)),
    responses((status = 200, body = PurchasesJson), Missing))]
async fn of_customer(orders: web::Data<dyn OrderReader>, email: web::Path<String>) -> Result<HttpResponse, Problem> {
    let email = EmailAddress::parse_known(&email).map_err(|_| unknown_customer())?;
    let purchases = orders.purchases(&email).await.map_err(ReadError::from)?;
    Ok(private(HttpResponse::Ok(), &PurchasesJson::of(&email, purchases)))
}
