//! Reading orders: pages of them, one of them, the number of each list that staff choose with one press, and the sums of one customer's
//! (contract, Orders; contract-commerce, section 8).

use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use application::error::ReadError;
use application::orders::OrderUseCases;
use application::orders::list_orders::{OrderChip, WantedOrders};
use application::orders::show_order::ShowOrderError;
use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::order_filters::{OrderQuery, PaymentFilter, ReturnFilter};
use domain::orders::ports::{CustomerTotals, OrderReader};
use domain::shared::email::EmailAddress;
use domain::shared::faults::InvalidValue;
use domain::shared::order_id::OrderId;
use domain::shared::order_status::OrderStatus;
use domain::shared::page::TotalCount;
use domain::shared::text::SearchText;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::authentication::{Admin, SignedIn};
use crate::extract::field_errors::FieldErrors;
use crate::extract::order_key::OrderHolder;
use crate::extract::paging::{counted, page_request, page_response};
use crate::extract::query_params::{QueryParams, parse_day, parse_flag};
use crate::middleware::rate_limit::RateLimit;
use crate::orders::order_json::{OrderJson, OrderStatusJson};
use crate::response::money_json::Cents;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{NotFound, WithParameters};
use crate::response::word_json::word_json;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, purchases_of_customer, access: Access::Staff(Permission::ReadUsers), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, list, access: Access::SignedIn, limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, count, access: Access::Staff(Permission::ReadOrders), limit: Limit::PerAddress(RateLimit::Read), changes: None);
    route!(table, show, access: Access::OrderHolder, limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// A filter by packing and delivery.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FulfilmentFilter)]
pub enum FulfilmentFilterJson {
    /// The packing queue.
    ToPack,
    /// Not packed yet.
    Unfulfilled,
    /// Packed.
    Packed,
    /// Packed, and waits for the customer at the shop.
    ReadyForPickup,
    /// With the courier.
    HandedOver,
    /// With the customer.
    Delivered,
}

word_json! {
    /// A filter by payment.
    pub PaymentFilterJson as PaymentFilter of PaymentFilter
}

word_json! {
    /// A filter by returns.
    pub ReturnFilterJson as ReturnFilter of ReturnFilter
}

/// The filters that a query names, without `mine` and `customer`. Errors are noted.
fn filters_of(query: &QueryParams, errors: &mut FieldErrors) -> WantedOrders {
    let point = errors.optional("fulfilment", query.get("fulfilment"), parse_point);
    let filter = OrderQuery {
        status: errors.optional("status", query.get("status"), OrderStatus::parse),
        fulfilment: point.flatten(),
        is_to_pack: point == Some(None),
        to_call: errors.optional("toCall", query.get("toCall"), parse_flag).unwrap_or(false),
        payment: errors.optional("payment", query.get("payment"), PaymentFilter::parse),
        has_attention: errors.optional("attention", query.get("attention"), parse_flag),
        returns: errors.optional("returns", query.get("returns"), ReturnFilter::parse),
        text: errors.optional("q", query.get("q"), SearchText::parse).filter(|text| !text.is_empty()),
        ..OrderQuery::default()
    };
    let first_day = errors.optional("from", query.get("from"), parse_day);
    let last_day = errors.optional("to", query.get("to"), parse_day);
    if first_day.zip(last_day).is_some_and(|(first, last)| last < first) {
        errors.add("to", "must not be before the first day");
    }
    WantedOrders { mine: false, first_day, last_day, filter }
}

/// A point of packing and delivery; `None` for the packing queue.
fn parse_point(text: &str) -> Result<Option<FulfilmentStatus>, InvalidValue> {
    if text == "toPack" { Ok(None) } else { FulfilmentStatus::parse(text).map(Some) }
}

/// The numbers of orders: exact up to 10000; 10001 stands for more.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderListCounts)]
pub struct OrderListCountsJson {
    /// Of every status.
    all: u32,
    processing: u32,
    shipped: u32,
    completed: u32,
    cancelled: u32,
    /// In the packing queue.
    to_pack: u32,
    /// Whose customer has to be called before they are packed.
    to_call: u32,
    packed: u32,
    ready_for_pickup: u32,
    /// With a return that waits for the decision of staff.
    returns_requested: u32,
    /// With a return whose goods are awaited.
    returns_approved: u32,
    /// Without a payment, of the chosen status or point of packing.
    unpaid: u32,
    /// With something that waits for the attention of staff, of the chosen status or point of packing.
    attention: u32,
}

impl From<Vec<(OrderChip, TotalCount)>> for OrderListCountsJson {
    fn from(counts: Vec<(OrderChip, TotalCount)>) -> Self {
        let of = |chip| counts.iter().find(|(of, _)| *of == chip).map_or(0, |(_, count)| counted(*count));
        Self {
            all: of(OrderChip::All),
            processing: of(OrderChip::Status(OrderStatus::Processing)),
            shipped: of(OrderChip::Status(OrderStatus::Shipped)),
            completed: of(OrderChip::Status(OrderStatus::Completed)),
            cancelled: of(OrderChip::Status(OrderStatus::Cancelled)),
            to_pack: of(OrderChip::ToPack),
            to_call: of(OrderChip::ToCall),
            packed: of(OrderChip::At(FulfilmentStatus::Packed)),
            ready_for_pickup: of(OrderChip::At(FulfilmentStatus::ReadyForPickup)),
            returns_requested: of(OrderChip::Returns(ReturnFilter::Requested)),
            returns_approved: of(OrderChip::Returns(ReturnFilter::Approved)),
            unpaid: of(OrderChip::Unpaid),
            attention: of(OrderChip::Attention),
        }
    }
}

/// The caller's own orders; for an administrator all orders, unless `mine=true`.
#[utoipa::path(get, path = "/api/orders", tag = "orders", operation_id = "listOrders",
    params(("mine" = Option<bool>, Query, description = "true: the caller's own orders, for administrators too"), ("customer" = Option<String>, Query, format = "idn-email", max_length = 254, description = "the e-mail that orders were placed with; a customer sees their own in any case"), ("status" = Option<OrderStatusJson>, Query), ("fulfilment" = Option<FulfilmentFilterJson>, Query, description = "orders at this point of packing and delivery that are not cancelled; toPack is the packing queue, which leaves out unpaid orders that are paid in advance"), ("toCall" = Option<bool>, Query, description = "true: orders whose customer has to be called before they are packed"), ("payment" = Option<PaymentFilterJson>, Query, description = "orders with this status of the payment; due: money is due, refundDue: money has to be returned, slipInReview: a bank slip waits for its review"), ("attention" = Option<bool>, Query, description = "true: orders of which something waits for the attention of staff, false: the others; for administrators"), ("returns" = Option<ReturnFilterJson>, Query, description = "orders with a return that waits for the decision of staff (requested) or for its goods (approved)"), ("from" = Option<NaiveDate>, Query, description = "placed on this day of the shop's zone or after it"), ("to" = Option<NaiveDate>, Query, description = "placed on this day of the shop's zone or before it"), ("q" = Option<String>, Query, max_length = 100, description = "part of the number, the recipient's name or the e-mail; for administrators also a telephone number in any spelling, the gateway's number of a payment or attempt, and a bank reference"), ("limit" = Option<u16>, Query, minimum = 1, maximum = 500), ("after" = Option<String>, Query)),
    responses((status = 200, body = [OrderJson], headers(("X-Total-Count" = String), ("Link" = String))), WithParameters))]
