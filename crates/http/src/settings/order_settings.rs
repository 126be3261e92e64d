//! `GET` and `PUT /api/admin/settings/orders`: guests, returns, the limits of new customers and the prefix of order numbers.

use actix_web::{HttpResponse, web};
use application::content::ContentUseCases;
use application::settings::SettingsUseCases;
use domain::accounts::permission::Permission;
use domain::orders::new_customer::{OpenOrders, UnitsPerOrder};
use domain::orders::order_settings::{OrderSettingsEdit, ReturnDays};
use domain::settings::ports::SettingsStore;
use domain::settings::shop_settings::{SettingsEdit, ShopSettings};
use domain::shared::order_prefix::OrderPrefix;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::middleware::rate_limit::RateLimit;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::settings::saving::{SettingsResponse, save, stored};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show_orders, access: Access::Staff(Permission::ManageSettings), limit: Limit::PerAddress(RateLimit::Read), changes: None);
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
    /// The letters that the numbers of new orders begin with. Until the shop has chosen some they are the first ones of its name. Numbers of
    /// placed orders keep theirs.
    #[schema(pattern = "^[A-Z]{2,5}$", example = "ORD")]
    order_prefix: String,
}

impl OrderSettingsJson {
    /// The settings of a shop of this name.
    fn of(settings: &ShopSettings, shop_name: &str) -> Self {
        let orders = settings.orders.value;
        Self {
            version: settings.orders.version.get(),
            guest_checkout: orders.guest_checkout,
            return_days: orders.return_days.get(),
            changed_mind: orders.changed_mind,
            new_customer_orders: orders.new_customer.orders.get(),
            new_customer_units: orders.new_customer.units.get(),
            order_prefix: OrderPrefix::chosen_or_of(orders.prefix, shop_name).to_string(),
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
    #[schema(pattern = "^[A-Z]{2,5}$")]
    order_prefix: Option<String>,
}

/// The settings of orders.
#[utoipa::path(get, path = "/api/admin/settings/orders", tag = "settings", operation_id = "showOrderSettings",
    responses((status = 200, body = OrderSettingsJson)))]
async fn show_orders(settings: web::Data<dyn SettingsStore>, content: web::Data<ContentUseCases>) -> Result<HttpResponse, Problem> {
    let (settings, content) = (stored(&**settings).await?, content.current.show().await?);
    Ok(private(HttpResponse::Ok(), &OrderSettingsJson::of(&settings, content.identity_text("name"))))
}

/// Edits the settings of orders.
#[utoipa::path(put, path = "/api/admin/settings/orders", tag = "settings", operation_id = "changeOrderSettings", request_body = OrderSettingsUpdate,
    responses((status = 200, body = SettingsResponse<OrderSettingsJson>), WithBody, Conflict))]
async fn change_orders(
    store: web::Data<dyn SettingsStore>,
    settings: web::Data<SettingsUseCases>,
    content: web::Data<ContentUseCases>,
    admin: Admin,
    Body(body): Body<OrderSettingsUpdate>,
) -> Result<HttpResponse, Problem> {
    let switches_on_guests = body.guest_checkout == Some(true) && !stored(&**store).await?.orders.value.guest_checkout;
    let edit = |errors: &mut FieldErrors| {
        if switches_on_guests {
            errors.add("guestCheckout", "cannot be switched on: this release takes no orders without an account");
        }
        SettingsEdit::Orders(OrderSettingsEdit {
            guest_checkout: body.guest_checkout,
            return_days: errors.optional("returnDays", body.return_days, ReturnDays::parse),
            changed_mind: body.changed_mind,
            new_customer_orders: errors.optional("newCustomerOrders", body.new_customer_orders, OpenOrders::parse),
            new_customer_units: errors.optional("newCustomerUnits", body.new_customer_units, UnitsPerOrder::parse),
            prefix: errors.optional("orderPrefix", body.order_prefix.as_deref(), OrderPrefix::parse),
        })
    };
    let content = content.current.show().await?;
    let json = |settings: &ShopSettings| OrderSettingsJson::of(settings, content.identity_text("name"));
    save(&settings, &admin, body.version, edit, json).await
}
