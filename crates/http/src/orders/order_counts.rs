//! `GET /api/admin/orders/counts`: the number of orders of each list that staff choose with one press (contract-commerce, section 8).

use actix_web::{HttpResponse, web};
use application::orders::OrderUseCases;
use application::orders::count_orders::OrderChip;
use domain::accounts::permission::Permission;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::order_status::OrderStatus;
use domain::shared::page::TotalCount;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::authentication::Admin;
use crate::extract::field_errors::FieldErrors;
use crate::extract::paging::counted;
use crate::extract::query_params::QueryParams;
use crate::middleware::rate_limit::Rule;
use crate::orders::order_filters_json::{FulfilmentFilterJson, PaymentFilterJson, filters_of};
use crate::orders::order_json::OrderStatusJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::WithParameters;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, count, access: Access::Staff(Permission::ReadOrders), limit: Limit::PerAddress(Rule::Read), changes: None);
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
            unpaid: of(OrderChip::Unpaid),
            attention: of(OrderChip::Attention),
        }
    }
}

/// The number of orders of each list, beside the filters of the query. A list by status or packing replaces `status` and `fulfilment`;
/// the others replace `payment` or `attention`.
#[utoipa::path(get, path = "/api/admin/orders/counts", tag = "orders", operation_id = "countOrders",
    params(("status" = Option<OrderStatusJson>, Query), ("fulfilment" = Option<FulfilmentFilterJson>, Query), ("toCall" = Option<bool>, Query), ("payment" = Option<PaymentFilterJson>, Query), ("attention" = Option<bool>, Query), ("from" = Option<NaiveDate>, Query), ("to" = Option<NaiveDate>, Query), ("q" = Option<String>, Query, max_length = 100)),
    responses((status = 200, body = OrderListCountsJson), WithParameters))]
async fn count(orders: web::Data<OrderUseCases>, admin: Admin, query: QueryParams) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let wanted = filters_of(&query, &mut errors);
    errors.check()?;
    let counts = orders.count_orders.run(&admin.principal, &wanted).await?;
    Ok(private(HttpResponse::Ok(), &OrderListCountsJson::from(counts)))
}