async fn list(orders: web::Data<OrderUseCases>, who: SignedIn, request: HttpRequest, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let mut wanted = filters_of(&query, &mut errors);
    wanted.mine = errors.optional("mine", query.get("mine"), parse_flag).unwrap_or(false);
    wanted.filter.customer = errors.optional("customer", query.get("customer"), EmailAddress::parse_known);
    let page = page_request(&query, &mut errors);
    errors.check()?;
    let page = orders.list_orders.run(&who.0, wanted, page).await?;
    Ok(page_response(&request, &query, page, |order| OrderJson::for_user(order, &who.0)))
}

/// The number of orders of each list, beside the filters of the query. A list by status, packing or returns replaces `status`, `fulfilment` and `returns`;
/// the others replace `payment` or `attention`.
#[utoipa::path(get, path = "/api/admin/orders/counts", tag = "orders", operation_id = "countOrders",
    params(("status" = Option<OrderStatusJson>, Query), ("fulfilment" = Option<FulfilmentFilterJson>, Query), ("toCall" = Option<bool>, Query), ("payment" = Option<PaymentFilterJson>, Query), ("attention" = Option<bool>, Query), ("returns" = Option<ReturnFilterJson>, Query), ("from" = Option<NaiveDate>, Query), ("to" = Option<NaiveDate>, Query), ("q" = Option<String>, Query, max_length = 100)),
    responses((status = 200, body = OrderListCountsJson), WithParameters))]
async fn count(orders: web::Data<OrderUseCases>, admin: Admin, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let wanted = filters_of(&query, &mut errors);
    errors.check()?;
    let counts = orders.list_orders.counts(&admin.principal, &wanted).await?;
    Ok(private(HttpResponse::Ok(), &OrderListCountsJson::from(counts)))
}

/// One order, for its owner, the holder of its key, and administrators.
#[utoipa::path(get, path = "/api/orders/{orderId}", tag = "orders", operation_id = "showOrder", params(("orderId" = String, Path)),
    responses((status = 200, body = OrderJson), NotFound))]
async fn show(orders: web::Data<OrderUseCases>, who: OrderHolder, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = OrderId::parse(&id).map_err(|_| ShowOrderError::NotFound)?;
    let order = orders.show_order.run(&who.0, &id).await?;
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(OrderJson::for_user(order, &who.0)))
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
    responses((status = 200, body = PurchasesJson), NotFound))]
async fn purchases_of_customer(orders: web::Data<dyn OrderReader>, email: web::Path<String>) -> Result<HttpResponse, Problem> {
    let email = EmailAddress::parse_known(&email).map_err(|_| unknown_customer())?;
    let purchases = orders.purchases(&email).await.map_err(ReadError::from)?;
    Ok(private(HttpResponse::Ok(), &PurchasesJson::of(&email, purchases)))
}
