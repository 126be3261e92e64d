//! `GET` and `PUT /api/admin/settings/orders`: guests, returns and the limits of new customers.

use actix_web::{HttpResponse, web};
use application::settings::SettingsUseCases;
use domain::accounts::permission::Permission;
use domain::orders::new_customer::{OpenOrders, UnitsPerOrder};
use domain::orders::order_settings::{OrderSettingsEdit, ReturnDays};
use domain::settings::shop_settings::{SettingsEdit, ShopSettings};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::middleware::rate_limit::Rule;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Failures, ForAdmins, Limited, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::settings::saving::{SettingsResponse, save, seen};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show_orders, access: Access::Staff(Permission::ManageSettings), limit: Limit::PerAddress(Rule::Read), changes: None);
    route!(table, change_orders, access: Access::Staff(Permission::ManageSettings), limit: Limit::Unlimited, changes: None);
}

/// The settings of orders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderSettings)]
pub struct OrderSettingsJson {
    /// Counts the edits of the section.
    version: u32,
    /// Whether visitors order without an account.
    guest_checkout: bool,
    /// The days after the delivery in which a return is asked for.
    return_days: u16,
    /// Whether a change of mind is a reason for a return.
    changed_mind: bool,
    /// The most open orders of a new customer: an account whose address was never verified and that has no completed order. More are
    /// 409 `order.new_customer_limit`.
    new_customer_orders: u16,
    /// The most units of one order of a new customer, all products together.
    new_customer_units: u32,
}

impl From<&ShopSettings> for OrderSettingsJson {
    fn from(settings: &ShopSettings) -> Self {
        let orders = settings.orders.value;
        Self {
            version: settings.orders.version.get(),
            guest_checkout: orders.guest_checkout,
            return_days: orders.return_days.get(),
            changed_mind: orders.changed_mind,
            new_customer_orders: orders.new_customer.orders.get(),
            new_customer_units: orders.new_customer.units.get(),
        }
    }
}

/// An edit of the settings of orders. Absent fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderSettingsUpdate {
    /// The version that the caller saw; another present one is 409 `settings.changed`.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 0, maximum = 2_147_483_647)]
    version: Option<i64>,
    guest_checkout: Option<bool>,
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 0, maximum = 365)]
    return_days: Option<i64>,
    changed_mind: Option<bool>,
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 1, maximum = 1_000)]
    new_customer_orders: Option<i64>,
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 1, maximum = 1_000_000)]
    new_customer_units: Option<i64>,
}

/// The settings of orders.
#[utoipa::path(get, path = "/api/admin/settings/orders", tag = "settings", operation_id = "showOrderSettings",
    responses((status = 200, body = OrderSettingsJson), ForAdmins, Limited, Failures))]
async fn show_orders(settings: web::Data<SettingsUseCases>) -> Result<HttpResponse, Problem> {
    let settings = settings.show_settings.run().await?;
    Ok(private(HttpResponse::Ok(), &OrderSettingsJson::from(&settings)))
}

/// Edits the settings of orders.
#[utoipa::path(put, path = "/api/admin/settings/orders", tag = "settings", operation_id = "changeOrderSettings", request_body = OrderSettingsUpdate,
    responses((status = 200, body = SettingsResponse<OrderSettingsJson>), WithBody, ForAdmins, Conflicting, Failures))]
async fn change_orders(
    settings: web::Data<SettingsUseCases>,
    admin: Admin,
    Body(body): Body<OrderSettingsUpdate>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let seen = seen(body.version, &mut errors);
    if body.guest_checkout == Some(true) && !settings.show_settings.run().await?.orders.value.guest_checkout {
        errors.add("guestCheckout", "cannot be switched on: this release takes no orders without an account");
    }
    let edit = OrderSettingsEdit {
        guest_checkout: body.guest_checkout,
        return_days: errors.optional("returnDays", body.return_days, ReturnDays::parse),
        changed_mind: body.changed_mind,
        new_customer_orders: errors.optional("newCustomerOrders", body.new_customer_orders, OpenOrders::parse),
        new_customer_units: errors.optional("newCustomerUnits", body.new_customer_units, UnitsPerOrder::parse),
    };
    errors.check()?;
    save(&settings, &admin.actor, seen, SettingsEdit::Orders(edit), |settings| OrderSettingsJson::from(settings)).await
}
